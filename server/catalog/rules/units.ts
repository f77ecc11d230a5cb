/** Their base units are mm, g, ml, W, V, A, Hz, B, bar, °C, ° and pieces, in which numbers are stored and compared. */
export type QuantityKind =
  | 'length'
  | 'mass'
  | 'volume'
  | 'power'
  | 'voltage'
  | 'current'
  | 'frequency'
  | 'data'
  | 'pressure'
  | 'temperature'
  | 'angle'
  | 'count'

export interface Unit {
  readonly symbol: string
  readonly kind: QuantityKind
  /** Number of base units. */
  readonly factor: number
  /** Other spellings in English, German, Spanish and French. */
  readonly spellings: readonly string[]
  /** What is added before a temperature is multiplied by the factor; otherwise 0. */
  readonly offset: number
}

/** Significant digits of results, so that 1/4 in equals 6.35 mm. */
const PRECISION_DIGITS = 10

/** A temperature closer to 0 than this share of its offset is a rounding error, and becomes 0. */
const ROUNDING_ERROR = 1e-9

function unit(symbol: string, kind: QuantityKind, factor: number, spellings: string, offset = 0): Unit {
  return { symbol, kind, factor, spellings: spellings.split(' ').filter(Boolean), offset }
}

// prettier-ignore
export const UNITS: readonly Unit[] = [
  unit('nm', 'length', 1e-6, 'nanometer nanometre nanometers nanometres'),
  unit('µm', 'length', 1e-3, 'μm um micron microns'),
  unit('mm', 'length', 1, 'mm. millimeter millimetre millimeters millimetres millimetern milímetro milímetros millimètre millimètres'),
  unit('cm', 'length', 10, 'cm. centimeter centimetre centimeters centimetres zentimeter centímetro centímetros centimètre centimètres'),
  unit('dm', 'length', 100, 'dm. decimeter decimetre dezimeter decímetro decímetros décimètre'),
  unit('m', 'length', 1e3, 'mtr meter metre meters metres metern metro metros mètre mètres'),
  unit('km', 'length', 1e6, 'kilometer kilometre kilometers kilometres kilómetro kilómetros kilomètres'),
  unit('in', 'length', 25.4, `in. inch inches zoll pulgada pulgadas pouce pouces " ″ ” '' ′′`),
  unit('ft', 'length', 304.8, "ft. foot feet fuß pie pies pieds ' ′"),
  unit('yd', 'length', 914.4, 'yd. yard yards'),
  unit('mi', 'length', 1_609_344, 'mile miles'),

  unit('mg', 'mass', 1e-3, 'milligram milligrams milligramm miligramos'),
  unit('g', 'mass', 1, 'gr gr. gram grams gramm gramo gramos gramme grammes'),
  unit('kg', 'mass', 1e3, 'kg. kgs kilo kilos kilogram kilograms kilogramm kilogramo kilogramos kilogramme kilogrammes'),
  unit('t', 'mass', 1e6, 'tonne tonnes tonnen toneladas'),
  unit('oz', 'mass', 28.349523125, 'oz. ounce ounces unze unzen onza onzas'),
  unit('lb', 'mass', 453.59237, 'lb. lbs lbs. pound pounds libra libras'),

  unit('ml', 'volume', 1, 'mL milliliter millilitre milliliters millilitres mililitros'),
  unit('cl', 'volume', 10, 'cL centiliter centilitre zentiliter centilitros'),
  unit('dl', 'volume', 100, 'dL deziliter deciliter decilitre'),
  unit('l', 'volume', 1e3, 'L ltr ltr. ℓ liter litre liters litres litern litro litros'),
  unit('m³', 'volume', 1e6, 'm3 cbm'),
  unit('fl oz', 'volume', 29.573529562500003, 'fl.oz. fl.oz floz'),
  unit('gal', 'volume', 3_785.4117840000004, 'gal. gallon gallons gallonen galón galones'),

  unit('mW', 'power', 1e-3, 'milliwatt milliwatts'),
  unit('W', 'power', 1, 'w watt watts vatios'),
  unit('kW', 'power', 1e3, 'kilowatt kilowatts kilovatios'),
  unit('MW', 'power', 1e6, 'megawatt megawatts'),

  unit('mV', 'voltage', 1e-3, 'millivolt millivolts'),
  unit('V', 'voltage', 1, 'v volt volts voltios vac vdc v~ v⎓ vac. vdc.'),
  unit('kV', 'voltage', 1e3, 'kilovolt kilovolts'),

  unit('µA', 'current', 1e-6, 'μA uA'),
  unit('mA', 'current', 1e-3, 'milliampere milliamp milliamps'),
  unit('A', 'current', 1, 'amp amps ampere amperes ampère amperios'),
  unit('kA', 'current', 1e3, 'kiloampere'),

  unit('Hz', 'frequency', 1, 'hertz hercios'),
  unit('kHz', 'frequency', 1e3, 'kilohertz'),
  unit('MHz', 'frequency', 1e6, 'megahertz'),
  unit('GHz', 'frequency', 1e9, 'gigahertz'),

  unit('B', 'data', 1, 'byte bytes'),
  unit('KB', 'data', 1e3, 'kB kilobyte kilobytes'),
  unit('MB', 'data', 1e6, 'megabyte megabytes'),
  unit('GB', 'data', 1e9, 'gigabyte gigabytes'),
  unit('TB', 'data', 1e12, 'terabyte terabytes'),
  unit('KiB', 'data', 2 ** 10, 'kibibyte'),
  unit('MiB', 'data', 2 ** 20, 'mebibyte'),
  unit('GiB', 'data', 2 ** 30, 'gibibyte'),
  unit('TiB', 'data', 2 ** 40, 'tebibyte'),

  unit('Pa', 'pressure', 1e-5, 'pascal pascals'),
  unit('hPa', 'pressure', 1e-3, 'hektopascal hectopascal'),
  unit('kPa', 'pressure', 1e-2, 'kilopascal kilopascals'),
  unit('MPa', 'pressure', 10, 'megapascal'),
  unit('mbar', 'pressure', 1e-3, 'millibar'),
  unit('bar', 'pressure', 1, 'bars bares'),
  unit('psi', 'pressure', 0.06894757, 'lb/in² lb/in2'),

  unit('°C', 'temperature', 1, '℃ ºC degc celsius'),
  unit('°F', 'temperature', 5 / 9, '℉ ºF degf fahrenheit', -32),
  unit('K', 'temperature', 1, 'kelvin', -273.15),

  unit('°', 'angle', 1, 'º deg deg. degree degrees grad grados degrés'),
  unit('rad', 'angle', 180 / Math.PI, 'radian radians'),

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

export function toBase(value: number, { factor, offset }: Unit): number {
  return round((value + offset) * factor, offset)
}

export function fromBase(value: number, { factor, offset }: Unit): number {
  return round(value / factor - offset, offset)
}

function round(value: number, offset: number): number {
  const isError = Math.abs(value) < Math.abs(offset) * ROUNDING_ERROR
  return isError ? 0 : Number(value.toPrecision(PRECISION_DIGITS))
}

function withoutSpaces(text: string): string {
  return text.replace(/\s+/g, '')
}
