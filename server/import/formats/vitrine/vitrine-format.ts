import { isSlug } from '../../../../shared/slug.ts'
import { suggestSlug } from '../../assign-slugs.ts'
import { parseCategoryPath } from '../../category-tree-writer.ts'
import { cutText, isHttpsAddress, isLinkTarget, readPlainText, splitListCell } from '../../cells.ts'
import { LIMITS, type DraftAttribute, type DraftProduct, type DraftVariant } from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { ProductFormat } from '../../product-format.ts'
import { type ProductGroup, stageProducts } from '../../stage.ts'
import {
  readEquivalents,
  readLines,
  readPictures,
  readPieces,
  readPictograms,
  readSlugs,
  readTexts,
  readTranslations,
  splitAttribute,
  splitOnce,
} from './vitrine-cells.ts'
import { isVitrineHeader, VitrineSheet } from './vitrine-columns.ts'
import {
  AVAILABILITY_WORDS,
  CONDITION_WORDS,
  DISCONTINUED_WORDS,
  FEATURED_WORDS,
  isNoFamily,
  PRICE_DISPLAY_WORDS,
  VISIBILITY_WORDS,
} from './vitrine-words.ts'
import { readUnitPricing } from '../../unit-pricing.ts'
import { isDocumentFile, readStem } from '../../../catalog/rules/document-files.ts'
import type { Product, ProductDocument, SiteLink } from '../../../../shared/catalog.ts'

/** Rows without a valid slug are rejected one by one. A product without a name is rejected as a whole. */
export const VITRINE_FORMAT: ProductFormat = {
  id: 'vitrine',
  name: 'Vitrine sheet',
  expectedColumns: '"Slug" and "Name", or a translation such as "Name[de]"',
  recognises: isVitrineHeader,

  async scan(file, notes, languages) {
    const sheet = new VitrineSheet(file, notes, languages)
    const nameField = sheet.onlyTranslates ? 'slug' : 'name'
    const readSlug = (row: CsvRow) => sheet.readLower(row, 'slug')
    return stageProducts(file, notes, {
      areKeysSlugs: true,
      readPrices: (row) => sheet.read(row, 'price') ?? '',
      place(row) {
        const slug = readSlug(row)
        if (!isSlug(slug)) return { key: null }
        return { key: slug, product: { givenSlug: slug }, reference: file.readOwnSlug?.(row) }
      },
      reject(row, { locale }) {
        const slug = readSlug(row)
        const fault =
          slug === ''
            ? 'is missing, and the address of the page is built from it'
            : 'may contain only lowercase letters, digits, dashes and underscores'
        sheet.reject(row, 'slug', `the slug ${fault}${suggestSlug([sheet.read(row, nameField), slug], locale)}`)
      },
      build(group, { currency }) {
        const [first] = group.rows
        if (!sheet.checkCellCount(first)) return null
        if (sheet.onlyTranslates) {
          const { slug, rows } = group
          if (!rows.slice(1).every((row) => sheet.checkCellCount(row))) return null
          const translations = readTranslations(sheet, rows, sheet.options)
          return { slug, line: first.line, name: slug, onlyTranslates: true, translations }
        }
        const name = sheet.readText(first, 'name', LIMITS.name)
        if (name) return buildVitrineDraft(sheet, { ...group, name }, currency)
        sheet.reject(first, 'name', `the name is missing on the product's first row; the product was left out`)
        return null
      },
    })
  },
}

const CATEGORY_MAX_LENGTH = 2_000

/**
 * Reads the product's fields from the first row only. Invalid rows are rejected one by one.
 * @param currency ISO 4217 code for prices without a currency
 * @param needsFirst whether an invalid first row rejects the whole product
 */
