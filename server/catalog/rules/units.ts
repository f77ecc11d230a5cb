import { convert, type Unit as ConvertibleUnit } from 'convert'

/**
 * The base unit of each kind, in which numbers are stored and compared; null if all units of the kind have a factor in
 * `conversion`.
 */
// prettier-ignore
const BASE_UNITS = {
  length: 'mm', mass: 'g', volume: 'ml', power: 'W', voltage: null, current: null, frequency: 'Hz', data: 'B',
  pressure: 'bar', temperature: 'C', angle: 'deg', count: null,
} as const satisfies Record<string, ConvertibleUnit | null>

export type QuantityKind = keyof typeof BASE_UNITS

export interface Unit {
  readonly symbol: string
  readonly kind: QuantityKind
  /** Name in the library `convert`, or the factor to the base unit. */
  readonly conversion: ConvertibleUnit | number
  /** Other spellings in English, German, Spanish and French. */
  readonly spellings: readonly string[]
}

/** Significant digits of results, so that 1/4 in equals 6.35 mm. */
const PRECISION_DIGITS = 10

/** A result closer to 0 is a rounding error of a temperature, and becomes 0. */
const LEAST_NUMBER = 1e-11

function unit(symbol: string, kind: QuantityKind, conversion: ConvertibleUnit | number, spellings: string): Unit {
  return {
    symbol,
    kind,
    conversion,
    spellings: spellings.split(' ').filter(Boolean),
  }
}

// prettier-ignore
export const UNITS: readonly Unit[] = [
  unit('nm', 'length', 'nm', 'nanometer nanometre nanometers nanometres'),
  unit('µm', 'length', 'micrometer', 'μm um micron microns'),
  unit('mm', 'length', 'mm', 'mm. millimeter millimetre millimeters millimetres millimetern milímetro milímetros millimètre millimètres'),
  unit('cm', 'length', 'cm', 'cm. centimeter centimetre centimeters centimetres zentimeter centímetro centímetros centimètre centimètres'),
  unit('dm', 'length', 'dm', 'dm. decimeter decimetre dezimeter decímetro decímetros décimètre'),
  unit('m', 'length', 'm', 'mtr meter metre meters metres metern metro metros mètre mètres'),
  unit('km', 'length', 'km', 'kilometer kilometre kilometers kilometres kilómetro kilómetros kilomètres'),
  unit('in', 'length', 'in', `in. inch inches zoll pulgada pulgadas pouce pouces " ″ ” '' ′′`),
  unit('ft', 'length', 'ft', "ft. foot feet fuß pie pies pieds ' ′"),
  unit('yd', 'length', 'yd', 'yd. yard yards'),
  unit('mi', 'length', 'mi', 'mile miles'),

  unit('mg', 'mass', 'mg', 'milligram milligrams milligramm miligramos'),
  unit('g', 'mass', 'g', 'gr gr. gram grams gramm gramo gramos gramme grammes'),
  unit('kg', 'mass', 'kg', 'kg. kgs kilo kilos kilogram kilograms kilogramm kilogramo kilogramos kilogramme kilogrammes'),
  unit('t', 'mass', 't', 'tonne tonnes tonnen toneladas'),
  unit('oz', 'mass', 'oz', 'oz. ounce ounces unze unzen onza onzas'),
  unit('lb', 'mass', 'lb', 'lb. lbs lbs. pound pounds libra libras'),

  unit('ml', 'volume', 'ml', 'mL milliliter millilitre milliliters millilitres mililitros'),
  unit('cl', 'volume', 'cl', 'cL centiliter centilitre zentiliter centilitros'),
  unit('dl', 'volume', 'dl', 'dL deziliter deciliter decilitre'),
  unit('l', 'volume', 'l', 'L ltr ltr. ℓ liter litre liters litres litern litro litros'),
  unit('m³', 'volume', 'm3', 'm3 cbm'),
  unit('fl oz', 'volume', 'fl oz', 'fl.oz. fl.oz floz'),
  unit('gal', 'volume', 'gal', 'gal. gallon gallons gallonen galón galones'),

  unit('mW', 'power', 'mW', 'milliwatt milliwatts'),
  unit('W', 'power', 'W', 'w watt watts vatios'),
  unit('kW', 'power', 'kW', 'kilowatt kilowatts kilovatios'),
  unit('MW', 'power', 'MW', 'megawatt megawatts'),

  unit('mV', 'voltage', 1e-3, 'millivolt millivolts'),
  unit('V', 'voltage', 1, 'v volt volts voltios vac vdc v~ v⎓ vac. vdc.'),
  unit('kV', 'voltage', 1e3, 'kilovolt kilovolts'),

  unit('µA', 'current', 1e-6, 'μA uA'),
  unit('mA', 'current', 1e-3, 'milliampere milliamp milliamps'),
  unit('A', 'current', 1, 'amp amps ampere amperes ampère amperios'),
  unit('kA', 'current', 1e3, 'kiloampere'),

  unit('Hz', 'frequency', 'Hz', 'hertz hercios'),
  unit('kHz', 'frequency', 'kHz', 'kilohertz'),
  unit('MHz', 'frequency', 'MHz', 'megahertz'),
  unit('GHz', 'frequency', 'GHz', 'gigahertz'),

  unit('B', 'data', 'B', 'byte bytes'),
  unit('KB', 'data', 'kB', 'kB kilobyte kilobytes'),
  unit('MB', 'data', 'MB', 'megabyte megabytes'),
  unit('GB', 'data', 'GB', 'gigabyte gigabytes'),
  unit('TB', 'data', 'TB', 'terabyte terabytes'),
  unit('KiB', 'data', 'KiB', 'kibibyte'),
  unit('MiB', 'data', 'MiB', 'mebibyte'),
  unit('GiB', 'data', 'GiB', 'gibibyte'),
  unit('TiB', 'data', 'TiB', 'tebibyte'),

  unit('Pa', 'pressure', 'Pa', 'pascal pascals'),
  unit('hPa', 'pressure', 'hPa', 'hektopascal hectopascal'),
  unit('kPa', 'pressure', 'kPa', 'kilopascal kilopascals'),
  unit('MPa', 'pressure', 'MPa', 'megapascal'),
  unit('mbar', 'pressure', 'mbar', 'millibar'),
  unit('bar', 'pressure', 'bar', 'bars bares'),
  unit('psi', 'pressure', 'psi', 'lb/in² lb/in2'),

  unit('°C', 'temperature', 'C', '℃ ºC degc celsius'),
  unit('°F', 'temperature', 'F', '℉ ºF degf fahrenheit'),
  unit('K', 'temperature', 'K', 'kelvin'),

  unit('°', 'angle', 'deg', 'º deg deg. degree degrees grad grados degrés'),
  unit('rad', 'angle', 'rad', 'radian radians'),

  unit('pcs', 'count', 1, 'pcs. pc pc. pc(s) pce piece pieces stück stk stk. st. stuck pieza piezas pzas uds uds. unidad unidades pièce pièces'),
]

