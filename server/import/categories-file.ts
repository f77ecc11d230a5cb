import { PRICE_DISPLAYS } from '../../shared/catalog.ts'
import type { Category, CategoryTranslation } from '../catalog/category.ts'
import { TABLE_COLUMNS_MAX } from '../../shared/constants.ts'
import { LISTING_VIEWS } from '../../shared/listing-query.ts'
import { omitMissing } from '../../shared/get-own.ts'
import { isSlug } from '../../shared/slug.ts'
import { buildSlug } from '../catalog/rules/build-slug.ts'
import type { CatalogWriter } from '../catalog/store/catalog-writer.ts'
import {
  CATEGORY_NAME_MAX_LENGTH,
  type CategoryChanges,
  CategoryTreeWriter,
  parseCategoryPath,
} from './category-tree-writer.ts'
import { cutText, escapeListPart, splitList, splitListCell } from './cells.ts'
import type { ColumnNames } from './files/csv-columns.ts'
import {
  readSettingsSheet,
  RowError,
  type SheetCell,
  type SheetCells,
  type TranslatedCells,
} from './files/settings-sheet.ts'
import type { SourcePath } from './files/source-path.ts'
import type { ImportOptions } from './run-import.ts'
import { LIMITS } from './draft-product.ts'
import type { ReportBuilder } from './import-report.ts'
import type { FileImporter } from './file-importer.ts'
import { SLUG_RULE } from './merge-translations.ts'
import { suggestSlug } from './assign-slugs.ts'
import { findByWord, PRICE_DISPLAY_WORDS } from './formats/vitrine/vitrine-words.ts'

/** Column names in the order in which exports write them. */
export const CATEGORY_COLUMNS = {
  path: ['Path'],
  slug: ['Slug'],
  formerSlugs: ['Former slugs'],
  description: ['Description'],
  image: ['Image'],
  imageAlt: ['Image alt text'],
  position: ['Position'],
  view: ['View'],
  columns: ['Columns'],
  prices: ['Prices'],
} as const satisfies ColumnNames<string>

export const TRANSLATED_CATEGORY_COLUMNS = {
  name: ['Name'],
  slug: ['Slug'],
  formerSlugs: ['Former slugs'],
  description: ['Description'],
} as const satisfies ColumnNames<string>

export type CategoryField = keyof typeof CATEGORY_COLUMNS
export type TranslatedCategoryField = keyof typeof TRANSLATED_CATEGORY_COLUMNS

const DESCRIPTION_MAX_LENGTH = 2_000

interface CategoryRow {
  readonly name: string
  readonly parentPath: readonly string[]
  readonly cells: SheetCells<CategoryField, 'path'>
  readonly translations: TranslatedCells<TranslatedCategoryField>
}

/**
 * Reads `categories.csv`.
 * @throws ImportError if the file cannot be used; single rows with errors are rejected
 */
export async function readCategoriesFile(
  source: SourcePath,
  { encoding, languages }: Pick<ImportOptions, 'encoding' | 'languages'>,
  report: ReportBuilder,
): Promise<readonly CategoryRow[]> {
  const rows: CategoryRow[] = []
  const lines = new Map<string, number>()
  const rules = {
    columns: CATEGORY_COLUMNS as ColumnNames<CategoryField>,
    translated: TRANSLATED_CATEGORY_COLUMNS as ColumnNames<TranslatedCategoryField>,
    languages,
    required: ['path'],
  } as const
  await readSettingsSheet(source, encoding, rules, report, (cells, translations) => {
    const { text, place } = cells.path
    const names = parseCategoryPath(text)
    const name = names.at(-1)
    if (name === undefined) throw new RowError(place, 'the path is missing')
    const key = names.join(' > ').toLowerCase()
    const earlier = lines.get(key)
    if (earlier !== undefined)
      throw new RowError(place, `line ${earlier} has the same category; remove one of the two lines`)
    lines.set(key, place.line)
    rows.push({ name, parentPath: names.slice(0, -1), cells, translations })
  })
  // Parents come first; otherwise the row of a child would create its parent without description and picture.
  return rows.sort((left, right) => left.parentPath.length - right.parentPath.length)
}

