import { parseCategoryPath } from '../../category-tree-writer.ts'
import {
  cutText,
  isHttpsAddress,
  isLinkTarget,
  readBoolean,
  readPlainText,
  readWeightGrams,
  splitListCell,
} from '../../cells.ts'
import {
  ALT_MAX_LENGTH,
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  BRAND_MAX_LENGTH,
  CODE_MAX_LENGTH,
  foldCombination,
  LINK_NAME_MAX_LENGTH,
  META_DESCRIPTION_MAX_LENGTH,
  META_TITLE_MAX_LENGTH,
  NAME_MAX_LENGTH,
  OPTION_TEXT_MAX_LENGTH,
  TAG_MAX_COUNT,
  TAG_MAX_LENGTH,
  VARIANT_MAX_COUNT,
  type DraftAttribute,
  type DraftImage,
  type DraftProduct,
  type DraftResult,
  type DraftVariant,
} from '../../draft-product.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import type { OptionColumns, VitrineField, VitrineSheet } from './vitrine-columns.ts'
import { AVAILABILITY_WORDS, CONDITION_WORDS, VISIBILITY_WORDS } from './vitrine-words.ts'
import type { ProductDocument, SiteLink } from '../../../../shared/catalog.ts'
import { isSlug } from '../../../../shared/slug.ts'

const CATEGORY_MAX_LENGTH = 2_000
const TAGS_MAX_LENGTH = 10_000

/**
 * Builds one product from all rows with its slug. Only the first row's product fields are read; further rows may repeat
 * them or leave them blank. Invalid rows are rejected one by one, but an invalid first row rejects the whole product.
 * @param currency ISO 4217 code of prices that name no currency
 */
export function buildVitrineDraft(
  sheet: VitrineSheet,
  { slug, rows }: { readonly slug: string; readonly rows: readonly [CsvRow, ...CsvRow[]] },
  currency: string,
): DraftResult {
  const [row] = rows
  if (!sheet.checkCellCount(row)) return { slug, draft: null, hasRejections: true }
  const name = sheet.readText(row, 'name', NAME_MAX_LENGTH)
  if (!name) {
    sheet.reject(row, 'name', "the name is missing on the product's first row; the product was left out")
    return { slug, draft: null, hasRejections: true }
  }
  const { variants, optionNames } = readVariants(sheet, rows, currency)
  if (!variants) return { slug, draft: null, hasRejections: true }
  const category = sheet.readText(row, 'category', CATEGORY_MAX_LENGTH)
  const draft: DraftProduct = {
    slug,
    line: row.line,
    name,
    brand: sheet.readText(row, 'brand', BRAND_MAX_LENGTH),
    shortDescription: sheet.readHtml(row, 'shortDescription'),
    description: sheet.readHtml(row, 'description'),
    metaTitle: sheet.readText(row, 'metaTitle', META_TITLE_MAX_LENGTH),
    metaDescription: sheet.readText(row, 'metaDescription', META_DESCRIPTION_MAX_LENGTH),
    categoryPath: category === undefined ? undefined : category === null ? null : parseCategoryPath(category),
    condition: sheet.readWord(row, 'condition', CONDITION_WORDS, { blank: 'NewCondition', unknown: 'NewCondition' }),
    // A product with an unknown visibility must not be published.
    visibility: sheet.readWord(row, 'visibility', VISIBILITY_WORDS, { blank: 'public', unknown: 'hidden' }),
    featured: readFeatured(sheet, row),
    tags: readTags(sheet, row),
    optionNames,
    variants,
    images: readGallery(sheet, row),
    ...readAttributes(sheet, row),
    documents: readDocuments(sheet, row),
    externalLink: readExternalLink(sheet, row),
    includes: readSlugs(sheet, row, 'includes'),
    sourceId: sheet.readText(row, 'sourceId', CODE_MAX_LENGTH),
    formerSlugs: readSlugs(sheet, row, 'formerSlugs'),
  }
  return { slug, draft, hasRejections: variants.length < rows.length }
}

function readFeatured(sheet: VitrineSheet, row: CsvRow): boolean | undefined {
  if (!sheet.has('featured')) return undefined
  if (sheet.isBlank(row, 'featured')) return false
  const featured = readBoolean(sheet.read(row, 'featured')!)
  if (featured === undefined) sheet.warn(row, 'featured', 'expected yes or no; "no" was used')
  return featured ?? false
}

