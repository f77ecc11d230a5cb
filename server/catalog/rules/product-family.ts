import type { Product } from '../../../shared/catalog.ts'
import { foldText } from '../../../shared/slug.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'
import { isCodeName } from './recognise-attribute.ts'

/** A product as the search for families needs it. */
export interface FamilyMember {
  readonly slug: string
  readonly name: string
  readonly isAvailable: boolean
  /** Attributes that may differ within a family, in the page's order. */
  readonly attributes: readonly (readonly [name: string, value: string])[]
}

interface FamilyCandidate {
  readonly key: string
  readonly member: FamilyMember
}

/** Matches numbers of names and sizes: 20, 2.5, 1/4, 1 1/2. */
const NUMBER = /\d{1,2}[ -]\d+\/\d+|\d+\/\d+|\d+(?:[.,]\d+)*/g

/** Matches a measure or size: '20 mm', 'M6', 'M6 x 20', 'DN 15', '1/4 in', '3-5 °C'. */
const MEASURE =
  /^(?:[\p{L}Ø⌀#]{1,4}[ .]?)?\d[\d.,]*(?:[ -]?\d*\/\d+)?(?: ?[x×*–-] ?\d[\d.,]*(?:\/\d+)?){0,2}(?: ?[\p{L}°%"″'′²³]{1,8}(?:\/\p{L}{1,4})?){0,2}$/iu
const MEASURE_MAX_LENGTH = 40

/** Matches names (in English, German and Spanish) of attributes that separate families, although their values look like sizes. */
const SEPARATING_NAME =
  /standard|norm|material|werkstoff|class|klasse|clase|grade|gute|grado|quality|qualitat|calidad|alloy|legierung|aleacion|steel|stahl|acero|strength|festigkeit|resistencia|series|serie|model/

/** Matches standards such as 'DIN 912' and 'EN 1092-1'. */
const STANDARD = /^(?:DIN|ISO|EN|ANSI|ASME|ASTM|API|AWS|BS|JIS|GB|UNE|NF|UNI|VDE|IEC|SAE)[ -]?(?:[A-Z]+[ -]?)*\d/i

/** Longer texts are descriptions, which cannot tell members apart. */
const VALUE_MAX_LENGTH = 60

/**
 * Returns a product's key for families, and what the search for families needs. A family that the owner named has its
 * own key. Other keys are made of category, brand, all attributes' names, the values of those that are no measures, and
 * the name apart from its numbers.
 * @returns null if the product cannot be in a family
 */
export function describeFamilyCandidate(product: Product): FamilyCandidate | null {
  const { family, attributes } = product
  if (family === '' || product.visibility !== 'public' || product.discontinued) return null
  if (family !== undefined) {
    const short = attributes.filter(({ value }) => value.length <= VALUE_MAX_LENGTH)
    return { key: buildNamedKey(family), member: describe(product, short) }
  }
  const measures = attributes.filter(isMeasure)
  if (measures.length === 0) return null
  const shared = attributes.map((attribute) =>
    measures.includes(attribute) ? foldName(attribute.name) : `${foldName(attribute.name)}=${attribute.value}`,
  )
  const name = foldText(product.name).replace(NUMBER, '#').replace(/\s+/g, ' ')
  return {
    key: JSON.stringify([name, product.categorySlug, product.brand, ...shared.toSorted()]),
    member: describe(product, measures),
  }
}

/** Returns the key of a family that the owner named. */
export function buildNamedKey(name: string): string {
  return `family ${foldText(name).replace(/\s+/g, ' ').trim()}`
}

/** Lists numbers in one spelling: '2,50' and '2.5' are the same. */
export function listNumbers(text: string): readonly string[] {
  return (text.match(NUMBER) ?? []).map((number) => String(readNumber(number)))
}

/** Compares sizes by their numbers, then as texts. */
export function compareSizes(one: string, other: string): number {
  const [left, right] = [one, other].map((text) => (text.match(NUMBER) ?? []).map(readNumber)) as [number[], number[]]
  for (let place = 0; place < Math.min(left.length, right.length); place++) {
    const difference = left[place]! - right[place]!
    if (difference !== 0) return difference
  }
  return left.length - right.length || (one < other ? -1 : Number(one > other))
}

function describe({ slug, name, variants }: Product, attributes: Product['attributes']): FamilyMember {
  return {
    slug,
    name,
    isAvailable: variants.some(({ availability }) => availability !== 'OutOfStock'),
    attributes: attributes.map((attribute) => [attribute.name, attribute.value]),
  }
}

function isMeasure({ name, value }: Product['attributes'][number]): boolean {
  return value.length <= MEASURE_MAX_LENGTH && !isSeparatingName(name) && isMeasureText(value)
}

/** Results are cached, because names and values recur and the patterns take longer than a look-up. */
const CACHED_TEXTS = 5_000

const foldName = memoizeBounded(foldText, CACHED_TEXTS)

const isSeparatingName = memoizeBounded(
  (name: string) => SEPARATING_NAME.test(foldText(name)) || isCodeName(name),
  CACHED_TEXTS,
)

const isMeasureText = memoizeBounded(
  (value: string) => /\d/.test(value) && MEASURE.test(value) && !STANDARD.test(value),
  CACHED_TEXTS,
)

function readNumber(text: string): number {
  const [, whole = '0', top, bottom] = /^(?:(\d+)[ -])?(\d+)\/(\d+)$/.exec(text) ?? []
  if (top !== undefined) return Number(whole) + Number(top) / Number(bottom)
  // A point or comma before the last digits is a decimal sign; '1.2.3' compares by its beginning.
  return Number.parseFloat(text.replace(',', '.'))
}
