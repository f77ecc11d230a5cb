import type { ServerTexts } from '../../shared/messages/server-texts/en.ts'
import { correction, generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import type { Product, ProductCard, ProductVariant, Untranslated } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { keepUnits } from '../../shared/keep-units.ts'
import type { Messages } from '../../shared/messages/messages.ts'
import { ORDER_TERMS } from '../../shared/order-terms.ts'
import { chooseFirstPicture } from '../../shared/shown-product.ts'
import type { PriceText } from '../../shared/shown-catalog.ts'
import type { Discontinued, NamedValue, ShownSafety, ShownSheet } from '../../shared/shown-product.ts'
import { absoluteUrl, productPath } from '../../shared/urls.ts'
import { formatWeight } from '../../shared/weight.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../base/language.ts'
import { readDescriptionText } from '../catalog/description-text.ts'
import type { Family } from '../catalog/find-families.ts'
import { nameOrderTerms, writeOrderTerms } from '../catalog/order-texts.ts'
import { describePriceWithUnit, writePriceLine } from '../catalog/unit-price.ts'
import { cutAtWord } from '../base/cut-at-word.ts'
import { listSafetyRows } from './product-safety.ts'
import { HEADING_MM, measureRow, PAGE_WIDTH_MM, takeFitting, TWO_PAGES_MM } from './paper-space.ts'

const SUMMARY_MAX_LENGTH = 500
const VALUE_MAX_LENGTH = 200
const NAME_MAX_LENGTH = 80
const DOCUMENTS_MAX = 6
/** Nobody types a longer URL. */
const URL_MAX_LENGTH = 100

/** Height of the picture, or of the QR code below the price. */
const PICTURE_MM = 64
const PRICE_MM = 12
/** Height of a line below the price. */
const PRICE_DETAIL_MM = 5

/** How much larger than other texts the product's name is. */
const NAME_SIZE = 2

/** Attributes leave this room, so that some variants are shown. */
const VARIANTS_MIN_MM = 100

interface SheetInput {
  readonly product: Product
  readonly variant: ProductVariant
  readonly price: PriceText
  readonly notes: Pick<ShownSheet, 'priceNotes'>
  readonly included: readonly ProductCard[]
  readonly family: Family | null
  readonly equivalents: NamedValue | null
  readonly discontinued: Discontinued | null
  readonly safety: ShownSafety | undefined
  readonly site: Site
  readonly siteUrl: string
}

/** The sheet has what fits on two pages, and a QR code of the product's page. */
export function buildSheet({
  product,
  variant,
  price,
  notes,
  family,
  discontinued,
  site,
  siteUrl,
  ...input
}: SheetInput): ShownSheet {
  const messages = messagesFor(site)
  const serverTexts = serverTextsFor(site)
  const texts = serverTexts.sheet
  const hasVariants = product.variants.length > 1
  const variantKey = hasVariants ? variant.key : ''
  const url = siteUrl + (site.base ?? '') + productPath(product.slug, variantKey)
  const summary = cutAtWord(readDescriptionText(product.shortDescription || product.description), SUMMARY_MAX_LENGTH)
  const familyText = family ? describeFamily(family, serverTexts, messages) : ''
  const { fallback } = product
  const image = chooseFirstPicture(product, variant.key)
  const facts = listFacts(product, variant, site, messages)
  const documents = product.documents.slice(0, DOCUMENTS_MAX).map(({ name, url: address }) => {
    const documentUrl = absoluteUrl(address, siteUrl)
    return { name: cutAtWord(name, NAME_MAX_LENGTH), url: documentUrl, value: cutAtWord(documentUrl, URL_MAX_LENGTH) }
  })
  const note = (restCount: number) => (restCount > 0 ? texts.more(messages.formatCount(restCount), url) : null)

  const lines = [product.brand, summary, familyText, url, discontinued?.notice].filter(
    (text) => typeof text === 'string',
  )
  const priceMm = PRICE_MM + PRICE_DETAIL_MM * ((price.details?.length ?? 0) + (notes.priceNotes ? 1 : 0))
  let roomMm =
    TWO_PAGES_MM -
    NAME_SIZE * measureRow([{ text: product.name, widthMm: PAGE_WIDTH_MM / NAME_SIZE }]) -
    Math.max(PICTURE_MM, priceMm + sum(facts.map((fact) => measureRow(cellsOf(fact, FACTS_WIDTH_MM))))) -
    sum(lines.map((text) => measureRow([{ text, widthMm: PAGE_WIDTH_MM }])))
  if (documents.length > 0)
    roomMm -= HEADING_MM + sum(documents.map((document) => measureRow(cellsOf(document, PAGE_WIDTH_MM))))
  const rows = takeFitting(
    listRows(product, variant, input, site, messages),
    roomMm - (hasVariants ? VARIANTS_MIN_MM : HEADING_MM),
    cutRow,
    // The rows are in two columns.
    (row) => measureRow(cellsOf(row, PAGE_WIDTH_MM / 2)) / 2,
  )
  roomMm -= rows.heightMm + HEADING_MM
  return {
    slug: product.slug,
    name: product.name,
    brand: product.brand,
    ...price,
    ...notes,
    variantKey,
    image,
    summary,
    ...(familyText && { family: familyText }),
    discontinued,
    facts,
    rows: rows.rows,
    rowsNote: note(rows.restCount),
    variants: hasVariants ? buildVariants(product, roomMm, note, site, messages) : null,
    documents,
    documentsNote: note(product.documents.length - documents.length),
    url,
    code: drawCode(url),
    texts: { code: texts.code, print: texts.print, back: texts.back },
    ...(fallback && {
      langs: {
        name: fallback.langs.name,
        summary: fallback.langs[product.shortDescription ? 'shortDescription' : 'description'],
      },
      untranslated: listUntranslatedRows(fallback.untranslated, family, input),
    }),
  }
}

/** Lists what rows show in the first language, as it is written there. */
function listUntranslatedRows(
  { lang, texts }: Untranslated,
  family: Family | null,
  { included, safety }: Pick<SheetInput, 'included' | 'safety'>,
): Untranslated {
  const rows = [
    ...texts,
    ...(family?.axes ?? []).flatMap((axis) => (texts.includes(axis.name) ? writeSizes(axis) : [])),
    ...included.flatMap((card) => (card.lang ? card.name : [])),
    ...(safety?.information && safety.langs.information ? [safety.information] : []),
  ].map((value) => cutRow({ name: '', value }).value)
  return { lang, texts: [...new Set([...texts, ...rows])] }
}

const FACTS_WIDTH_MM = 78

/** The name's part of a row's width. */
const NAME_PART = 0.38

function cellsOf({ name, value }: NamedValue, widthMm: number) {
  return [
    { text: name, widthMm: widthMm * NAME_PART - GAP_MM },
    { text: value, widthMm: widthMm * (1 - NAME_PART) - GAP_MM },
  ]
}

const GAP_MM = 4

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)

