import type { TableMapping } from '../../catalog/rules/table-mapping.ts'
import { buildRepeatableSlug, isSlug } from '../../../shared/slug.ts'
import { copyText, readCode, readPlainText } from '../cells.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { VITRINE_COLUMNS, type VitrineField } from '../formats/vitrine/vitrine-columns.ts'
import { ImportError } from '../import-error.ts'
import { listColumnKeys } from './column-keys.ts'
import { JOINED_FIELDS, readMappedField } from './mapping-fields.ts'
import { addCurrency, translateAttribute, translateCell, type CellContext } from './translate-cell.ts'

interface Source {
  readonly index: number
  read(cells: readonly string[]): string
}

interface OwnColumn {
  readonly name: string
  readonly sources: readonly Source[]
  /** Text between the cells of several sources. Without it, the first cell that is not blank counts. */
  readonly joint?: string | undefined
  readonly fixed?: string | undefined
  /** The value if the first source is not blank: the name of an option. */
  readonly label?: string
}

interface MappedRow extends CsvRow {
  readonly source: CsvRow
}

/**
 * Presents a table as Vitrine's own sheet. Messages name the columns and rows of the table.
 * @throws ImportError if no column of the table holds a name or a number
 */
export async function openMappedFile(file: CsvFile, mapping: TableMapping, locale: string): Promise<CsvFile> {
  const { columns, currency } = listOwnColumns(file, mapping)
  const find = (field: VitrineField) => columns.find(({ name }) => name === VITRINE_COLUMNS[field][0])
  const named = { slug: find('slug'), name: find('name'), sku: find('sku'), gtin: find('gtin'), mpn: find('mpn') }
  const name = named.name ?? named.sku
  if (!name) throw describeMissingName(file)
  const others = columns.filter((column) => column !== named.slug && column !== named.name)
  const buildSlug = (text: string) => (isSlug(text) ? text : buildRepeatableSlug(text, locale))
  const buildBase = (cells: readonly string[]) =>
    buildSlug((named.slug && readCell(named.slug, cells)) || readCell(name, cells)) ||
    (named.sku ? buildSlug(readCell(named.sku, cells)) : '')
  // Rows of one name are variants if they have options, and otherwise different products.
  const hasOptions = columns.some(({ name: column }) => /^option /i.test(column))
  const repeated = hasOptions || named.slug ? new Set<string>() : await findRepeated(file, buildBase)
  const readSlug = (cells: readonly string[]) => {
    const base = buildBase(cells)
    if (!repeated.has(base)) return base
    const code = [named.sku, named.gtin, named.mpn]
      .map((column) => column && readCode(readCell(column, cells)))
      .find(Boolean)
    return code ? buildSlug(`${readPlainText(readCell(name, cells))} ${code}`) : base
  }
  const header = [VITRINE_COLUMNS.slug[0], VITRINE_COLUMNS.name[0], ...others.map((column) => column.name)]
  const slugSources = [named.slug, named.name, named.sku].flatMap((column) => column?.sources ?? [])
  const sourcesOf = [slugSources, name.sources, ...others.map(({ sources }) => sources)]
  const priceIndexes = [VITRINE_COLUMNS.price[0], VITRINE_COLUMNS.compareAtPrice[0]].map((price) =>
    header.indexOf(price),
  )

  const translate = (source: CsvRow): MappedRow => {
    const { cells } = source
    const translated = [readSlug(cells), readCell(name, cells), ...others.map((column) => readCell(column, cells))]
    const code = currency && readCell(currency, cells).trim().toUpperCase()
    if (code)
      for (const index of priceIndexes) if (index !== -1) translated[index] = addCurrency(translated[index]!, code)
    return { line: source.line, number: source.number, cells: translated, source }
  }
  return {
    name: file.name,
    headerLine: file.headerLine,
    header,
    originOf(row, index) {
      const { source } = row as MappedRow
      const sources = sourcesOf[index] ?? []
      const filled = sources.find((each) => source.cells[each.index]?.trim())
      return { file, row: source, index: (filled ?? sources[0])?.index }
    },
    async *readRows() {
      for await (const rows of readTableRows(file)) yield rows.map(translate)
    },
  }
}

function listOwnColumns(
  { header }: CsvFile,
  mapping: TableMapping,
): { readonly columns: readonly OwnColumn[]; readonly currency: OwnColumn | undefined } {
  const targets = new Map(Object.entries(mapping.columns).map(([column, target]) => [foldColumnName(column), target]))
  const columns = new Map<string, OwnColumn>()
  let options = 0
  const add = (name: string, source: Source, more: Omit<OwnColumn, 'name' | 'sources'> = {}) => {
    const column = columns.get(name)
    columns.set(name, { ...more, ...column, name, sources: [...(column?.sources ?? []), source] })
  }
  for (const [index, key] of listColumnKeys(header).entries()) {
    const target = targets.get(foldColumnName(key))
    const field = target ? readMappedField(target.to) : undefined
    if (!target || !field) continue
    const context: CellContext = { heading: header[index] || key, target, mapping }
    const cellOf = (cells: readonly string[]) => cells[index] ?? ''
    switch (field.kind) {
      case 'field': {
        const read = (cells: readonly string[]) => translateCell(cellOf(cells), field.field, context)
        add(VITRINE_COLUMNS[field.field][0], { index, read }, { joint: JOINED_FIELDS[field.field] })
        break
      }
      case 'attribute':
        add(`Attribute: ${field.name}`, { index, read: (cells) => translateAttribute(cellOf(cells), context) })
        break
      case 'option': {
        options += 1
        const read = (cells: readonly string[]) => translateAttribute(cellOf(cells), context)
        add(`Option ${options} name`, { index, read }, { label: field.name })
        add(`Option ${options} value`, { index, read })
        break
      }
      case 'own':
        add(field.name, { index, read: cellOf })
        break
      case 'currency':
        add('Currency', { index, read: cellOf })
    }
  }
  for (const [name, fixed] of Object.entries(mapping.fixed ?? {}))
    columns.set(name, { sources: [], ...columns.get(name), name, fixed })
  const currency = columns.get('Currency')
  columns.delete('Currency')
  return { columns: [...columns.values()], currency }
}

function readCell({ sources, joint, fixed = '', label }: OwnColumn, cells: readonly string[]): string {
  const texts = sources.map((source) => source.read(cells)).filter((text) => text.trim() !== '')
  const [first] = texts
  if (first === undefined) return fixed
  if (label !== undefined) return label
  return joint === undefined ? first : texts.join(joint)
}

function describeMissingName({ name, headerLine, header }: CsvFile): ImportError {
  return new ImportError(
    { file: name, line: headerLine },
    `no column holds the name or the number of the products; the columns are: ${header.filter(Boolean).join(', ')}. Write "Name" or "SKU" for one of them in the mapping`,
  )
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
  if (last && shortRows === 1 && last.cells.length < width)
    throw new ImportError(
      { file: file.name, line: last.line, column: header[last.cells.length - 1] },
      `the last row has ${last.cells.length} of ${width} cells: the file was cut off`,
    )
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

async function findRepeated(file: CsvFile, slugOf: (cells: readonly string[]) => string): Promise<Set<string>> {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for await (const rows of readTableRows(file)) {
    for (const { cells } of rows) {
      const slug = slugOf(cells)
      if (seen.has(slug)) repeated.add(copyText(slug))
      else seen.add(copyText(slug))
    }
  }
  return repeated
}