interface CategoryTarget {
  readonly tree: CategoryTreeWriter
  readonly pictures: FileImporter
  readonly report: ReportBuilder
}

/** A row updates the stored category that has its slug or path. */
export async function writeCategories(
  rows: readonly CategoryRow[],
  writer: CatalogWriter,
  pictures: FileImporter,
  report: ReportBuilder,
): Promise<void> {
  const tree = await CategoryTreeWriter.open(writer, report.categories)
  for (const row of rows) await writeCategory(row, { tree, pictures, report })
}

async function writeCategory(row: CategoryRow, target: CategoryTarget): Promise<void> {
  const { name, parentPath, cells } = row
  const { tree, report } = target
  const slugCell = cells.slug?.text ? cells.slug : undefined
  const slug = slugCell?.text
  if (slugCell && !isSlug(slugCell.text)) {
    const proposal = suggestSlug([name, slug], tree.locale)
    return report.reject({ ...slugCell.place, reason: `the slug ${SLUG_RULE}${proposal}` })
  }
  const bySlug = slug === undefined ? undefined : await findOrRenameFormer(slug, cells.formerSlugs, tree)
  const byPath = tree.findByPath([...parentPath, name])
  if (slugCell && byPath && bySlug && byPath.slug !== bySlug.slug)
    return report.reject({ ...slugCell.place, reason: `the slug belongs to another category, "${bySlug.name}"` })
  if (slugCell && byPath && !bySlug) {
    const reason = `the category keeps its slug "${byPath.slug}", so that existing links keep working`
    report.warn({ ...slugCell.place, reason })
  }
  const stored = byPath ?? bySlug
  const parent = await tree.ensurePath(parentPath)
  if (stored && tree.isWithin(parent, stored)) {
    const reason = `the category "${stored.name}" cannot be its own parent; change its category path`
    return report.reject({ ...cells.path.place, reason })
  }
  const fields = { ...(await readFields(row, stored, target)), ...readTranslations(row, stored, target) }
  if (stored) return tree.update(stored, { ...fields, name, parentSlug: parent?.slug ?? null })
  // Without a column for positions, new categories keep the order of the rows.
  const position = cells.position ? {} : { position: tree.nextPosition(parent?.slug ?? null) }
  await tree.create(name, parent, { ...position, ...fields, slug })
}

/** A blank cell removes a text; texts without a column stay. */
function readTranslations(
  { translations }: CategoryRow,
  stored: Category | undefined,
  { tree, report }: CategoryTarget,
): Pick<Category, 'translations'> {
  const merged = { ...stored?.translations }
  for (const [language, { name, slug, formerSlugs, description }] of Object.entries(translations)) {
    const before = merged[language] ?? {}
    const texts: CategoryTranslation = {
      name: name ? cutText(name.text, CATEGORY_NAME_MAX_LENGTH) || undefined : before.name,
      description: description ? cutText(description.text, DESCRIPTION_MAX_LENGTH) || undefined : before.description,
    }
    const owner = slug && tree.findByAddress(slug.text)
    const isFree = owner === undefined || owner.slug === stored?.slug
    if (slug?.text && !(isSlug(slug.text) && isFree)) {
      const fault = isFree ? `the slug ${SLUG_RULE}` : `the address belongs to another category, "${owner.name}"`
      report.warn({ ...slug.place, reason: `${fault}; it was left out` })
    }
    const given = slug && isSlug(slug.text) && isFree ? slug.text : undefined
    const own = given ?? before.slug ?? tree.buildFreeAddress(texts.name, language, stored)
    const formers = [
      ...(before.formerSlugs ?? []),
      ...splitList(formerSlugs?.text ?? '', ',').filter(isSlug),
      before.slug ?? [],
    ].flat()
    const others = [...new Set(formers)].filter((former) => former !== own)
    merged[language] = omitMissing({
      ...texts,
      slug: own === stored?.slug ? undefined : own,
      formerSlugs: others.length > 0 ? others : undefined,
    })
  }
  const found = Object.entries(merged).filter(([, texts]) => Object.keys(texts).length > 0)
  return found.length > 0 || stored?.translations ? { translations: Object.fromEntries(found) } : {}
}

