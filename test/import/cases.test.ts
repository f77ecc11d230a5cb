// Each folder in `cases/` is a content folder with an `expected.json`, which leaves out what is blank or usual.
// `UPDATE_CASES=1 npm test -- import/cases` and `npm run format` write these files anew; read the difference before you commit it.
import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { describePlace } from '../../server/import/import-error.ts'
import type { ImportReport, NoticeList } from '../../server/import/import-report.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const CASES = join(import.meta.dirname, 'cases')

const USUAL_PRODUCT = { ...buildProduct({ slug: '' }), description: '', currency: '' }
const USUAL_VARIANT = { ...buildVariant(), priceMinor: null }

/** Leaves out what is blank or as in `usual`. */
function describe(value: object, usual: object = {}): Record<string, unknown> {
  const isUsual = (key: string, given: unknown) =>
    [undefined, 'null', '[]', '{}', JSON.stringify(Reflect.get(usual, key))].includes(JSON.stringify(given))
  return Object.fromEntries(Object.entries(value).filter(([key, given]) => !isUsual(key, given)))
}

/** Groups categories by parent, because only the order of siblings matters. */
async function readAll({ store }: TempCatalog) {
  const { categories, ...rest } = await readCatalog(store)
  return { ...rest, categories: categories.toSorted((a, b) => (a.parentSlug ?? '').localeCompare(b.parentSlug ?? '')) }
}

const listNotices = ({ entries }: NoticeList) =>
  entries.map(({ value, reason, ...place }) =>
    [describePlace({ ...place, file: basename(place.file) }), ...(value === null ? [] : [`"${value}"`]), reason].join(
      ' ',
    ),
  )

function describeImport(
  report: ImportReport,
  { products, categories, site, ...lists }: Awaited<ReturnType<typeof readAll>>,
) {
  const { adaptations, pictures, documents, warnings, rejected, unmatchedSynonyms } = report
  return describe(
    {
      format: report.format,
      rows: report.rows,
      skipped: report.products.skipped,
      warnings: listNotices(warnings),
      rejected: listNotices(rejected),
      remotePictures: listNotices(pictures.remote),
      missingPictures: listNotices(pictures.missing),
      missingDocuments: listNotices(documents.missing),
      unmatchedSynonyms: listNotices(unmatchedSynonyms),
      ...Object.fromEntries(Object.entries(adaptations).map(([kind, list]) => [`adapted: ${kind}`, listNotices(list)])),
      site: describe(site, NEUTRAL_SITE),
      products: products.map((product) =>
        describe(
          { ...product, variants: product.variants.map((variant) => describe(variant, USUAL_VARIANT)) },
          { ...USUAL_PRODUCT, currency: site.currency },
        ),
      ),
      categories: categories.map((category) => describe(category, buildCategory({ slug: '' }))),
      ...lists,
    },
    { skipped: 0 },
  )
}

test.each(readdirSync(CASES))(
  '%s is imported as expected, a second import changes nothing, and that of an export gives an equal catalogue',
  async (name) => {
    const folder = join(CASES, name)
    await using catalog = await openTempCatalog()
    const { store } = catalog
    const report = await importFolder(store, folder, { keepRemotePictures: true })
    const content = await readAll(catalog)
    const found = describeImport(report, content)
    const path = join(folder, 'expected.json')
    if (process.env['UPDATE_CASES']) await writeFile(path, JSON.stringify(found))
    expect(found).toEqual(JSON.parse(await readFile(path, 'utf8')))

    const { revision } = store
    const again = await importFolder(store, folder)
    expect(again).toMatchObject({
      products: { created: 0, changed: 0 },
      categories: { created: 0, changed: 0 },
      siteFields: [],
    })
    expect(store.revision).toBe(revision)
    const exported = join(catalog.dir, 'exported')
    await exportFolder(store, exported)
    await using empty = await openTempCatalog()
    await importFolder(empty.store, exported)
    expect(await readAll(empty)).toEqual(content)
  },
)
