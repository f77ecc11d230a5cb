import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { useBrowser } from '../support/browser.ts'
import { startServer, type TestServer } from '../support/start-server.ts'
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

/** Builds an export of Shopify with a row for each attack, which all text columns of the row contain. */
function buildHostileExport(): string {
  const rows = ATTACKS.map(buildHostileRow)
  return [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))]
    .map((cells) => `${cells.map(cell).join(',')}\n`)
    .join('')
}

function buildHostileRow(attack: string, index: number) {
  return {
    Handle: `hostile-${index}`,
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
}

let server: TestServer
let page: Page
beforeAll(async () => {
  await using folder = await makeTemporaryFolder()
  server = await startServer()
  const file = join(folder.path, 'products.csv')
  await writeFile(file, buildHostileExport())
  await importFile(server.store, file)
  page = await browser.newPage()
})
afterAll(() => server[Symbol.asyncDispose]())

async function expectHarmless(path: string): Promise<void> {
  await page.goto(server.url + path)
  const found = await page.evaluate(() => ({
    hacked: 'hacked' in window,
    attributes: [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))
        .map(({ name }) => name),
    ),
    // Inline scripts with a nonce are React's own: they insert late data, as from PostgreSQL.
    scripts: [...document.scripts].filter((script) => !script.src && !script.type.includes('json') && !script.nonce)
      .length,
    blocks: [...document.querySelectorAll('script[type*="json"]')].map((block) => typeof JSON.parse(block.textContent)),
  }))
  expect(found, path).toEqual({ hacked: false, attributes: [], scripts: 0, blocks: found.blocks.map(() => 'object') })
  expect(found.blocks.length).toBeGreaterThan(0)
}

test.each(ATTACKS.map((attack, index) => [attack, index] as const))(
  '%s in every text of an imported product is stored as text and adds no script to its pages',
  async (attack, index) => {
    const product = await server.store.findProduct(`hostile-${index}`)
    expect(product?.name).toBe(`Bowl ${attack}`)
    const query = encodeURIComponent(attack)
    for (const path of [
      `/category/${product?.categorySlug}`,
      `/products/hostile-${index}`,
      `/contact?product=hostile-${index}`,
      `/products?q=${query}`,
      `/nowhere?${query}`,
    ]) {
      await expectHarmless(path)
    }
  },
)

test('lists of all products with hostile texts contain no injected scripts or attributes', async () => {
  for (const path of ['/', '/category', '/products', '/products?view=table']) await expectHarmless(path)
})
