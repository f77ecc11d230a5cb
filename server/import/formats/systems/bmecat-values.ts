import { languageKey } from '../../../../shared/languages.ts'
import { matchLanguage } from '../language-columns.ts'

/** Types of public prices, the best first. `net_customer` is what one customer pays. */
const PUBLIC_TYPES = ['gros_list', 'nrp', 'net_list']

/** Writes the price of one piece that is valid today, or ''. @param currency of prices without one */
export function choosePrice(
  prices: readonly Readonly<Record<string, string>>[],
  currency: string,
  now: number,
): string {
  const today = new Date(now).toISOString().slice(0, 10)
  const valid = prices.filter(
    ({ LOWER_BOUND = '', valid_start_date: from = '', valid_end_date: to = '' }) =>
      (LOWER_BOUND === '' || Number(LOWER_BOUND) <= 1) &&
      (from === '' || from.slice(0, 10) <= today) &&
      (to === '' || to.slice(0, 10) >= today),
  )
  const chosen = PUBLIC_TYPES.map((type) => valid.find((price) => price['type'] === type)).find(Boolean)
  return chosen ? `${chosen['PRICE_AMOUNT'] ?? ''} ${chosen['PRICE_CURRENCY'] ?? currency}`.trim() : ''
}

/** Reads codes of ISO 639 such as `deu`, `ger` or `de-DE`. @returns the key of the site's language that it means */
export function readLanguage(code: string, languages: readonly string[]): string {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(code.replaceAll('_', '-'))
    return matchLanguage(languageKey(tag), languages) ?? languageKey(tag)
  } catch {
    return languageKey(code)
  }
}

/** Frequent codes of UN/ECE recommendation 20. */
const UNITS: ReadonlyMap<string, string> = new Map(
  `MMT=mm CMT=cm DMT=dm MTR=m KMT=km INH=in MMK=mm² CMK=cm² MTK=m² MTQ=m³ MLT=ml LTR=l GRM=g KGM=kg TNE=t VLT=V
    KVT=kV AMP=A 4K=mA WTT=W KWT=kW KWH=kWh OHM=Ω HTZ=Hz KHZ=kHz LUM=lm CEL=°C KEL=K NEW=N NU=Nm BAR=bar PAL=Pa
    SEC=s MIN=min HUR=h DAY=d P1=% DD=°`
    .split(/\s+/)
    .map((pair) => pair.split('=') as [code: string, unit: string]),
)

/** Returns a unit as visitors know it, and '' for pieces. */
export function writeUnit(unit: string): string {
  return /^(C62|PCE|H87|EA)$/.test(unit) ? '' : (UNITS.get(unit) ?? unit)
}