const cutRow = ({ name, value }: NamedValue): NamedValue => ({
  name: cutAtWord(name, NAME_MAX_LENGTH),
  value: cutAtWord(keepUnits(value), VALUE_MAX_LENGTH),
})

function listFacts(
  { options, variants }: Product,
  variant: ProductVariant,
  language: SiteLanguage,
  messages: Messages,
): readonly NamedValue[] {
  const names = nameOrderTerms(variants, language)
  const terms = writeOrderTerms([variant], language)
  return listNamed([
    ...options.map(({ name }, index) => ({ name, value: variant.optionValues[index] })),
    { name: messages.sku, value: variant.sku },
    { name: messages.mpn, value: variant.mpn },
    { name: messages.gtin, value: variant.gtin },
    ...ORDER_TERMS.map((term) => ({ name: names?.[term], value: terms[term][0] })),
  ]).map(cutRow)
}

function listRows(
  { attributes, condition }: Product,
  { weightGrams }: ProductVariant,
  { included, equivalents, safety }: Pick<SheetInput, 'included' | 'equivalents' | 'safety'>,
  language: SiteLanguage,
  messages: Messages,
): readonly NamedValue[] {
  return listNamed([
    ...attributes,
    { name: messages.weight, value: weightGrams ? formatWeight(weightGrams, language.locale) : null },
    { name: messages.condition, value: condition === 'NewCondition' ? null : messages.conditions[condition] },
    ...(equivalents ? [equivalents] : []),
    { name: messages.included, value: included.map(({ name }) => name).join(', ') },
    ...listSafetyRows(safety),
  ])
}

function listNamed(
  entries: readonly { readonly name: string | undefined; readonly value: string | null | undefined }[],
): readonly NamedValue[] {
  return entries.flatMap(({ name, value }) => (name && value ? [{ name, value }] : []))
}

/** Writes ranges of sizes, or the products' names if only these differ. */
function describeFamily({ axes, products }: Family, { sheet, labelled }: ServerTexts, messages: Messages): string {
  const sizes = cutAtWord(axes.map(writeSizes).join(', '), VALUE_MAX_LENGTH)
  return labelled(sheet.family, `${sizes} (${messages.productCount(products.length)})`)
}

function writeSizes({ name, values }: Family['axes'][number]): string {
  return name ? `${name} ${keepUnits(values[0] ?? '')} – ${keepUnits(values.at(-1) ?? '')}` : values.join(', ')
}

/** The part of the table's width for names of variants. */
const VARIANT_PART = 0.34

function buildVariants(
  { options, variants, currency }: Product,
  roomMm: number,
  note: (restCount: number) => string | null,
  language: SiteLanguage,
  messages: Messages,
): ShownSheet['variants'] {
  const names = nameOrderTerms(variants, language) ?? {}
  const terms = ORDER_TERMS.filter((term) => names[term] !== undefined)
  const hasNumbers = variants.some(({ sku }) => sku)
  const hasPrices = variants.some(({ priceMinor }) => priceMinor !== null)
  const heads = [
    options.map(({ name }) => name).join(' / '),
    ...(hasNumbers ? [messages.sku] : []),
    ...(hasPrices ? [messages.price] : []),
    ...terms.map((term) => names[term]!),
  ]
  const { rows, restCount } = takeFitting(
    variants,
    roomMm - HEADING_MM - measureVariant(heads),
    (variant) => {
      const written = writeOrderTerms([variant], language)
      return [
        cutAtWord(variant.optionValues.join(' / '), VALUE_MAX_LENGTH),
        ...(hasNumbers ? [variant.sku ?? ''] : []),
        ...(hasPrices ? [writePriceLine(describePriceWithUnit({ ...variant, currency }, language))] : []),
        ...terms.map((term) => written[term][0] ?? ''),
      ]
    },
    measureVariant,
  )
  return { heads, rows, note: note(restCount) }
}

function measureVariant([name = '', ...others]: readonly string[]): number {
  const widthMm = (PAGE_WIDTH_MM * (1 - VARIANT_PART)) / others.length - GAP_MM
  return measureRow([
    { text: name, widthMm: PAGE_WIDTH_MM * VARIANT_PART - GAP_MM },
    ...others.map((text) => ({ text, widthMm })),
  ])
}

function drawCode(url: string): ShownSheet['code'] {
  const code = generate(url, { minCorrectionLevel: correction.M })
  return { path: toSvgPath(code), size: code.size }
}
