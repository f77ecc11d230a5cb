import { languageKey } from '../../../shared/languages.ts'
import { foldColumnName } from '../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../files/csv-file.ts'
import type { ImportNotes } from '../import-report.ts'

export interface LanguageTables {
  readonly main: CsvFile
  /** Tables by language key, with the product numbers of the first language. */
  readonly translated: ReadonlyMap<string, CsvFile>
  /** Numbers of rows by language key. */
  readonly rowCounts: ReadonlyMap<string, number>
}

/** @param counts by the key of the language */
export function describeLeftOut(what: string, language: string, counts: ReadonlyMap<string, number>): string {
  const others = [...counts].filter(([key]) => key !== language).map(([key, count]) => `${count} in "${key}"`)
  return `${what} in other languages than "${language}" were left out: ${others.join(', ')}`
}

/** Column indexes; -1 if there is none. */
interface LanguageColumns {
  readonly language: number
  readonly number: number
  /** Column with the number of a variant's product. */
  readonly parent: number
  /** Column with the group of a product and its translations. Without it, these have the same number. */
  readonly group: number
  readonly name: number
  /** Column with the variants that a product lists, whose own rows are no products. */
  readonly variations: number
}

/**
 * Splits an export of Magento with store views, or of WooCommerce with WPML.
 * @returns undefined if the table has one language, or the site
 */
export async function splitByLanguage(
  file: CsvFile,
  languages: readonly string[],
  notes: Pick<ImportNotes, 'warn'>,
): Promise<LanguageTables | undefined> {
  const columns = findColumns(file.header)
  if (!columns || languages.length < 2) return undefined
  const { rowCounts, numbers, names, variants, unknown } = await readReferences(file, columns, languages)
  for (const [code, { count, line }] of unknown)
    notes.warn({
      file: file.name,
      line,
      column: file.header[columns.language]!,
      value: code,
      reason: `this is none of the site's languages (${languages.join(', ')}); ${count === 1 ? '1 row was' : `${count} rows were`} left out`,
    })
  const keep = (read: (row: CsvRow) => CsvRow | undefined): CsvFile => ({
    ...file,
    async *readRows() {
      for await (const rows of file.readRows()) yield rows.flatMap((row) => read(row) ?? [])
    },
  })
  const languageOf = (row: CsvRow) => matchLanguage(row.cells[columns.language] ?? '', languages)
  const translate = (row: CsvRow): CsvRow | undefined => {
    const number = (row.cells[columns.number] ?? '').trim()
    if (variants.has(number)) return undefined
    const cells = [...row.cells]
    cells[columns.language] = ''
    cells[columns.number] = numbers.get(number) ?? number
    if (columns.parent >= 0)
      cells[columns.parent] = (row.cells[columns.parent] ?? '').replace(/\d+/, (id) => numbers.get(id) ?? id)
    if (cells[columns.name]?.trim() === '') cells[columns.name] = names.get(number) ?? ''
    return { ...row, cells }
  }
  const translated = languages
    .slice(1)
    .filter((key) => rowCounts.has(key))
    .map((key) => [key, keep((row) => (languageOf(row) === key ? translate(row) : undefined))] as const)
  const main = keep((row) => (languageOf(row) === languages[0] ? row : undefined))
  return { main, translated: new Map(translated), rowCounts }
}

function findColumns(header: readonly string[]): LanguageColumns | undefined {
  const names = header.map(foldColumnName)
  const find = (...wanted: readonly string[]) => names.findIndex((name) => wanted.includes(name))
  const [storeView, wpml] = [find('store_view_code'), find('meta: _wpml_import_language_code')]
  if (storeView >= 0 && find('sku') >= 0)
    return {
      language: storeView,
      number: find('sku'),
      parent: -1,
      group: -1,
      name: find('name'),
      variations: find('configurable_variations'),
    }
  const group = find('meta: _wpml_import_translation_group')
  if (wpml < 0 || group < 0) return undefined
  const [number, parent, name] = [find('id'), find('parent', ...PARENTS), find('name', ...NAMES)]
  return number < 0 ? undefined : { language: wpml, number, parent, group, name, variations: -1 }
}

/** Names of WooCommerce's column `Parent` in other languages. */
const PARENTS = ['übergeordnetes produkt', 'principal', 'superior', 'parente', 'genitore', 'hoofd']
const NAMES = ['nombre', 'nom', 'nome', 'naam']

/** Returns the language of the site that a tag means, the first language for a blank cell, and undefined for a language that the site does not have. */
export function matchLanguage(cell: string, languages: readonly string[]): string | undefined {
  const code = languageKey(cell.trim()).replaceAll('_', '-')
  if (code === '' || code === 'default' || code === 'admin') return languages[0]
  const [language] = code.split('-')
  return languages.find((key) => key === code) ?? languages.find((key) => key.split('-')[0] === language)
}

interface References extends Pick<LanguageTables, 'rowCounts'> {
  /** Numbers of products in the first language by those of their translations. */
  readonly numbers: ReadonlyMap<string, string>
  /** Names of products in the first language whose translations have none. */
  readonly names: ReadonlyMap<string, string>
  readonly variants: ReadonlySet<string>
  readonly unknown: ReadonlyMap<string, { count: number; readonly line: number }>
}

async function readReferences(
  file: CsvFile,
  { language, number, group, name, variations }: LanguageColumns,
  languages: readonly string[],
): Promise<References> {
  const rowCounts = new Map<string, number>()
  const mainByGroup = new Map<string, string>()
  const translations: (readonly [number: string, group: string])[] = []
  const nameless = new Set<string>()
  const variants = new Set<string>()
  const unknown = new Map<string, { count: number; readonly line: number }>()
  for await (const rows of file.readRows())
    for (const row of rows) {
      const read = (index: number) => (row.cells[index] ?? '').trim()
      const key = matchLanguage(read(language), languages)
      if (key !== undefined) rowCounts.set(key, (rowCounts.get(key) ?? 0) + 1)
      if (key === undefined) {
        const known = unknown.get(read(language)) ?? { count: 0, line: row.line }
        known.count += 1
        unknown.set(read(language), known)
      } else if (key === languages[0]) {
        if (group >= 0) mainByGroup.set(read(group), read(number))
        for (const [, sku = ''] of read(variations).matchAll(/(?:^|[|,])sku=([^,|]+)/g)) variants.add(sku)
      } else {
        if (group >= 0) translations.push([read(number), read(group)])
        if (read(name) === '') nameless.add(read(number))
      }
    }
  const names = new Map<string, string>()
  if (nameless.size > 0)
    for await (const rows of file.readRows())
      for (const { cells } of rows) {
        const own = (cells[number] ?? '').trim()
        if (nameless.has(own) && matchLanguage(cells[language] ?? '', languages) === languages[0])
          names.set(own, cells[name] ?? '')
      }
  const numbers = translations.flatMap(([own, of]) => {
    const main = mainByGroup.get(of)
    return main === undefined ? [] : [[own, main] as const]
  })
  return { rowCounts, numbers: new Map(numbers), names, variants, unknown }
}
