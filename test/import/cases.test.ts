// Each folder in `cases/` is a content folder with an `expected.json`, which leaves out what is blank or usual.
// Folders whose names begin with a number are imported one after the other, each with the options in its `options.json`.
// `UPDATE_CASES=1 npm test -- import/cases` and `npm run format` write these files anew; read the difference before you commit it.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { describePlace, ImportError } from '../../server/import/import-error.ts'
import type { ImportNotice, ImportReport, NoticeCounter } from '../../server/import/import-report.ts'
import type { ImportOptions } from '../../server/import/run-import.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const CASES = join(import.meta.dirname, 'cases')

const USUAL_PRODUCT = { ...buildProduct({ slug: '' }), description: '', currency: '' }
const USUAL_VARIANT = { ...buildVariant(), priceMinor: null }

/** Leaves out what is blank or as in `usual`, whose fields come first after the slug. */
function describe(value: object, usual: object = {}): Record<string, unknown> {
  const isUsual = (key: string, given: unknown) =>
    [undefined, 'null', '[]', '{}', JSON.stringify(Reflect.get(usual, key))].includes(JSON.stringify(given))
  const entries = Object.entries({ slug: '', ...usual, ...value }).filter(([key]) => Object.hasOwn(value, key))
  return Object.fromEntries(entries.filter(([key, given]) => !isUsual(key, given)))
}

type Content = Awaited<ReturnType<typeof readAll>>

/** Lists what changed, with null for what was removed. */
function listChanges(before: object, after: object): Record<string, unknown> {
  const keys = Object.keys({ ...before, ...after })
  const isChanged = (key: string) =>
    JSON.stringify(Reflect.get(before, key)) !== JSON.stringify(Reflect.get(after, key))
  return Object.fromEntries(keys.filter(isChanged).map((key) => [key, Reflect.get(after, key) ?? null]))
}

/** Groups categories by parent, because only the order of siblings matters. */
async function readAll({ store }: TempCatalog) {
  const { products, categories, site, ...lists } = await readCatalog(store)
  const byParent = categories.toSorted((a, b) => (a.parentSlug ?? '').localeCompare(b.parentSlug ?? ''))
  return { products, categories: byParent, site, lists }
}

const describeNotice = ({ value, reason, ...place }: ImportNotice) =>
  [describePlace({ ...place, file: basename(place.file) }), ...(value == null ? [] : [`"${value}"`]), reason].join(' ')

const listNotices = ({ entries }: NoticeCounter) => entries.map(describeNotice)

/** Describes an import and the part of the catalogue that it changed. */
function describeImport(report: ImportReport, after: Content, before: Content | undefined) {
  const { adapted, families, pictures, documents, warnings, rejected } = report
  const { products, categories, site, lists } = after
  const isNew = (kind: 'products' | 'categories', value: object) =>
    !before?.[kind].some((other) => JSON.stringify(other) === JSON.stringify(value))
  const described = describe(
    {
      format: report.format,
      rows: report.rows,
      applied: report.applied,
      skipped: report.products.skipped,
      keptProducts: report.keptProducts.entries,
      prunedProducts: report.prunedProducts.entries,
      families: families?.families ? families : null,
      warnings: listNotices(warnings),
      rejected: listNotices(rejected),
      remotePictures: listNotices(pictures.remote),
      missingPictures: listNotices(pictures.missing),
      missingDocuments: listNotices(documents.missing),
      adapted: listNotices(adapted),
      site: before ? listChanges(before.site, site) : describe(site, NEUTRAL_SITE),
      products: products
        .filter((product) => isNew('products', product))
        .map((product) =>
          describe(
            { ...product, variants: product.variants.map((variant) => describe(variant, USUAL_VARIANT)) },
            { ...USUAL_PRODUCT, currency: site.currency },
          ),
        ),
      categories: categories
        .filter((category) => isNew('categories', category))
        .map((category) => describe(category, buildCategory({ slug: '' }))),
    },
    { applied: true, skipped: 0 },
  )
  return { ...described, ...(before ? listChanges(before.lists, lists) : describe(lists)) }
}

