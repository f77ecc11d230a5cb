import { getOwn } from '../get-own.ts'

/** A text, or one for each plural form of its first number. `{1}` stands for the first value in the text, `{2}` for the second. */
export type OwnText =
  string | ({ readonly other: string } & { readonly [Form in Intl.LDMLPluralRule]?: string | undefined })

/** The owner's own texts by their keys, such as `menu` or `sorts.name`. */
export type Wording = Readonly<Record<string, OwnText>>

interface WordingOptions {
  /** BCP 47; decides which plural form a number has. */
  readonly locale: string
  readonly formatCount: (count: number) => string
}

type Value = string | number

/** Replaces texts with those of the owner. Keys that do not exist have no effect. */
export function applyWording<Texts extends object>(texts: Texts, wording: Wording, options: WordingOptions): Texts {
  return replaceTexts(texts, wording, options, '') as Texts
}

function replaceTexts(texts: object, wording: Wording, options: WordingOptions, path: string): object {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]: [string, unknown]) => {
      const key = path + name
      if (typeof text === 'object' && text !== null) return [name, replaceTexts(text, wording, options, `${key}.`)]
      const own = getOwn(wording, key)
      if (own === undefined) return [name, text]
      return [
        name,
        typeof text === 'function' ? (...values: Value[]) => write(own, values, options) : write(own, [], options),
      ]
    }),
  )
}

function write(own: OwnText, values: readonly Value[], { locale, formatCount }: WordingOptions): string {
  const number = values.find((value) => typeof value === 'number')
  const form = number === undefined ? 'other' : new Intl.PluralRules(locale).select(number)
  const text = typeof own === 'string' ? own : (own[form] ?? own.other)
  return text.replace(/\{(\d)\}/g, (placeholder, place: string) => {
    const value = values[Number(place) - 1]
    return value === undefined ? placeholder : typeof value === 'number' ? formatCount(value) : value
  })
}