function readTags(sheet: VitrineSheet, row: CsvRow): readonly string[] | undefined {
  const cell = sheet.readLongText(row, 'tags', TAGS_MAX_LENGTH)
  if (cell === undefined) return undefined
  const tags = splitListCell(cell, ',').map((tag) => cutText(readPlainText(tag), TAG_MAX_LENGTH))
  return [...new Set(tags.filter(Boolean))].slice(0, TAG_MAX_COUNT)
}

const LIST_MAX_LENGTH = 200_000
const ADDRESS_MAX_LENGTH = 2_000

/** `Name: value`; a colon in the name is escaped with a backslash. */
const ATTRIBUTE = /^((?:\\.|[^\\:])*):(.*)$/

/** Reads the gallery: a file or URL on each line of the cell, optionally followed by ` | ` and its alternative text. */
function readGallery(sheet: VitrineSheet, row: CsvRow): readonly DraftImage[] | undefined {
  return readLines(sheet, row, 'images')?.map((text, index) => {
    const [source, alt] = splitOnce(text, text.indexOf(' | '))
    return {
      source,
      alt: alt === undefined ? undefined : cutText(alt, ALT_MAX_LENGTH) || null,
      line: sheet.lineOf(row, 'images') + index,
      row: row.number,
      column: sheet.columnName('images'),
    }
  })
}

function readVariantImage(sheet: VitrineSheet, row: CsvRow): DraftImage | null | undefined {
  const source = sheet.readText(row, 'variantImage', ADDRESS_MAX_LENGTH)
  if (source === undefined || source === null) return source
  return {
    source,
    alt: undefined,
    line: sheet.lineOf(row, 'variantImage'),
    row: row.number,
    column: sheet.columnName('variantImage'),
  }
}

/** Reads the attributes: `Material: Oak` on each line of `Attributes`, then the columns such as `Attribute: Material`. */
function readAttributes(sheet: VitrineSheet, row: CsvRow): Pick<DraftProduct, 'attributes' | 'hasAllAttributes'> {
  const attributes: DraftAttribute[] = []
  for (const line of readLines(sheet, row, 'attributes') ?? []) {
    const [, written = '', rest = ''] = ATTRIBUTE.exec(line) ?? []
    const [name = ''] = splitListCell(written, ':')
    const value = readPlainText(rest)
    if (readPlainText(name) === '' || value === '')
      sheet.warn(
        row,
        'attributes',
        `"${cutText(line, 60)}" is not an attribute such as "Material: Oak"; it was left out`,
      )
    else
      attributes.push({
        name: cutText(readPlainText(name), ATTRIBUTE_NAME_MAX_LENGTH),
        value: cutText(value, ATTRIBUTE_VALUE_MAX_LENGTH),
      })
  }
  for (const { name, index } of sheet.columns.attributes) {
    const value = cutText(readPlainText(row.cells[index] ?? ''), ATTRIBUTE_VALUE_MAX_LENGTH)
    if (!attributes.some((attribute) => attribute.name === name)) attributes.push({ name, value: value || null })
  }
  return { attributes, hasAllAttributes: sheet.has('attributes') }
}

