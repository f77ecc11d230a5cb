import { isSlug } from '../../../../shared/slug.ts'
import type { ProductDocument, SiteLink } from '../../../../shared/catalog.ts'
import { cutText, isHttpsAddress, isLinkTarget, readPlainText, splitListCell } from '../../cells.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import {
  ALT_MAX_LENGTH,
  ATTRIBUTE_NAME_MAX_LENGTH,
  ATTRIBUTE_VALUE_MAX_LENGTH,
  type DraftAttribute,
  type DraftImage,
  type DraftProduct,
  LINK_NAME_MAX_LENGTH,
} from '../../draft-product.ts'
import type { VitrineField } from './vitrine-columns.ts'
import type { VitrineSheet } from './vitrine-sheet.ts'

const LIST_MAX_LENGTH = 200_000
const ADDRESS_MAX_LENGTH = 2_000

/** A colon in the name has a backslash in front of it; in the value it needs none. */
const ATTRIBUTE = /^((?:\\.|[^\\:])*):(.*)$/

/** The gallery: a file or an address on each line of the cell, with its alternative text behind ` | `. */
export function readGallery(sheet: VitrineSheet, row: CsvRow): readonly DraftImage[] | undefined {
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

/** The picture of one variant. */
export function readImage(sheet: VitrineSheet, row: CsvRow): DraftImage | null | undefined {
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

/** `Material: Oak` on each line of `Attributes`, and a column for each one that most products have (`Attribute: Material`). */
export function readAttributes(
  sheet: VitrineSheet,
  row: CsvRow,
): Pick<DraftProduct, 'attributes' | 'hasAllAttributes'> {
  const attributes: DraftAttribute[] = []
  for (const line of readLines(sheet, row, 'attributes') ?? []) {
    const [, written = '', rest = ''] = ATTRIBUTE.exec(line) ?? []
    const [name = ''] = splitListCell(written, ':')
    const value = readPlainText(rest)
    if (readPlainText(name) === '' || value === '')
      sheet.warn(row, 'attributes', `"${cutText(line, 60)}" is no attribute such as "Material: Oak"; it was left out`)
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

/** `Care sheet | https://…` on each line of the cell. */
export function readDocuments(sheet: VitrineSheet, row: CsvRow): readonly ProductDocument[] | undefined {
  return readLines(sheet, row, 'documents')?.flatMap((text) => {
    const [name, url = ''] = splitOnce(text, text.lastIndexOf(' | '))
    if (isLinkTarget(url)) return [{ name: cutText(name, LINK_NAME_MAX_LENGTH), url }]
    sheet.warn(
      row,
      'documents',
      `"${cutText(text, 60)}" is no document such as "Care sheet | https://…"; it was left out`,
    )
    return []
  })
}

export function readExternalLink(sheet: VitrineSheet, row: CsvRow): SiteLink | null | undefined {
  const href = sheet.readText(row, 'externalLink', ADDRESS_MAX_LENGTH)
  if (href === undefined || href === null) return href
  if (!isHttpsAddress(href)) {
    sheet.warn(row, 'externalLink', 'is no https address; it was left out')
    return null
  }
  return { href, label: sheet.readText(row, 'externalLinkText', LINK_NAME_MAX_LENGTH) ?? new URL(href).hostname }
}

/** Slugs with commas between them. */
export function readSlugs(
  sheet: VitrineSheet,
  row: CsvRow,
  field: 'includes' | 'formerSlugs',
): readonly string[] | undefined {
  const cell = sheet.readLongText(row, field, LIST_MAX_LENGTH)
  if (cell === undefined) return undefined
  const slugs = cell.split(/[,\n]/).map(readPlainText).filter(Boolean)
  const wrong = slugs.find((slug) => !isSlug(slug))
  if (wrong !== undefined) sheet.warn(row, field, `"${cutText(wrong, 60)}" is not a valid slug; it was ignored`)
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
