import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/catalog/import/import-file.ts'
import { useBrowser } from '../support/browser.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const browser = await useBrowser()

const ATTACKS = [
  '<script>window.hacked=1</script>',
  '</script><script>window.hacked=1</script>',
  '"><img src=x onerror=window.hacked=1>',
  "' onmouseover='window.hacked=1",
  '<a href="javascript:window.hacked=1">here</a>',
  '</title></style></textarea><svg onload=window.hacked=1>',
  '<!--<script>window.hacked=1//-->',
]

function cell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

/** Every text column of an export, each with an attack in it. */
function buildHostileExport(attack: string): string {
  const row = {
    Handle: 'hostile',
    Title: `Bowl ${attack}`,
    'Body (HTML)': `<p>Good text ${attack}</p>`,
    Vendor: `Vendor ${attack}`,
    'Product Category': `Top ${attack} > Below ${attack}`,
    Tags: `featured, ${attack}`,
    Published: 'true',
    'Option1 Name': `Size ${attack}`,
    'Option1 Value': `Large ${attack}`,
    'Variant SKU': `SKU ${attack}`,
    'Variant Price': '12.50',
    'Variant Barcode': attack,
    'Image Src': 'https://photos.example/a.jpg',
    'Image Alt Text': `A bowl ${attack}`,
    'SEO Title': `Title ${attack}`,
    'SEO Description': `Description ${attack}`,
    'Google Shopping / MPN': attack,
    'Material (product.metafields.specs.material)': `Clay ${attack}`,
    'Documents (product.metafields.vitrine.documents)': `Sheet ${attack} | javascript:window.hacked=1; Good | /about`,
  }
  return `${Object.keys(row).map(cell).join(',')}\n${Object.values(row).map(cell).join(',')}\n`
}

test.each(ATTACKS)('%s in every text of an import stays text on every page', async (attack) => {
  await using folder = await makeTemporaryFolder()
  await using server = await startServer()
  const file = join(folder.path, 'products.csv')
  await writeFile(file, buildHostileExport(attack))
  await importFile(server.store, file)
  expect((await server.store.findProduct('hostile'))?.name).toBe(`Bowl ${attack}`)

  const category = (await server.store.listCategoryTree())[0]!
  const page = await browser.newPage()
  const paths = ['/', '/category', `/category/${category.slug}`, '/products', '/products?view=table', '/products/hostile', '/contact?product=hostile']
  for (const path of [...paths, `/products?q=${encodeURIComponent(attack)}`, `/nowhere?${encodeURIComponent(attack)}`]) {
    await page.goto(server.url + path)
    const found = await page.evaluate(() => ({
      hacked: 'hacked' in window,
      attributes: [...document.querySelectorAll('*')].flatMap((element) =>
        [...element.attributes].filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value)).map(({ name }) => name),
      ),
      // Those with a nonce bring what was late, as with PostgreSQL.
      scripts: [...document.scripts].filter((script) => !script.src && !script.type.includes('json') && !script.nonce).length,
      blocks: [...document.querySelectorAll('script[type*="json"]')].map((block) => typeof JSON.parse(block.textContent)),
    }))
    expect(found, path).toEqual({ hacked: false, attributes: [], scripts: 0, blocks: found.blocks.map(() => 'object') })
    expect(found.blocks.length).toBeGreaterThan(0)
  }
  await page.close()
})
