import type { Product, ProductVariant } from '../../../shared/catalog.ts'
import {
  LIST_MATCHES_MAX,
  type ListMatch,
  type ResolvedLine,
  AS_TEXT,
  initialQuantity,
  LEFT_OUT,
  UNDECIDED,
  writeMatch,
  type CheckedLine,
  type ListResponse,
} from '../../../shared/part-list.ts'
import type { SiteLanguage } from '../../platform/language.ts'
import { describeFoundBy } from '../../catalog/rules/discontinued.ts'
import { listEquivalentNumbers, listOwnNumbers } from '../../catalog/rules/numbers.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { NumberMatch } from '../../catalog/store/product-searches.ts'
import { normaliseCode, splitWords } from '../../catalog/search/words.ts'
import { nameVariant } from '../product-snapshot.ts'
import type { ListLine, ParsedList, Reading } from './parse-list.ts'
import { ENQUIRY_LENGTHS, ITEM_LENGTHS, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'

interface ResolveOptions {
  /** Language of the reasons why the number of another product found one. */
  readonly language: SiteLanguage
  /** After this time, lines that need a search are returned without one, except the first. */
  readonly limitMs: number
}

export interface ResolvedList {
  readonly lines: readonly ResolvedLine[]
  readonly isCut: boolean
  /** The texts of the lines that found nothing. */
  readonly unmatched: readonly string[]
}

type Store = Pick<CatalogPages, 'findByNumbers' | 'findNearest'>

/** A product that a reading found. */
interface Found extends Omit<ListMatch, 'quantity'>, Pick<Reading, 'quantity'> {}

/**
 * Looks up all part numbers together. Lines that find nothing are searched for one by one, which takes several
 * milliseconds each in a large catalogue, so their time is limited.
 * @throws HttpError 503 if the catalogue is unavailable
 */
export async function resolveList(
  store: Store,
  { lines, isCut }: ParsedList,
  { language, limitMs }: ResolveOptions,
): Promise<ResolvedList> {
  const startedAt = performance.now()
  const readings = lines.flatMap((line) => [...line.readings, ...line.wordReadings])
  const numbers = new Set(readings.map(({ number }) => number))
  const byNumber = await store.findByNumbers([...numbers], LIST_MATCHES_MAX)
  const resolved: ResolvedLine[] = []
  const unmatched: string[] = []
  let searches = 0
  for (const line of lines) {
    const exact = findExact(line, byNumber, language)
    const isOver = searches > 0 && performance.now() - startedAt > limitMs
    if (exact.length === 0) searches++
    const { state, found } =
      exact.length > 0
        ? { state: stateOf(exact), found: exact }
        : isOver
          ? { state: 'missing' as const, found: [] }
          : await search(store, line)
    if (state === 'similar' || state === 'missing')
      unmatched.push((line.names[0] ?? line.readings[0])?.number ?? line.text)
    const unclear = found.map(({ quantity }) => quantity).find((quantity) => typeof quantity === 'string') ?? null
    const matches = found.map(({ quantity, ...match }): ListMatch => {
      return { ...match, quantity: typeof quantity === 'number' ? quantity : null }
    })
    resolved.push({ text: line.text, state, matches, unclear })
  }
  return { lines: resolved, isCut, unmatched }
}

/**
 * Finds products by the part numbers of the whole line, or else of its words. Discontinued products are left out if
 * there are others.
 */
function findExact(
  line: ListLine,
  byNumber: ReadonlyMap<string, readonly NumberMatch[]>,
  language: SiteLanguage,
): readonly Found[] {
  for (const readings of [line.readings, line.wordReadings]) {
    const matches = readings.flatMap((reading) =>
      (byNumber.get(reading.number) ?? []).map((match) => ({ ...match, reading })),
    )
    const offered = matches.filter(({ product }) => !product.discontinued)
    const found = (offered.length > 0 ? offered : matches).flatMap(({ product, foundBy, reading }) =>
      listVariants(product, reading.number).map((variant) => ({
        ...describe(product, variant, reading),
        reason: foundBy ? describeFoundBy(foundBy, language) : null,
      })),
    )
    if (found.length > 0) return merge(found)
  }
  return []
}

/**
 * Lists the variants that have this part number, as their own or as that of another maker. If it belongs to the product as a whole,
 * the list has its only variant, or null if the visitor still has to choose one.
 */
function listVariants(product: Product, number: string): readonly (ProductVariant | null)[] {
  const code = normaliseCode(number)
  const own = product.variants.filter((variant) =>
    [listOwnNumbers, listEquivalentNumbers].some((list) =>
      list({ variants: [variant] }).some((text) => code !== null && normaliseCode(text) === code),
    ),
  )
  if (own.length > 0 && own.length < product.variants.length) return own
  return [product.variants.length === 1 ? product.variants[0] : null]
}

/** Searches for a line without a known part number: by name, or else products with all its words. */
async function search(
  store: Store,
  { names }: ListLine,
): Promise<{ readonly state: ResolvedLine['state']; readonly found: readonly Found[] }> {
  const sure: Found[] = []
  const named: Found[] = []
  let similar: readonly Found[] = []
  for (const reading of names) {
    const written = splitWords(reading.number)
    const words = new Set(written)
    const found: Found[] = []
    const nearest = await store.findNearest(reading.number, LIST_MATCHES_MAX)
    for (const product of nearest) {
      const described = describe(product, chooseVariant(product, words), reading)
      found.push(described)
      if (hasWords(product, words)) sure.push(described)
      if (splitWords(product.name).join(' ') === written.join(' ')) named.push(described)
    }
    if (similar.length === 0 || isQuantity(nearest[0], similar[0], written, names)) similar = found
  }
  const certain = named.length > 0 ? named : sure
  const found = merge(certain.length > 0 ? certain : similar)
  return { state: certain.length > 0 ? stateOf(found) : found.length > 0 ? 'similar' : 'missing', found }
}

/**
 * Returns whether a number that a reading leaves out of the line is the quantity. It is if the line finds the same first
 * product with and without this number, and the product's texts do not contain the number.
 */
function isQuantity(
  product: Product | undefined,
  known: Found | undefined,
  written: readonly string[],
  [whole]: readonly Reading[],
): boolean {
  const left = splitWords(whole?.number ?? '').filter((word) => !written.includes(word))
  return product !== undefined && product.slug === known?.product && !hasWords(product, new Set(left))
}

const stateOf = (found: readonly Found[]): 'found' | 'several' => (found.length === 1 ? 'found' : 'several')

/** Returns whether a product's name, brand, options, part numbers or attributes have each word. */
function hasWords({ name, brand, variants, attributes }: Product, words: ReadonlySet<string>): boolean {
  const texts = [
    name,
    brand ?? '',
    ...variants.flatMap(({ optionValues, sku, mpn }) => [...optionValues, sku ?? '', mpn ?? '']),
    ...attributes.map(({ value }) => value),
  ]
  const own = new Set(splitWords(texts.join(' | ')))
  return words.size > 0 && [...words].every((word) => own.has(word))
}

/** Chooses the only variant whose options are all named, or null. */
function chooseVariant({ variants }: Product, words: ReadonlySet<string>): ProductVariant | null {
  if (variants.length === 1) return variants[0]
  const named = variants.filter(({ optionValues }) =>
    splitWords(optionValues.join(' | ')).every((word) => words.has(word)),
  )
  return named.length === 1 ? named[0]! : null
}

function describe(product: Product, variant: ProductVariant | null, { quantity }: Reading): Found {
  return {
    product: product.slug,
    variant: variant && product.options.length > 0 ? variant.key : null,
    name: product.name,
    variantName: nameVariant(variant ?? undefined),
    sku: variant?.sku ?? null,
    reason: null,
    quantity,
  }
}

const hasNumber = ({ quantity }: Found): boolean => typeof quantity === 'number'

/** Keeps each product once; different quantities make it unclear. */
function merge(found: readonly Found[]): readonly Found[] {
  const merged = new Map<string, Found>()
  for (const match of found) {
    const key = JSON.stringify([match.product, match.variant])
    const known = merged.get(key)
    if (!known) merged.set(key, match)
    else if (known.quantity !== match.quantity && [known, match].some(hasNumber))
      merged.set(key, { ...known, quantity: [known, match].flatMap(({ quantity }) => quantity ?? []).join(' / ') })
  }
  return [...merged.values()].slice(0, LIST_MATCHES_MAX)
}

/**
 * Chooses a product only if it is the one with this number. A line without a match becomes text.
 * @param checked lines that were looked up before; one with the same text keeps its choice and quantity
 */
export function checkLine(line: ResolvedLine, checked: readonly CheckedLine[]): CheckedLine {
  const before = checked.find(({ text }) => text === line.text)
  const [match] = line.matches
  const choice = line.state === 'found' && match ? writeMatch(match) : line.state === 'missing' ? AS_TEXT : UNDECIDED
  const isChosen = before && before.choice !== UNDECIDED && before.choice !== AS_TEXT
  return {
    ...line,
    choice: isChosen ? before.choice : choice,
    quantityText: before?.quantityText || initialQuantity(line, match),
  }
}

interface JoinedLines extends Omit<ListResponse, 'list'> {
  /** Lines that are undecided or do not fit into the message. */
  readonly rest: readonly CheckedLine[]
}

/**
 * Sorts checked lines into items, texts of the message and those that are left.
 * @param hasRoom returns whether the enquiry may hold these items
 */
export function joinLines(
  lines: readonly CheckedLine[],
  request: string,
  hasRoom: (items: readonly EnquiryItem[]) => boolean,
): JoinedLines {
  const items: EnquiryItem[] = []
  const rest: CheckedLine[] = []
  let [joined, textCount, isRequestFull] = [request, 0, false]
  for (const line of lines) {
    const { text, choice, quantityText } = line
    if (choice === LEFT_OUT) continue
    if (choice === AS_TEXT) {
      const longer = joined ? `${joined}\n${text}` : text
      if (longer.length > ENQUIRY_LENGTHS.request) {
        rest.push(line)
        isRequestFull = true
      } else {
        joined = longer
        textCount++
      }
      continue
    }
    const match = readMatch(choice)
    const quantity = Number(quantityText)
    const item = match && { ...match, quantity, note: '', pasted: text.slice(0, ITEM_LENGTHS.pasted) }
    if (!item) rest.push({ ...line, problem: 'choice' })
    else if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
      rest.push({ ...line, problem: 'quantity' })
    else if (!hasRoom([...items, item])) rest.push({ ...line, problem: 'full' })
    else items.push(item)
  }
  return { items, request: joined, textCount, isRequestFull, rest }
}

function readMatch(choice: string): Pick<EnquiryItem, 'product' | 'variant'> | null {
  if (!choice.startsWith('[')) return null
  try {
    const [product, variant] = JSON.parse(choice) as [unknown, unknown]
    return typeof product === 'string' && (typeof variant === 'string' || variant === null)
      ? { product, variant }
      : null
  } catch {
    return null
  }
}