/** Reads the documents: `Care sheet | https://…` on each line of the cell. */
function readDocuments(sheet: VitrineSheet, row: CsvRow): readonly ProductDocument[] | undefined {
  return readLines(sheet, row, 'documents')?.flatMap((text) => {
    const [name, url = ''] = splitOnce(text, text.lastIndexOf(' | '))
    if (isLinkTarget(url)) return [{ name: cutText(name, LINK_NAME_MAX_LENGTH), url }]
    const reason = `"${cutText(text, 60)}" is not a document such as "Care sheet | https://…"; it was left out`
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
  return { href, label: sheet.readText(row, 'externalLinkText', LINK_NAME_MAX_LENGTH) ?? new URL(href).hostname }
}

/** Reads slugs separated by commas or line ends. */
function readSlugs(sheet: VitrineSheet, row: CsvRow, field: 'includes' | 'formerSlugs'): readonly string[] | undefined {
  const cell = sheet.readLongText(row, field, LIST_MAX_LENGTH)
  if (cell === undefined) return undefined
  const slugs = cell.split(/[,\n]/).map(readPlainText).filter(Boolean)
  const wrong = slugs.find((slug) => !isSlug(slug))
  if (wrong !== undefined) sheet.warn(row, field, `"${cutText(wrong, 60)}" is not a valid slug; it was left out`)
  return [...new Set(slugs.filter(isSlug))]
}

function readLines(sheet: VitrineSheet, row: CsvRow, field: VitrineField): readonly string[] | undefined {
  return sheet
    .readLongText(row, field, LIST_MAX_LENGTH)
    ?.split(/\r\n?|\n/)
    .map((line) => line.trim())
    .filter(Boolean)
}

function splitOnce(text: string, at: number): readonly [string, string?] {
  return at === -1 ? [text] : [text.slice(0, at).trim(), text.slice(at + 3).trim()]
}

type UsedOption = OptionColumns & { readonly name: string }

/**
 * Reads each row as a variant and rejects invalid ones.
 * @returns variants: undefined if the first row is invalid; optionNames: undefined if the file has no option columns
 */
function readVariants(
  sheet: VitrineSheet,
  rows: readonly [CsvRow, ...CsvRow[]],
  currency: string,
): { readonly variants: DraftProduct['variants'] | undefined; readonly optionNames: readonly string[] | undefined } {
  const [first, ...others] = rows
  const options = findOptions(sheet, first)
  const optionNames = sheet.columns.options.length === 0 ? undefined : options.map(({ name }) => name)
  const lines = new Map<string, number>()
  const firstVariant = readVariant(sheet, first, { options, lines, currency })
  if (!firstVariant) return { variants: undefined, optionNames }
  const variants: [DraftVariant, ...DraftVariant[]] = [firstVariant]
  for (const row of others) {
    const variant = sheet.checkCellCount(row) ? readVariant(sheet, row, { options, lines, currency }) : undefined
    if (variant) variants.push(variant)
  }
  return { variants, optionNames }
}

function findOptions(sheet: VitrineSheet, row: CsvRow): readonly UsedOption[] {
  return sheet.columns.options.flatMap((columns) => {
    const name = readCell(row, columns.nameIndex)
    return name === '' ? [] : [{ ...columns, name }]
  })
}

interface VariantContext {
  readonly options: readonly UsedOption[]
  /** Line of each combination of option values read so far. */
  readonly lines: Map<string, number>
  readonly currency: string
}

function readVariant(
  sheet: VitrineSheet,
  row: CsvRow,
  { options, lines, currency }: VariantContext,
): DraftVariant | undefined {
  const optionValues = options.map(({ valueIndex }) => readCell(row, valueIndex))
  const missing = options[optionValues.indexOf('')]
  if (missing) {
    sheet.reject(row, 'slug', `the value of the option "${missing.name}" is missing`)
    return undefined
  }
  const combination = foldCombination(optionValues)
  const earlier = lines.get(combination)
  if (earlier !== undefined) {
    const reason =
      options.length > 0
        ? `line ${earlier} already has the variant "${optionValues.join(' / ')}"`
        : `line ${earlier} already has this product; rows with the same slug are variants and need different options`
    sheet.reject(row, 'slug', reason)
    return undefined
  }
  if (lines.size >= VARIANT_MAX_COUNT) {
    sheet.reject(row, 'slug', `a product can have at most ${VARIANT_MAX_COUNT} variants`)
    return undefined
  }
  const price = sheet.readPrice(row, 'price', currency)
  const compareAt = sheet.readPrice(row, 'compareAtPrice', currency)
  if (price === 'rejected' || compareAt === 'rejected') return undefined
  lines.set(combination, row.line)
  return {
    optionValues,
    sku: sheet.readCode(row, 'sku', CODE_MAX_LENGTH),
    gtin: sheet.readGtin(row, 'gtin'),
    mpn: sheet.readCode(row, 'mpn', CODE_MAX_LENGTH),
    // Shops write 0.00 for a price on request.
    priceMinor: price === 0 ? null : price,
    compareAtMinor: compareAt,
    availability: sheet.readWord(row, 'availability', AVAILABILITY_WORDS, { blank: 'InStock', unknown: 'OutOfStock' }),
    weightGrams: readWeight(sheet, row),
    image: readVariantImage(sheet, row),
  }
}

function readWeight(sheet: VitrineSheet, row: CsvRow): number | null | undefined {
  if (!sheet.has('weight')) return undefined
  const text = readPlainText(sheet.read(row, 'weight')!)
  if (text === '') return null
  const grams = readWeightGrams(text, 'g')
  if (grams !== undefined) return grams
  sheet.warn(row, 'weight', 'this is not a weight in grams; it was left out')
  return null
}

function readCell(row: CsvRow, index: number): string {
  return cutText(readPlainText(row.cells[index] ?? ''), OPTION_TEXT_MAX_LENGTH)
}
