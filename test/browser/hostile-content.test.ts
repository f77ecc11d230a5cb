import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { followAddedLink, useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'
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

/** Builds an export of Shopify with a row for each attack; each text column of the row contains the attack. */
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

const server = await useServer()
await using folder = await makeTemporaryFolder()
const file = join(folder.path, 'products.csv')
await writeFile(file, buildHostileExport())
await importFile(server.store, file)

/** Runs in a page. Lists what an attack could have added to it. */
function examine() {
  return {
    hacked: 'hacked' in window,
    attributes: [...document.querySelectorAll('*')].flatMap((element) =>
      [...element.attributes]
        .filter(({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value))
        .map(({ name }) => name),
    ),
    // Inline scripts with a nonce are React's own: they insert late data, as from PostgreSQL.
    scripts: [...document.scripts].filter(({ src, type, nonce }) => !src && !type.includes('json') && !nonce).length,
    blocks: [...document.querySelectorAll('script[type*="json"]')].map((block) => typeof JSON.parse(block.textContent)),
  }
}

function expectHarmless(found: ReturnType<typeof examine>, path: string): void {
  const blocks = found.blocks.map(() => 'object')
  expect.soft(found, path).toEqual({ hacked: false, attributes: [], scripts: 0, blocks })
  expect.soft(blocks.length, path).toBeGreaterThan(0)
}

test('pages with hostile texts run no injected scripts, neither when they are loaded nor when they are rendered in place', async () => {
  const page = await openTab(browser)
  const query = encodeURIComponent(ATTACKS.join(' '))
  const slugs = ATTACKS.map((_, index) => `hostile-${index}`)
  for (const path of [`/nowhere?${query}`, '/products/hostile-0', `/products?view=table&q=${query}`]) {
    await page.goto(server.url + path)
    await waitUntilHydrated(page)
    expectHarmless(await page.evaluate(examine), path)
  }
  for (const [index, slug] of slugs.entries()) {
    await followAddedLink(page, `/products/${slug}`)
    await expect.poll(() => page.locator('h1').textContent()).toBe(`Bowl ${ATTACKS[index]}`)
    expectHarmless(await page.evaluate(examine), slug)
  }
  for (const [path, part] of [
    [`/products?compare=${slugs.join()}`, '.comparison'],
    [`/contact?${slugs.map((slug) => `item=${slug}:1`).join('&')}`, '.enquiry-items'],
  ] as const) {
    await followAddedLink(page, path)
    await page.locator(part).waitFor()
    expectHarmless(await page.evaluate(examine), path)
  }
})
