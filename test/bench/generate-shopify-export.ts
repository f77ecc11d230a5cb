import { writeLines } from './write-lines.ts'

const HEADER =
  'Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value,Option2 Name,Option2 Value,Variant SKU,' +
  'Variant Grams,Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price,Variant Compare At Price,' +
  'Variant Barcode,Image Src,Image Position,Image Alt Text,Status,Material (product.metafields.specs.material)\n'

const COLOURS = ['Bone', 'Moss', 'Slate']
const MATERIALS = ['Stoneware', 'Porcelain', 'Ash', 'Brass', 'Linen']

/** Every other product has three variants. @returns the number of lines */
export function generateShopifyExport(path: string, productCount: number): Promise<number> {
  return writeLines(path, buildLines(productCount))
}

function* buildLines(productCount: number): Generator<string> {
  yield HEADER
  for (let index = 0; index < productCount; index++) yield* buildProduct(index)
}

function buildProduct(index: number): string[] {
  const handle = `piece-${index}`
  const material = MATERIALS[index % MATERIALS.length]
  const body =
    `"<p>Piece ${index} is made of ${material}, by hand and in <strong>small</strong> series.</p>\r\n<ul><li>Wash it with warm water.</li>` +
    `<li style=""color: red"">Height ${10 + (index % 40)} cm</li></ul><p>It stands well on a table, on a shelf, or by itself.</p>"`
  const price = (5 + (index % 300)).toFixed(2)
  const isPlain = index % 2 === 0
  return (isPlain ? ['Default Title'] : COLOURS).map((value, position) => {
    const isFirst = position === 0
    const title = `"Piece ${index}, ${material}",${body},Maker ${index % 200},Kind ${index % 60},"handmade, table",TRUE,${isPlain ? 'Title' : 'Colour'}`
    const image = `https://cdn.example/pictures/${handle}.jpg?v=1,1,Piece ${index}`
    return (
      `${handle},${isFirst ? title : ',,,,,,'},${value},,,SKU-${index}-${position},450,shopify,${index % 7},deny,${price},,,` +
      `${isFirst ? image : ',,'},${isFirst ? `active,${material}` : ','}\n`
    )
  })
}