function listSteps(folder: string): readonly string[] {
  const steps = readdirSync(folder).filter((name) => /^\d-/.test(name))
  return steps.length === 0 ? [folder] : steps.toSorted().map((name) => join(folder, name))
}

async function readOptions(step: string): Promise<ImportOptions> {
  const path = join(step, 'options.json')
  const given = existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as ImportOptions) : {}
  return { keepRemotePictures: true, ...given }
}

/** Imports a folder. @returns the description of the import, and the content of the catalogue after it */
async function importStep(catalog: TempCatalog, step: string, before: Content): Promise<readonly [object, Content]> {
  try {
    const report = await importFolder(catalog.store, step, await readOptions(step))
    const after = await readAll(catalog)
    return [describeImport(report, after, /^\d-/.test(basename(step)) ? before : undefined), after]
  } catch (error) {
    if (!(error instanceof ImportError)) throw error
    expect(await readAll(catalog)).toEqual(before)
    return [{ refused: describeNotice({ ...error.place, value: null, reason: error.reason }) }, before]
  }
}

const pathOfResult = (name: string) => join(CASES, name, 'expected.json')

/** Lists the fields of a document with the types of their values. */
function listFields(value: unknown, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((element) => listFields(element, path))
  if (typeof value !== 'object' || value === null) return [`${path} ${value === null ? 'null' : typeof value}`]
  return Object.entries(value).flatMap(([key, field]) => listFields(field, `${path}/${key}`))
}

/** Lists the cases to export: those in Vitrine's own sheet, and those with a field that no earlier case has. */
function listExportedCases(): ReadonlySet<string> {
  const known = new Set<string>()
  const isExported = (name: string) => {
    const result = existsSync(pathOfResult(name))
      ? (JSON.parse(readFileSync(pathOfResult(name), 'utf8')) as object)
      : {}
    const isNew = listFields(result).filter((field) => CONTENT_FIELD.test(field) && !known.has(field))
    for (const field of isNew) known.add(field)
    return isNew.length > 0 || name.startsWith('vitrine')
  }
  return new Set(readdirSync(CASES).toSorted().filter(isExported))
}

const CONTENT_FIELD = /^\/(?:products|categories|site|synonyms|attributes|companies|redirects)\//

async function expectEqualExport({ store, dir }: TempCatalog, content: Content): Promise<void> {
  const exported = join(dir, 'exported')
  await exportFolder(store, exported)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, exported)
  expect(await readAll(empty)).toEqual(content)
}

const exportedCases = listExportedCases()

test.each(readdirSync(CASES))(
  '%s is imported as expected; if it is imported again or exported and imported, the catalogue stays equal',
  async (name) => {
    const folder = join(CASES, name)
    const steps = listSteps(folder)
    await using catalog = await openTempCatalog()
    const { store } = catalog
    const found: object[] = []
    let content = await readAll(catalog)
    for (const step of steps) {
      const [description, after] = await importStep(catalog, step, content)
      found.push(description)
      content = after
    }
    const result = steps[0] === folder ? found[0] : found
    if (process.env['UPDATE_CASES']) await writeFile(pathOfResult(name), JSON.stringify(result))
    expect(result).toEqual(JSON.parse(await readFile(pathOfResult(name), 'utf8')))

    // A file that changes an earlier import says what it does not change.
    if (steps.length > 1 && !exportedCases.has(name)) return
    const { revision } = store
    const last = steps[found.findLastIndex((description) => !('refused' in description))]!
    const again = await importFolder(store, last, await readOptions(last))
    expect(again).toMatchObject({
      products: { created: 0, changed: 0 },
      categories: { created: 0, changed: 0 },
      siteFields: [],
    })
    expect(store.revision).toBe(revision)
    if (exportedCases.has(name)) await expectEqualExport(catalog, content)
  },
)
