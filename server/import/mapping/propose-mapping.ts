import { basename } from 'node:path'
import { abbreviateValue, readPlainText } from '../cells.ts'
import { isBlankRow, type CsvFile, type CsvRow } from '../files/csv-file.ts'
import { describeUnknownFormat } from '../formats/product-formats.ts'
import { VITRINE_COLUMNS } from '../formats/vitrine/vitrine-columns.ts'
import { type Decision, ColumnDecisions, type SampledColumn } from './decide-on-columns.ts'
import { listColumnKeys, mappingPathOf, type TableMapping } from './mapping-file.ts'

const SAMPLE_ROWS = 500
const VALUE_MAX_LENGTH = 5_000

interface ProposedColumn extends SampledColumn, Decision {}

export interface MappingProposal {
  readonly file: string
  readonly columns: readonly ProposedColumn[]
  readonly mapping: TableMapping
}

/**
 * Proposes targets by headings. Values decide only how cells are read: the decimal sign, the separator of categories, and
 * whether rows with one name are variants.
 * @throws ImportError if no column holds the names or numbers of the products
 */
export async function proposeMapping(file: CsvFile): Promise<MappingProposal> {
  const { name } = file
  const columns = new ColumnDecisions(await sampleColumns(file)).list()
  const mapping = {
    columns: Object.fromEntries(columns.map(({ key, target }) => [key, target])),
    decimalSign: findDecimalSign(columns),
  }
  if (hasNameOrNumber(mapping)) return { file: name, columns, mapping }
  const path = basename(mappingPathOf(name))
  const example = '{ "columns": { "…": "Name", "…": "SKU", "…": "Price" } }'
  const advice = `None of them seems to hold the names or numbers of the products. Rename one to "Name" or "SKU", or write into ${path} what they hold: ${example}`
  throw describeUnknownFormat(file, advice)
}

export function listSome(header: readonly string[]): string {
  return header.slice(0, 5).join(', ')
}

/** Columns with neither a heading nor values are left out. */
async function sampleColumns(file: CsvFile): Promise<readonly SampledColumn[]> {
  const sample: CsvRow[] = []
  for await (const rows of file.readRows()) {
    sample.push(...rows.filter((row) => !isBlankRow(row)))
    if (sample.length >= SAMPLE_ROWS) break
  }
  const rows = sample.slice(0, SAMPLE_ROWS)
  return listColumnKeys(file.header)
    .map((key, index) => ({
      key,
      heading: file.header[index] ?? '',
      values: rows.map(({ cells }) => readPlainText((cells[index] ?? '').slice(0, VALUE_MAX_LENGTH))),
    }))
    .filter(({ heading, values }) => heading !== '' || values.some(Boolean))
}

export function hasNameOrNumber({ columns }: Pick<TableMapping, 'columns'>): boolean {
  const [name, sku] = [VITRINE_COLUMNS.name[0], VITRINE_COLUMNS.sku[0]]
  return Object.values(columns).some((target) => target?.to === name || target?.to === sku)
}

const NUMBERS: readonly string[] = (['price', 'compareAtPrice', 'weight', 'unitQuantity'] as const).map(
  (field) => VITRINE_COLUMNS[field][0],
)

/** Returns the decimal sign if all values agree. */
function findDecimalSign(columns: readonly ProposedColumn[]): TableMapping['decimalSign'] {
  const numbers = columns.filter(({ target }) => target && NUMBERS.includes(target.to)).flatMap(({ values }) => values)
  const signs = new Set(numbers.map((value) => /\d([.,])\d{1,2}(?!\d|[.,]\d)/.exec(value)?.[1]).filter(Boolean))
  const [sign, other] = signs
  return other === undefined && (sign === '.' || sign === ',') ? sign : undefined
}

const SAMPLES_SHOWN = 3

export function describeProposal({ file, columns, mapping }: MappingProposal): string {
  const rows = columns.map(({ key, target, reason, values }) => ({
    heading: abbreviateValue(key) ?? '',
    target: target ? readPlainText(target.to) : 'not imported',
    samples: abbreviateValue([...new Set(values.filter(Boolean))].slice(0, SAMPLES_SHOWN).join(' · ')) ?? '',
    reason: reason && `(${reason})`,
  }))
  const headingWidth = Math.max(...rows.map(({ heading }) => heading.length))
  const targetWidth = Math.max(...rows.map(({ target }) => target.length))
  const { decimalSign } = mapping
  return [
    `${file}: the columns are not those of a known format. What they would become:`,
    '',
    ...rows.map(({ heading, target, samples, reason }) =>
      `  ${heading.padEnd(headingWidth)}  ${target.padEnd(targetWidth)}  ${samples} ${reason}`.trimEnd(),
    ),
    ...(decimalSign ? ['', `Numbers have a decimal ${decimalSign === ',' ? 'comma' : 'point'}.`] : []),
  ].join('\n')
}
