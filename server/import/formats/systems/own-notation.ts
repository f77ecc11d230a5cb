import { currencyFractionDigits } from '../../../catalog/rules/money.ts'
import { escapeListPart, readPlainText } from '../../cells.ts'
import { LIMITS } from '../../draft-product.ts'
import { isCostHeading } from '../../mapping/price-headings.ts'

/** Rounds a price with a decimal point, because systems store six decimals. Other texts are unchanged. */
export function writePrice(text: string, currency: string): string {
  return /^\d+\.\d{3,}$/.test(text) ? Number(text).toFixed(currencyFractionDigits(currency)) : text
}

export function readNumber(text: string): number | undefined {
  return /^-?\d+(?:\.\d+)?$/.test(text) ? Number(text) : undefined
}

/** A product is hidden only if its cell says no. */
export function writeVisibility(text: string): string {
  return /^(?:false|no|0)$/i.test(text) ? 'hidden' : 'public'
}

const STOCK = /^[<>≥≤~]?\s*([+-]?)\s*(\d[\d.,'’ ]*)\s*\+?\s*(?:\p{L}{1,8}\.?)?$/u

/** Converts a stock quantity such as `10.0000` or `> 5 pcs` to an availability. Other texts are returned unchanged. */
export function writeStock(text: string): string {
  const [, sign, number] = STOCK.exec(readPlainText(text)) ?? []
  if (number === undefined) return text
  return sign !== '-' && /[1-9]/.test(number) ? 'in stock' : 'out of stock'
}

/** Writes a whole number that has decimals, such as `10.0000`. Zero and one are no minimum. */
export function writeMinimum(text: string): string {
  const pieces = readNumber(text)
  if (pieces === undefined) return text
  return pieces > 1 ? String(Math.ceil(pieces)) : ''
}

/** Builds the id by which later files recognise a product, or '' if it is too long. */
export function writeSourceId(system: string, key: string): string {
  const id = readPlainText(`${system}:${key}`)
  return id.length <= LIMITS.code ? id : ''
}

export function writeTags(tags: readonly string[]): string {
  return tags.map((tag) => escapeListPart(tag, ',')).join(', ')
}

/** The first path is the main category; a path that another one continues is left out. */
export function writeCategories(paths: readonly (readonly string[])[]): { main: string; others: string } {
  const texts = [...new Set(paths.filter((path) => path.length > 0).map((path) => path.join(' > ')))]
  const [main = '', ...others] = texts.filter((text) => !texts.some((other) => other.startsWith(`${text} > `)))
  return { main, others: others.map((path) => escapeListPart(path, '|')).join(' | ') }
}

export function writeAttributes(attributes: readonly (readonly [name: string, value: string])[]): string {
  return attributes
    .map(([name, value]) => [readPlainText(name), readPlainText(value)] as const)
    .filter(([name, value]) => name !== '' && value !== '' && !isCostHeading(name))
    .map(([name, value]) => `${escapeListPart(name, ':')}: ${value}`)
    .join('\n')
}

/** Writes a code such as `country_of_origin` as the name of an attribute. */
export function writeLabel(code: string): string {
  return code.replace(/[_-]+/g, ' ').replace(/^./, (letter) => letter.toUpperCase())
}

/** @param texts of the pictures, which do not count if some pictures lack one */
export function writeImages(sources: readonly string[], texts: readonly string[] = []): string {
  const lines = sources.map((source, index) => {
    const alt = texts.length === sources.length ? readPlainText(texts[index] ?? '') : ''
    return alt === '' ? source : `${source} | ${alt}`
  })
  return lines.filter((line) => line.trim() !== '').join('\n')
}

/** Lists the combinations of option values, at most as many as a product may have variants. */
export function combineValues(lists: readonly (readonly string[])[]): readonly (readonly string[])[] {
  return lists.reduce<readonly (readonly string[])[]>(
    (rows, values) => rows.flatMap((row) => values.map((value) => [...row, value])).slice(0, LIMITS.variants),
    [[]],
  )
}
