import type { Product, ProductTranslation } from '../../../../shared/catalog.ts'
import type { CsvRow } from '../../files/csv-file.ts'
import { collectTerms, type TermPair } from '../../translated-terms.ts'

type Kind = 'name' | 'value'

/**
 * Translated names and values of options. The file does not say to which product they belong, so one that has several
 * translations is not used.
 */
export class ShopifyTerms {
  readonly #texts = new Map<string, { readonly text: string; readonly line: number } | null>()
  readonly #warn: (row: CsvRow, reason: string) => void

  constructor(warn: (row: CsvRow, reason: string) => void) {
    this.#warn = warn
  }

  get size(): number {
    return this.#texts.size
  }

  /** @param text '' removes the translation */
  add(locale: string, kind: Kind, original: string, { text, row }: { readonly text: string; readonly row: CsvRow }) {
    const key = keyOf(locale, kind, original)
    const known = this.#texts.get(key)
    if (known === null || known?.text === text || (known && text === '')) return
    if (!known || known.text === '') {
      this.#texts.set(key, { text, line: row.line })
      return
    }
    this.#texts.set(key, null)
    this.#warn(
      row,
      `"${original}" is "${known.text}" in line ${known.line} and "${text}" here, and the file does not say for which products; neither was used. Translate them in Vitrine's own sheet`,
    )
  }

  /** @param stored options that the file lacks keep these translations */
  translate(locale: string, options: Product['options'], stored: ProductTranslation['terms']) {
    const read = (kind: Kind, original: string) => this.#texts.get(keyOf(locale, kind, original))?.text
    const pairs = options.flatMap(({ name, values }): readonly TermPair[] => [
      { name, translatedName: read('name', name) },
      ...values.map((value) => ({ name, value, translatedValue: read('value', value) })),
    ])
    return collectTerms(pairs, stored)
  }
}

function keyOf(locale: string, kind: Kind, original: string): string {
  return JSON.stringify([locale, kind, original])
}
