import { languageKey } from '../../../shared/languages.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import type { CsvRow } from '../files/csv-file.ts'

/** Column indexes; -1 if there is none. */
export interface LanguageColumns {
  /** Whether rows of Magento's store views have only the values that differ from those without a store view. */
  readonly hasViews: boolean
  readonly language: number
  /** Column with the language of the product that a row translates. */
  readonly source: number
  readonly number: number
  /** Column with the number of a variant's product. */
  readonly parent: number
  /** Column with the group of a product and its translations. Without it, these have the same number. */
  readonly group: number
  readonly name: number
  /** Column with the variants that a product lists, whose own rows are no products. */
  readonly variations: number
  /** Columns with texts of a store view. */
  readonly texts: ReadonlySet<number>
  /** Column with several attributes, of which a store view has only those that differ. */
  readonly attributes: number
}

const VIEW_TEXTS =
  /^(name|(short_|meta_)?description|meta_title|url_key|configurable_variations|configurable_variation_labels)$/

/** Finds the columns of Magento's store views, or of WPML in an export of WooCommerce. */
export function findLanguageColumns(header: readonly string[], format: string): LanguageColumns | undefined {
  const names = header.map(foldColumnName)
  const find = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const hasViews = format === 'magento'
  const columns: LanguageColumns = {
    hasViews,
    language: find(hasViews ? 'store_view_code' : 'meta: _wpml_import_language_code'),
    source: find('meta: _wpml_import_source_language_code'),
    number: find(hasViews ? 'sku' : 'id'),
    parent: find('parent', ...PARENTS),
    group: find('meta: _wpml_import_translation_group'),
    name: find('name', ...NAMES),
    variations: find('configurable_variations'),
    texts: new Set([...names.keys()].filter((index) => VIEW_TEXTS.test(names[index]!))),
    attributes: find('additional_attributes'),
  }
  const isKnown = hasViews || format === 'woocommerce'
  return isKnown && columns.language >= 0 && columns.number >= 0 ? columns : undefined
}

/** Names of WooCommerce's column `Parent` in other languages. */
const PARENTS = ['übergeordnetes produkt', 'principal', 'superior', 'parente', 'genitore', 'hoofd']
const NAMES = ['nombre', 'nom', 'nome', 'naam']

export function readCell(row: CsvRow, index: number): string {
  return (row.cells[index] ?? '').trim()
}

/** Returns '' for a row that belongs to no store view, or whose language is not given. */
export function readCode(row: CsvRow, { language }: LanguageColumns): string {
  const code = languageKey(readCell(row, language)).replaceAll('_', '-')
  return code === 'admin' ? '' : code
}

/** @returns the language of the site that a code means; undefined if the site does not have it */
export function matchLanguage(code: string, languages: readonly string[]): string | undefined {
  const own = languageKey(code.trim()).replaceAll('_', '-')
  const [language] = own.split('-')
  return languages.find((key) => key === own) ?? languages.find((key) => key.split('-')[0] === language)
}
