import { createTexts } from '../../shared/messages/en.ts'
import { serverTextsFor } from '../platform/language.ts'

/** Number of values that each text takes. */
const VALUE_COUNTS: ReadonlyMap<string, number> = new Map(
  [...listEntries(createTexts(String)), ...listEntries(serverTextsFor({ locale: 'en' }))].map(([key, text]) => [
    key,
    typeof text === 'function' ? text.length : 0,
  ]),
)

/** @returns undefined if no text of the interface has this key */
export function countValues(key: string): number | undefined {
  return VALUE_COUNTS.get(key)
}

type Text = string | ((...values: unknown[]) => string)

function* listEntries(texts: object, path = ''): Generator<readonly [key: string, text: Text]> {
  for (const [name, text] of Object.entries(texts) as [string, unknown][])
    if (typeof text === 'object' && text !== null) yield* listEntries(text, `${path}${name}.`)
    else yield [path + name, text as Text]
}
