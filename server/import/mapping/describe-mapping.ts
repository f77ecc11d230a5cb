import { cutText, readPlainText } from '../cells.ts'
import type { MappingProposal, ProposedColumn } from './propose-mapping.ts'

const SAMPLES = 3
const SAMPLE_MAX_LENGTH = 24
const HEADING_MAX_LENGTH = 32

/** Characters for a target. A longer one moves the values to the right. */
const TARGET_MAX_WIDTH = 60

export function describeProposal(file: string, { columns, mapping }: MappingProposal): string {
  const rows = columns.map((column) => [
    cut(readPlainText(column.key), HEADING_MAX_LENGTH),
    describeTarget(column),
    listSamples(column),
  ])
  const [first = 0, second = 0] = [0, 1].map((index) => Math.max(...rows.map((row) => (row[index] ?? '').length)))
  const lines = rows.map(([key = '', target = '', samples = '']) =>
    `  ${key.padEnd(first)}  ${target.padEnd(Math.min(second, TARGET_MAX_WIDTH))}  ${samples}`.trimEnd(),
  )
  const { decimalSign } = mapping
  return [
    `${file}: the columns are not those of a known format. What they would become:`,
    '',
    ...lines,
    ...(decimalSign ? ['', `Numbers have a decimal ${decimalSign === ',' ? 'comma' : 'point'}.`] : []),
  ].join('\n')
}

function describeTarget({ target, reason }: ProposedColumn): string {
  const text = target === null ? 'not imported' : readPlainText(target.to)
  return reason === '' ? text : `${text} (${reason})`
}

function listSamples({ values }: ProposedColumn): string {
  const different = [...new Set(values.filter(Boolean))].slice(0, SAMPLES)
  return different.map((value) => cut(value, SAMPLE_MAX_LENGTH)).join(' · ')
}

function cut(text: string, length: number): string {
  return text.length > length ? `${cutText(text, length - 1)}…` : text
}