export function buildVitrineDraft(
  sheet: VitrineSheet,
  { slug, name, rows }: Pick<ProductGroup, 'slug' | 'name' | 'rows'>,
  currency: string,
  needsFirst = true,
): DraftProduct | null {
  const [row] = rows
  const options = findOptions(sheet, row)
  const numbers = options.map(({ number }) => number)
  const variants = readVariants(sheet, rows, options, currency, needsFirst)
  if (!variants) return null
  const category = sheet.readText(row, 'category', CATEGORY_MAX_LENGTH)
  const family = sheet.readText(row, 'family', LIMITS.family)
  return {
    ...readTexts(sheet, row),
    slug,
    line: row.line,
    name,
    fields: {
      brand: sheet.readText(row, 'brand', LIMITS.brand),
      condition: sheet.readWord(row, 'condition', CONDITION_WORDS, 'NewCondition'),
      // A product with an unknown visibility must not be published.
      visibility: sheet.readWord(row, 'visibility', VISIBILITY_WORDS, 'hidden'),
      discontinued: readDiscontinued(sheet, row),
      replacedBy: sheet.readText(row, 'replacedBy', LIMITS.code),
      // An unknown word counts as "on request", because the owner may have meant to hide the price.
      priceDisplay: sheet.readWord(row, 'priceDisplay', PRICE_DISPLAY_WORDS, 'request'),
      featured: readFeatured(sheet, row),
      tags: readTags(sheet, row),
      manufacturer: sheet.readText(row, 'manufacturer', LIMITS.brand),
      responsiblePerson: sheet.readText(row, 'responsiblePerson', LIMITS.brand),
      externalLink: readExternalLink(sheet, row),
      includes: readSlugs(sheet, row, 'includes'),
      sourceId: sheet.readText(row, 'sourceId', LIMITS.code),
      family: family && isNoFamily(family) ? '' : family,
    },
    categoryPath: category === undefined ? undefined : category === null ? null : parseCategoryPath(category),
    otherCategoryPaths: readOtherCategories(sheet, row),
    optionNames: sheet.options.length === 0 ? undefined : options.map(({ name: option }) => option),
    variants,
    images: readPictures(sheet, row, 'images'),
    ...readAttributes(sheet, row),
    documents: readDocuments(sheet, row),
    pictograms: readPictograms(sheet, row),
    translations: readTranslations(sheet, rows, numbers),
  }
}

function readOtherCategories(sheet: VitrineSheet, row: CsvRow): DraftProduct['otherCategoryPaths'] {
  const cell = sheet.readText(row, 'otherCategories', LIMITS.list)
  if (cell === undefined) return undefined
  return splitListCell(cell ?? '', '|')
    .map(parseCategoryPath)
    .filter((path) => path.length > 0)
}

function readDiscontinued(sheet: VitrineSheet, row: CsvRow): Product['discontinued'] | null {
  const mode = sheet.readWord(row, 'discontinued', DISCONTINUED_WORDS, 'no')
  return mode === 'no' ? null : mode
}

function readFeatured(sheet: VitrineSheet, row: CsvRow): boolean | undefined {
  const word = sheet.readWord(row, 'featured', FEATURED_WORDS, 'no')
  return word === undefined ? undefined : word === 'yes'
}

/** Long tags are cut; repeated ones and those beyond the limit are left out. */
function readTags(sheet: VitrineSheet, row: CsvRow): readonly string[] | undefined {
  const cell = sheet.readLongText(row, 'tags', LIMITS.list)
  if (cell === undefined) return undefined
  const tags = splitListCell(cell, ',').map((tag) => cutText(readPlainText(tag), LIMITS.tag))
  const byFoldedText = Map.groupBy(tags.filter(Boolean), (tag) => tag.toLowerCase())
  return [...byFoldedText.values()].map(([first]) => first!).slice(0, LIMITS.tags)
}

const ADDRESS_MAX_LENGTH = 2_000

function readVariantImage(sheet: VitrineSheet, row: CsvRow) {
  const source = sheet.readText(row, 'variantImage', ADDRESS_MAX_LENGTH)
  return source ? sheet.buildImage(row, 'variantImage', source) : source === undefined ? undefined : null
}

/** The lines of `Attributes` come first, then columns such as `Attribute: Material`. */
function readAttributes(sheet: VitrineSheet, row: CsvRow): Pick<DraftProduct, 'attributes' | 'hasAllAttributes'> {
  const attributes: DraftAttribute[] = []
  for (const line of readLines(sheet, row, 'attributes') ?? []) {
    const { name, value } = splitAttribute(line)
    const reason = `"${cutText(line, 60)}" is not an attribute such as "Material: Oak"; it was left out`
    if (name === '' || value === '') sheet.warn(row, 'attributes', reason, true)
    else attributes.push({ name, value })
  }
  for (const name of sheet.attributes)
    if (!attributes.some((attribute) => attribute.name === name))
      attributes.push({ name, value: sheet.readAttribute(row, name) || null })
  return { attributes, hasAllAttributes: sheet.has('attributes') }
}

