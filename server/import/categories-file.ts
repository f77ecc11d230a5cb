import type { Category, StoredImage } from '../../shared/catalog.ts'
import { isSlug } from '../../shared/slug.ts'
import type { CatalogWriter } from '../store/catalog-store.ts'
import { CategoryTreeWriter, parseCategoryPath } from './category-tree-writer.ts'
import { cutText, readPlainText } from './cells.ts'
import { matchColumns, warnOfUnknownColumn, type ColumnNames } from './files/csv-columns.ts'
import {
  type CsvFile,
  type CsvRow,
  isBlankRow,
  checkCellCount,
  lineOfCell,
  openCsvFile,
  scanCsvRows,
} from './files/csv-file.ts'
import { ALT_MAX_LENGTH } from './draft-product.ts'
import type { ImportNotice, ReportBuilder } from './import-report.ts'
import type { PictureImporter } from './pictures/picture-importer.ts'
import { suggestSlug } from './assign-slugs.ts'

type CategoryField = 'path' | 'slug' | 'formerSlugs' | 'description' | 'image' | 'imageAlt' | 'position'

/** Columns of `categories.csv` in the order of an export. */
export const CATEGORY_COLUMNS: ColumnNames<CategoryField> = {
  path: ['Path'],
  slug: ['Slug'],
  formerSlugs: ['Former slugs'],
  description: ['Description'],
  image: ['Image'],
  imageAlt: ['Image alt text'],
  position: ['Position'],
}

const DESCRIPTION_MAX_LENGTH = 2_000

/** A cell with its position; undefined if the file has no such column. */
interface Cell {
  readonly text: string
  readonly place: Omit<ImportNotice, 'reason'>
}

interface CategoryRow {
  readonly names: readonly string[]
  readonly cells: Readonly<Partial<Record<CategoryField, Cell>>> & { readonly path: Cell }
}

/**
 * Reads `categories.csv`, which has a row for each category with its path (`Table > Bowls`).
 * @throws ImportError if the file cannot be used; single bad rows are rejected
 */
export async function readCategoriesFile(
  path: string,
  encoding: string | undefined,
  report: ReportBuilder,
): Promise<readonly CategoryRow[]> {
  const file = await openCsvFile(path, encoding)
  const { indexes, others } = matchColumns(path, file.header, CATEGORY_COLUMNS, ['path'])
  for (const { name } of others) warnOfUnknownColumn(path, name, report)
  const rows: CategoryRow[] = []
  const lines = new Map<string, number>()
  await scanCsvRows(file, (row) => {
    if (isBlankRow(row) || !checkCellCount(file, row, report)) return
    const cells = readCells(file, indexes, row)
    const names = parseCategoryPath(cells.path.text)
    const key = names.join(' > ').toLowerCase()
    const earlier = lines.get(key)
    if (names.length === 0) report.reject({ ...cells.path.place, reason: 'the path is missing' })
    else if (earlier !== undefined)
      report.reject({ ...cells.path.place, reason: `line ${earlier} has the same category; remove one of them` })
    else {
      lines.set(key, row.line)
      rows.push({ names, cells })
    }
  })
  // Parents are written first, so that no parent is created from its child's path without its own description and
  // picture.
  return rows.sort((left, right) => left.names.length - right.names.length)
}

/** Stores the categories. A row matches the stored category with its slug, or else the one with its path. */
export async function writeCategories(
  rows: readonly CategoryRow[],
  writer: CatalogWriter,
  pictures: PictureImporter,
  report: ReportBuilder,
): Promise<void> {
  const tree = await CategoryTreeWriter.open(writer, (result) => report.countCategory(result))
  for (const row of rows) await writeCategory(row, tree, pictures, report)
}