/** Bits, which would be read as bytes. */
const NO_UNITS: ReadonlySet<string> = new Set(['Kb', 'kb', 'Mb', 'Gb', 'Tb'])

const UNIT_BY_SPELLING = new Map<string, Unit>()
const UNIT_BY_FOLDED = new Map<string, Unit | null>()
for (const known of UNITS) {
  for (const spelling of [known.symbol, ...known.spellings].map(withoutSpaces)) {
    UNIT_BY_SPELLING.set(spelling, known)
    const folded = spelling.toLowerCase()
    const other = UNIT_BY_FOLDED.get(folded)
    // Case is ignored only if the unit remains unambiguous: "mw" may mean "mW" or "MW", and a single letter anything.
    UNIT_BY_FOLDED.set(folded, spelling.length === 1 || (other !== undefined && other !== known) ? null : known)
  }
}

export function findUnit(text: string): Unit | undefined {
  const spelling = withoutSpaces(text)
  if (NO_UNITS.has(spelling)) return undefined
  return UNIT_BY_SPELLING.get(spelling) ?? UNIT_BY_FOLDED.get(spelling.toLowerCase()) ?? undefined
}

export function toBase(value: number, { kind, conversion }: Unit): number {
  const base = BASE_UNITS[kind]
  return round(
    typeof conversion === 'number' || !base ? value * Number(conversion) : convertBetween(value, conversion, base),
  )
}

export function fromBase(value: number, { kind, conversion }: Unit): number {
  const base = BASE_UNITS[kind]
  return round(
    typeof conversion === 'number' || !base ? value / Number(conversion) : convertBetween(value, base, conversion),
  )
}

/** Both units have the same kind, which the library's types would have to know. */
function convertBetween(value: number, from: ConvertibleUnit, to: ConvertibleUnit): number {
  return (convert as (value: number, unit: ConvertibleUnit) => { to(unit: ConvertibleUnit): number })(value, from).to(
    to,
  )
}

function round(value: number): number {
  return Math.abs(value) < LEAST_NUMBER ? 0 : Number(value.toPrecision(PRECISION_DIGITS))
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}