function readDocuments(sheet: VitrineSheet, row: CsvRow): readonly ProductDocument[] | undefined {
  return readLines(sheet, row, 'documents')?.flatMap((text) => {
    const [name, url = name] = splitOnce(text, text.lastIndexOf(' | '))
    if (url === text && isDocumentFile(text)) return [{ name: cutText(readStem(text), LIMITS.linkName), url }]
    if (url !== text && (isLinkTarget(url) || isDocumentFile(url)))
      return [{ name: cutText(name, LIMITS.linkName), url }]
    const reason = `"${cutText(text, 60)}" is not a document such as "Care sheet | care.pdf" or "Care sheet | https://…"; it was left out`
    sheet.warn(row, 'documents', reason)
    return []
  })
}

function readExternalLink(sheet: VitrineSheet, row: CsvRow): SiteLink | null | undefined {
  const href = sheet.readText(row, 'externalLink', ADDRESS_MAX_LENGTH)
  if (href === undefined || href === null) return href
  if (!isHttpsAddress(href)) {
    sheet.warn(row, 'externalLink', 'expected an address that begins with https://; the link was left out')
    return null
  }
  return {
    href,
    label: sheet.readText(row, 'externalLinkText', LIMITS.linkName) ?? new URL(href).hostname.replace(/^www\./, ''),
  }
}

function findOptions(sheet: VitrineSheet, row: CsvRow) {
  return sheet.options.flatMap((number) => {
    const name = sheet.readOption(row, `optionName${number}`)
    return name ? [{ number, name }] : []
  })
}

/** @returns undefined if no row is a variant, or the first one is invalid and needed */
function readVariants(
  sheet: VitrineSheet,
  rows: ProductGroup['rows'],
  options: ReturnType<typeof findOptions>,
  currency: string,
  needsFirst: boolean,
): DraftProduct['variants'] | undefined {
  const variants: DraftVariant[] = []
  /** Lines of the variants by their option values in lower case. */
  const lines = new Map<string, number>()
  for (const [index, row] of rows.entries()) {
    const values = options.map(({ number }) => sheet.readOption(row, `optionValue${number}`) ?? '')
    const key = JSON.stringify(values.map((value) => value.toLowerCase()))
    const missing = options[values.indexOf('')]
    const fault = describeRepeated(values, sheet.onlyTexts ? undefined : lines.get(key), lines.size)
    let variant: DraftVariant | undefined
    if (index > 0 && !sheet.checkCellCount(row)) continue
    if (missing)
      sheet.reject(row, `optionValue${missing.number}`, `the value of the option "${missing.name}" is missing`)
    else if (fault !== undefined) sheet.reject(row, 'slug', fault)
    else variant = readVariant(sheet, row, values, currency)
    if (!variant && index === 0 && needsFirst) return undefined
    if (!variant) continue
    variants.push(variant)
    lines.set(key, row.line)
  }
  const [first, ...others] = variants
  return first && [first, ...others]
}

/** @param line of an earlier variant with the same values, which translations may have */
function describeRepeated(values: readonly string[], line: number | undefined, count: number): string | undefined {
  if (line === undefined)
    return count < LIMITS.variants ? undefined : `a product can have at most ${LIMITS.variants} variants`
  return values.length === 0
    ? `line ${line} already has this product; rows of one product are variants and need different options`
    : `line ${line} already has the variant "${values.join(' / ')}"`
}

function readVariant(
  sheet: VitrineSheet,
  row: CsvRow,
  optionValues: readonly string[],
  currency: string,
): DraftVariant | undefined {
  const price = sheet.readPrice(row, 'price', currency)
  const compareAt = sheet.readPrice(row, 'compareAtPrice', currency)
  if (price === 'rejected' || compareAt === 'rejected') return undefined
  // A former price that is not above the price is not shown.
  if (compareAt && price !== undefined && !(price && price < compareAt))
    sheet.adapt(row, 'compareAtPrice', 'reduction', sheet.readPlain(row, 'compareAtPrice'))
  return {
    optionValues,
    sku: sheet.readCode(row, 'sku', LIMITS.code),
    ...sheet.readGtin(row, 'gtin'),
    mpn: sheet.readCode(row, 'mpn', LIMITS.code),
    // Shops write 0.00 for a price on request.
    priceMinor: price === 0 ? null : price,
    compareAtMinor: compareAt,
    ...readUnitPricing(sheet, row),
    availability: sheet.readWord(row, 'availability', AVAILABILITY_WORDS, 'OutOfStock'),
    weightGrams: sheet.readWeight(row, 'weight'),
    packSize: readPieces(sheet, row, 'packSize'),
    minimumQuantity: readPieces(sheet, row, 'minimumQuantity'),
    leadTime: sheet.readText(row, 'leadTime', LIMITS.leadTime),
    equivalents: readEquivalents(sheet, row),
    image: readVariantImage(sheet, row),
  }
}
