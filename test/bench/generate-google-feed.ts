import { writeLines } from './write-lines.ts'

const COLORS = ['Bone', 'Moss', 'Slate']

/** Every other product has three variants. @returns the number of lines */
export function generateGoogleFeed(path: string, productCount: number): Promise<number> {
  return writeLines(path, buildLines(productCount))
}

function* buildLines(productCount: number): Generator<string> {
  yield '<?xml version="1.0"?>\n<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><title>Feed</title>\n'
  for (let index = 0; index < productCount; index++) {
    if (index % 2 === 0) yield buildItem(index, `piece-${index}`, '')
    else for (const color of COLORS) yield buildItem(index, `piece-${index}-${color}`, color)
  }
  yield '</channel></rss>\n'
}

function buildItem(index: number, id: string, color: string): string {
  const group = color === '' ? '' : `<g:item_group_id>piece-${index}</g:item_group_id><g:color>${color}</g:color>`
  return (
    `<item><g:id>${id}</g:id><title>Piece ${index} ${color}</title><g:description>Made by hand &amp; in small series, to stand on a table or by itself.</g:description>` +
    `<link>https://shop.example/p/piece-${index}</link><g:image_link>https://cdn.example/pictures/${id}.jpg</g:image_link><g:availability>in_stock</g:availability>` +
    `<g:price>${5 + (index % 300)}.00 USD</g:price><g:brand>Maker ${index % 200}</g:brand><g:product_type>House &gt; Kind ${index % 60}</g:product_type>${group}</item>\n`
  )
}