async function findOrRenameFormer(
  slug: string,
  formerSlugs: SheetCell | undefined,
  tree: CategoryTreeWriter,
): Promise<Category | undefined> {
  const found = tree.findBySlug(slug)
  if (found) return found
  const [former] = splitList(formerSlugs?.text ?? '', ',').flatMap((name) => tree.findBySlug(name) ?? [])
  return former && tree.rename(former, slug)
}

/** A missing column keeps what is stored, and a blank cell removes it. */
async function readFields(
  { name, cells }: CategoryRow,
  stored: Category | undefined,
  { pictures, report }: CategoryTarget,
): Promise<CategoryChanges> {
  const { description, image, imageAlt, position, formerSlugs, view, columns, prices } = cells
  const warn = ({ place }: SheetCell, reason: string) => report.warn({ ...place, reason })
  const changes: { -readonly [Field in keyof CategoryChanges]: CategoryChanges[Field] } = {}
  if (description) changes.description = cutText(description.text, DESCRIPTION_MAX_LENGTH) || null
  if (image) {
    const found = image.text === '' ? null : await pictures.findOwnPicture(image.text, image.place)
    const before = imageAlt === undefined && stored?.image?.hash === found?.hash ? stored?.image?.alt : undefined
    changes.image = found && { ...found, alt: cutText(imageAlt?.text ?? '', LIMITS.alt) || before || name }
  }
  if (formerSlugs) {
    const slugs = splitList(formerSlugs.text, ',')
    const wrong = slugs.find((slug) => !isSlug(slug))
    if (wrong !== undefined) warn(formerSlugs, `"${wrong}" is not a valid slug; it was ignored`)
    // Stored former slugs stay, so that old links still redirect.
    const all = new Set([...(stored?.formerSlugs ?? []), ...slugs.filter(isSlug)])
    changes.formerSlugs = [...all].filter((slug) => slug !== stored?.slug)
  }
  if (position && /^\d{0,6}$/.test(position.text))
    changes.position = position.text === '' ? null : Number(position.text)
  else if (position) warn(position, 'the position must be a whole number; it was ignored')
  if (view) {
    changes.view = LISTING_VIEWS.find((known) => known === view.text.toLowerCase())
    if (!changes.view && view.text !== '') warn(view, `the view must be ${LISTING_VIEWS.join(' or ')}; it was ignored`)
  }
  if (prices) {
    const known = findByWord(PRICE_DISPLAY_WORDS, prices.text)
    // For an unknown word, amounts that may have to be hidden are not shown.
    changes.prices = known ?? (prices.text === '' ? undefined : 'request')
    if (!known && prices.text !== '')
      warn(prices, `the prices must be ${PRICE_DISPLAYS.join(', ')}; they were set to "request"`)
  }
  if (columns) {
    const names = splitListCell(columns.text, COLUMN_SEPARATOR).map((part) => part.trim())
    const unusable = names.find((part) => part !== '' && buildSlug(part) === '')
    if (unusable !== undefined) warn(columns, `"${unusable}" is not the name of an attribute; it was ignored`)
    const usable = Map.groupBy(names.filter(buildSlug), buildSlug)
    const chosen = [...usable.values()].flatMap(([first]) => first ?? [])
    const reason = `a table has at most ${TABLE_COLUMNS_MAX} of these columns; the others were ignored`
    if (chosen.length > TABLE_COLUMNS_MAX) warn(columns, reason)
    changes.columns = chosen.length > 0 ? chosen.slice(0, TABLE_COLUMNS_MAX) : undefined
  }
  return changes
}

const COLUMN_SEPARATOR = '|'

export function writeColumnsCell(columns: readonly string[]): string {
  return columns.map((name) => escapeListPart(name, COLUMN_SEPARATOR)).join(` ${COLUMN_SEPARATOR} `)
}
