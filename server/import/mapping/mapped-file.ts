import { isSlug } from '../../../shared/slug.ts'
import { buildRepeatableSlug } from '../../catalog/rules/build-slug.ts'
import { isDocumentFile } from '../../catalog/rules/document-files.ts'
import { isHttpsAddress, readCode, readPlainText, splitList } from '../cells.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import { describeCutOff, isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { writeStock, writeTags } from '../formats/systems/own-notation.ts'
import { findVitrineField, isOptionColumn, VITRINE_COLUMNS } from '../formats/vitrine/vitrine-columns.ts'
import { UNSUPPORTED_EXTENSION } from '../pictures/picture-name.ts'
import { type ColumnTarget, JOINTS, listColumnKeys, readOptionTarget, type TableMapping } from './mapping-file.ts'

/** A column of the own sheet. */
interface OwnColumn {
  /** Columns of the table; messages name the first whose cell is not blank. */
  readonly sources: readonly number[]
  read(cells: readonly string[]): string
}

interface MappedRow extends CsvRow {
  readonly source: CsvRow
}

const BLANK: OwnColumn = { sources: [], read: () => '' }

/**
 * Presents a table as Vitrine's own sheet. Messages name the columns and rows of the table.
 * @param mapping has a column for the name or the number
 */
export function openMappedFile(file: CsvFile, mapping: TableMapping, locale: string): CsvFile {
  const given = buildColumns(file, mapping)
  const find = (field: keyof typeof VITRINE_COLUMNS) => given.get(VITRINE_COLUMNS[field][0])
  const buildSlug = (text: string) => (isSlug(text) ? text : buildRepeatableSlug(text, locale))
  const sku = find('sku') ?? BLANK
  const name = find('name') ?? sku
  const slug = find('slug') ?? BLANK
  const currency = given.get('Currency') ?? BLANK
  const columns = new Map(given)
  columns.delete('Currency')
  columns.set(VITRINE_COLUMNS.name[0], name)
  columns.set(VITRINE_COLUMNS.slug[0], {
    sources: [slug, name, sku].flatMap(({ sources }) => sources),
    read: (cells) => buildSlug(slug.read(cells) || name.read(cells)) || buildSlug(sku.read(cells)),
  })
  for (const field of ['price', 'compareAtPrice'] as const) {
    const price = find(field)
    const read: OwnColumn['read'] = (cells) =>
      addCurrency(price!.read(cells), currency.read(cells).trim().toUpperCase())
    if (price) columns.set(VITRINE_COLUMNS[field][0], { ...price, read })
  }
  // Rows of one name are variants if they have options, and otherwise different products.
  const isGrouped = slug !== BLANK || [...columns.keys()].some(isOptionColumn)
  const own = [...columns.values()]
  return {
    name: file.name,
    headerLine: file.headerLine,
    header: [...columns.keys()],
    ...(!isGrouped && {
      readOwnSlug(row) {
        const { cells } = (row as MappedRow).source
        const codes = [sku, find('gtin'), find('mpn')].map((column) => readCode(column?.read(cells) ?? ''))
        const code = codes.find(Boolean)
        return code && buildSlug(`${readPlainText(name.read(cells))} ${code}`)
      },
    }),
    originOf(row, index) {
      const { source } = row as MappedRow
      const { sources } = own[index] ?? BLANK
      return { file, row: source, index: sources.find((each) => source.cells[each]?.trim()) ?? sources[0] }
    },
    async *readRows() {
      for await (const rows of readTableRows(file))
        yield rows.map((source) => ({ ...source, cells: own.map(({ read }) => read(source.cells)), source }))
    },
  }
}

interface Source {
  readonly index: number
  readonly translate: (text: string) => string
}

/** Builds the columns that the mapping names, and `Currency`. */
function buildColumns({ header }: CsvFile, mapping: TableMapping): ReadonlyMap<string, OwnColumn> {
  const { fixed = {} } = mapping
  const targets = new Map(Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), target]))
  const sources = new Map<string, readonly Source[]>()
  const add = (name: string, ...added: readonly Source[]) => sources.set(name, [...(sources.get(name) ?? []), ...added])
  let options = 0
  for (const [index, key] of listColumnKeys(header).entries()) {
    const target = targets.get(foldColumnName(key))
    if (!target) continue
    const translate = findTranslation(header[index] || key, target, mapping)
    const option = readOptionTarget(target.to)
    if (option === undefined) add(target.to, { index, translate })
    else {
      options += 1
      add(`Option ${options} name`, { index, translate: () => option })
      add(`Option ${options} value`, { index, translate })
    }
  }
  for (const name of Object.keys(fixed)) add(name)
  return new Map([...sources].map(([name, list]) => [name, buildColumn(name, list, fixed[name])]))
}

/** Joins the cells, or takes the first that is not blank. */
function buildColumn(name: string, sources: readonly Source[], fixed = ''): OwnColumn {
  const field = findVitrineField(name)
  const joint = field && JOINTS[field]
  return {
    sources: sources.map(({ index }) => index),
    read(cells) {
      const texts = sources
        .filter(({ index }) => cells[index]?.trim())
        .map(({ index, translate }) => translate(cells[index]!))
        .filter((text) => text.trim() !== '')
      return (joint === undefined ? texts[0] : texts.join(joint)) || fixed
    },
  }
}

