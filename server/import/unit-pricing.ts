import type { Measure } from '../../shared/catalog.ts'
import { AMOUNT_DECIMALS, findBase, haveSameDimension, MEASURE_UNITS } from '../catalog/rules/price-texts.ts'
import { findUnit } from '../catalog/rules/units.ts'
import type { DraftVariant } from './draft-product.ts'
import type { CsvRow } from './files/csv-file.ts'
import type { CsvSheet } from './files/csv-sheet.ts'

const AMOUNT_MAX = 1e9

/** Spellings besides those of `findUnit`. */
const SPELLINGS = new Map(
  Object.entries({
    'cm²': 'cm2 sqcm qcm',
    'm²': 'm2 sqm qm',
    'm³': 'cbm',
    piece:
      'item items unit units ct each stücke stueck stuks stuk pezzo pezzi peça peças peca pecas szt szt. sztuka sztuki sztuk قطعة قطع',
  } as const).flatMap(([unit, words]) => words.split(' ').map((word) => [word, unit] as const)),
)

const MEASURE = /^(\d[\d.,]*)?\s*(\S.*)$/u

type MeasureReading = { readonly measure: Measure } | { readonly fault: string }

/** Reads '750 ml', '2,5 kg' or '10 Stück'; a unit alone means 1. */
export function readMeasure(text: string): MeasureReading {
  const [, number = '1', word = ''] = MEASURE.exec(text) ?? []
  const unit = findMeasureUnit(word)
  if (unit === undefined) return { fault: `has no unit of these: ${MEASURE_UNITS.join(', ')}` }
  // 1.500 may mean 1500, so it is refused like an ambiguous price.
  if (/^[1-9]\d{0,2}[.,]\d{3}$/.test(number))
    return { fault: 'is ambiguous; write it without a thousands separator, or with a fourth decimal' }
  if (!/^\d+(?:[.,]\d+)?$/.test(number)) return { fault: 'has no number such as 750 or 2.5' }
  const amount = Number(Number(number.replace(',', '.')).toFixed(AMOUNT_DECIMALS))
  if (amount === 0) return { fault: 'is 0; write what the pack holds' }
  return amount <= AMOUNT_MAX ? { measure: { amount, unit } } : { fault: 'is too large' }
}

/** The inverse of `readMeasure`. */
export function writeMeasure(measure: Measure | undefined): string {
  if (!measure) return ''
  const { amount, unit } = measure
  return `${amount}${/^\d{1,3}\.\d{3}$/.test(String(amount)) ? '0' : ''} ${unit}`
}

function findMeasureUnit(word: string): Measure['unit'] | undefined {
  const spelling = word.toLowerCase()
  const symbol = SPELLINGS.get(spelling) ?? findUnit(word)?.symbol ?? spelling
  return symbol === 'pcs' ? 'piece' : MEASURE_UNITS.find((unit) => unit === symbol)
}

/** What cannot be read is left out with a warning. */
export function readUnitPricing<Field extends string>(
  reader: CsvSheet<Field | 'unitQuantity' | 'unitBase'>,
  row: CsvRow,
): Pick<DraftVariant, 'unitQuantity' | 'unitBase'> {
  const faults: string[] = []
  const warn = (field: 'unitQuantity' | 'unitBase', reason: string): null => {
    reader.warn(row, field, `${reason}. The unit price was left out`)
    faults.push(reason)
    return null
  }
  const read = (field: 'unitQuantity' | 'unitBase'): Measure | null | undefined => {
    const text = reader.readPlain(row, field)
    if (text === '') return reader.has(field) ? null : undefined
    const reading = readMeasure(text)
    return 'measure' in reading ? reading.measure : warn(field, `"${text}" ${reading.fault}`)
  }
  const [unitQuantity, unitBase] = [read('unitQuantity'), read('unitBase')]
  if (unitQuantity && unitBase && !haveSameDimension(unitQuantity, unitBase)) {
    const written = `"${writeMeasure(unitBase)}" and "${writeMeasure(unitQuantity)}" cannot be converted to each other`
    warn('unitBase', `${written}; write for example "${writeMeasure(findBase({ quantity: unitQuantity }))}"`)
  }
  if (unitQuantity === null && unitBase && faults.length === 0)
    warn('unitBase', 'there is no quantity beside this base; write what the pack holds, such as 750 ml')
  return faults.length > 0 ? { unitQuantity: null, unitBase: null } : { unitQuantity, unitBase }
}