async function writeCategory(
  { names, cells }: CategoryRow,
  tree: CategoryTreeWriter,
  pictures: PictureImporter,
  report: ReportBuilder,
): Promise<void> {
  const slug = cells.slug?.text || undefined
  if (cells.slug && slug !== undefined && !isSlug(slug)) {
    const proposal = suggestSlug([names.at(-1), slug], tree.locale)
    report.reject({
      ...cells.slug.place,
      reason: `the slug cannot be an address: only small letters, digits, dashes and underscores${proposal}`,
    })
    return
  }
  const bySlug = (slug === undefined ? undefined : tree.findBySlug(slug)) ?? (await renameFormer(slug, cells, tree))
  const byPath = tree.findByPath(names)
  if (cells.slug && byPath && bySlug && byPath.slug !== bySlug.slug) {
    report.reject({ ...cells.slug.place, reason: `the slug belongs to another category, "${bySlug.name}"` })
    return
  }
  if (cells.slug && byPath && slug !== undefined && !bySlug) {
    report.warn({
      ...cells.slug.place,
      reason: `the category keeps its slug "${byPath.slug}", so that existing links keep working`,
    })
  }
  const stored = byPath ?? bySlug
  const parent = (await tree.ensurePath(names.slice(0, -1))) ?? null
  if (stored && isWithin(tree, parent, stored)) {
    report.reject({
      ...cells.path.place,
      reason: `the category "${stored.name}" cannot be its own parent; change the path`,
    })
    return
  }
  const name = names.at(-1)!
  const fields = await readFields(name, cells, stored, pictures, report)
  if (stored) await tree.update({ ...stored, ...fields, name, parentSlug: parent?.slug ?? null })
  else await tree.create(name, parent, { ...fields, ...(slug === undefined ? {} : { slug }) })
}

async function renameFormer(
  slug: string | undefined,
  { formerSlugs }: CategoryRow['cells'],
  tree: CategoryTreeWriter,
): Promise<Category | undefined> {
  const former =
    formerSlugs && slug !== undefined
      ? splitSlugs(formerSlugs)
          .map((name) => tree.findBySlug(name))
          .find(Boolean)
      : undefined
  return former && tree.rename(former, slug!)
}

function splitSlugs({ text }: Cell): readonly string[] {
  return text
    .split(',')
    .map((slug) => slug.trim())
    .filter(Boolean)
}

async function readFields(
  name: string,
  cells: CategoryRow['cells'],
  stored: Category | undefined,
  pictures: PictureImporter,
  report: ReportBuilder,
): Promise<Partial<Category>> {
  const { description, image, position, formerSlugs } = cells
  return {
    ...(description ? { description: cutText(description.text, DESCRIPTION_MAX_LENGTH) || null } : {}),
    ...(image ? { image: await findImage(name, image, cells.imageAlt, stored, pictures) } : {}),
    ...(formerSlugs ? { formerSlugs: readFormerSlugs(formerSlugs, stored, report) } : {}),
    ...(position && position.text !== '' ? readPosition(position, report) : {}),
  }
}

async function findImage(
  name: string,
  image: Cell,
  alt: Cell | undefined,
  stored: Category | undefined,
  pictures: PictureImporter,
): Promise<StoredImage | null> {
  if (image.text === '') return null
  const found = await pictures.findFile(image.text, image.place)
  if (!found) return null
  const before = alt === undefined && stored?.image?.hash === found.hash ? stored.image.alt : undefined
  return { ...found, alt: cutText(alt?.text ?? '', ALT_MAX_LENGTH) || before || name }
}

/** Stored former slugs are kept, so that old links still redirect. */
function readFormerSlugs(cell: Cell, stored: Category | undefined, report: ReportBuilder): readonly string[] {
  const slugs = splitSlugs(cell)
  const wrong = slugs.find((slug) => !isSlug(slug))
  if (wrong !== undefined) report.warn({ ...cell.place, reason: `"${wrong}" is not a valid slug; it was ignored` })
  return [...new Set([...(stored?.formerSlugs ?? []), ...slugs.filter(isSlug)])].filter((slug) => slug !== stored?.slug)
}

function readPosition(cell: Cell, report: ReportBuilder): { position?: number } {
  if (/^\d{1,6}$/.test(cell.text)) return { position: Number(cell.text) }
  report.warn({ ...cell.place, reason: 'the position must be a whole number; it was ignored' })
  return {}
}

function isWithin(tree: CategoryTreeWriter, category: Category | null, ancestor: Category): boolean {
  for (
    let current = category;
    current;
    current = current.parentSlug === null ? null : (tree.findBySlug(current.parentSlug) ?? null)
  ) {
    if (current.slug === ancestor.slug) return true
  }
  return false
}

function readCells(file: CsvFile, indexes: ReadonlyMap<CategoryField, number>, row: CsvRow): CategoryRow['cells'] {
  const cells: Partial<Record<CategoryField, Cell>> = {}
  for (const [field, index] of indexes) {
    const text = readPlainText(row.cells[index] ?? '')
    const place = {
      file: file.name,
      line: lineOfCell(row, index),
      row: row.number,
      column: file.header[index] ?? null,
      value: text || null,
    }
    cells[field] = { text, place }
  }
  return { ...cells, path: cells.path! }
}