/**
 * Leaves out blank rows, repeated headers and blank cells behind the last column. Missing cells at the end of a row are
 * blank, because Excel leaves them out in some rows.
 * @throws ImportError if only the last row has too few cells
 */
async function* readTableRows(file: CsvFile): AsyncGenerator<readonly CsvRow[]> {
  const { header } = file
  const width = header.findLastIndex((name) => name !== '') + 1
  let shortRows = 0
  let last: CsvRow | undefined
  for await (const batch of file.readRows()) {
    const rows = batch.filter((row) => !isBlankRow(row) && !isHeader(row, header))
    for (const row of rows) if (row.cells.length < width) shortRows += 1
    last = rows.at(-1) ?? last
    yield rows.map((row) => fitToWidth(row, header.length))
  }
  if (last && shortRows === 1 && last.cells.length < width) throw describeCutOff(file, last, width)
}

/** Adds or removes blank cells at the end. Surplus values remain, so that the row is rejected later. */
function fitToWidth(row: CsvRow, width: number): CsvRow {
  const { cells } = row
  if (cells.length === width) return row
  const used = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  return { ...row, cells: Array.from({ length: Math.max(used, width) }, (_, index) => cells[index] ?? '') }
}

function isHeader({ cells }: CsvRow, header: readonly string[]): boolean {
  return header.every((name, index) => name === (cells[index] ?? '').trim().replace(/\s+/g, ' '))
}

/** Returns the function that writes the cells of a column as the own sheet has them. */
function findTranslation(
  heading: string,
  { to, unit, separator }: ColumnTarget,
  { decimalSign }: TableMapping,
): (text: string) => string {
  const writeNumber = (text: string) => normaliseNumber(text, decimalSign)
  const field = findVitrineField(to)
  switch (field) {
    case 'price':
    case 'compareAtPrice':
      return writeNumber
    case 'unitQuantity':
    case 'unitBase':
      // A fourth decimal prevents the point from being taken for a thousands separator.
      return (text) => writeNumber(text).replace(/\d\.\d{3}(?!\d)/, '$&0')
    case 'packSize':
    case 'minimumQuantity':
      // Merchandise management systems write whole numbers with decimals.
      return (text) => writeNumber(text).replace(/^(\s*\d+)[.,]0+(?!\d)/, '$1')
    case 'weight':
      return (text) => writeNumber(text.trim()).replace(/\d$/, `$& ${unit ?? 'g'}`)
    case 'availability':
      return writeStock
    case 'name':
    case 'shortDescription':
    case 'description':
    case 'safetyInformation':
      return (text) => text
    case 'tags':
      return (text) => writeTags(splitList(text, separator ?? ','))
    case 'images':
      return (text) => (separator === undefined ? splitPictures(text) : splitList(text, separator)).join('\n')
    case 'documents':
      return (text) =>
        splitList(text, separator ?? '\n')
          .map((entry) => nameDocument(entry, heading))
          .join('\n')
    case undefined:
      return (text) => addUnit(text, unit, writeNumber)
    default: {
      const joint = JOINTS[field]
      if (joint === undefined) return (text) => text
      return (text) => splitList(text, separator ?? (joint.trim() || joint)).join(joint)
    }
  }
}

const NUMBER = /\d(?:[\d.,'’\u00a0\u202f\u2009 ]*\d)?/

/** A text that contradicts the decimal sign is unchanged. */
function normaliseNumber(text: string, sign: TableMapping['decimalSign']): string {
  if (sign === undefined) return text
  return text.replace(NUMBER, (number) => {
    const plain = number.replace(/['’\u00a0\u202f\u2009 ]/g, '')
    const [group, point] = sign === ',' ? ['.', ','] : [',', '.']
    const [whole = '', fraction, ...rest] = plain.split(point)
    const isGrouped = whole.includes(group)
    const isWhole = isGrouped ? /^\d{1,3}(?:[.,]\d{3})+$/.test(whole) : /^\d+$/.test(whole)
    if (!isWhole || rest.length > 0 || (fraction !== undefined && !/^\d+$/.test(fraction))) return number
    return whole.replaceAll(group, '') + (fraction === undefined ? '' : `.${fraction}`)
  })
}

function addUnit(text: string, unit: string | undefined, writeNumber: (text: string) => string): string {
  const plain = readPlainText(text)
  return unit !== undefined && /^[+-]?\d[\d.,\s'’/]*$/.test(plain) ? `${writeNumber(plain)} ${unit}` : text
}

function addCurrency(price: string, currency: string): string {
  return currency === '' || !/\d/.test(price) || /\p{L}|\p{Sc}/u.test(price) ? price : `${price.trim()} ${currency}`
}

const PICTURE = /\.(?:jpe?g|png|webp|avif|gif|svg)(?:[?#].*)?$/i

function isPicture(text: string): boolean {
  return PICTURE.test(text) || UNSUPPORTED_EXTENSION.test(text)
}

/** Divides a cell only if each part is a picture. */
function splitPictures(text: string): readonly string[] {
  const lists = [/\r?\n/, /[\s,;|]+(?=https?:\/\/)/i, /[;|]/, /,/].map((separator) => splitList(text, separator))
  return lists.find((parts) => parts.length > 1 && parts.every(isPicture)) ?? [text.trim()]
}

function nameDocument(entry: string, heading: string): string {
  const isUnnamed = isHttpsAddress(entry) || (isDocumentFile(entry) && !entry.includes(' | '))
  return isUnnamed ? `${heading} | ${entry}` : entry
}
