import { z } from 'zod'
import { countValues } from '../catalog/rules/interface-texts.ts'

const OWN_TEXT_MAX_LENGTH = 1_000

const ownText = z
  .string()
  .trim()
  .min(1, 'must not be empty')
  .max(OWN_TEXT_MAX_LENGTH, `has more than ${OWN_TEXT_MAX_LENGTH} characters`)

const form = ownText.optional()

const pluralForms = z.strictObject({ zero: form, one: form, two: form, few: form, many: form, other: ownText })

/** Each key has to be one of the interface, and a text may contain only the values of its key. */
export const wordingSchema = z
  .record(
    z.string(),
    z.union([ownText, pluralForms], 'must be a text, or texts by plural form such as { "one": …, "other": … }'),
  )
  .superRefine((wording, context) => {
    for (const [key, own] of Object.entries(wording)) {
      const count = countValues(key)
      if (count === undefined) {
        const message = 'is no text of the interface; shared/messages/en.ts has their keys'
        context.addIssue({ code: 'custom', path: [key], message })
        continue
      }
      const texts = typeof own === 'string' ? [own] : Object.values(own)
      const placeholders = texts.flatMap((text) => text?.match(/\{[^{}]*\}/g) ?? [])
      const unknown = placeholders.find((placeholder) => !isPlace(placeholder.slice(1, -1), count))
      if (unknown !== undefined) {
        const known = Array.from({ length: count }, (_, place) => `{${place + 1}}`).join(', ')
        const message = `has ${unknown}, but ${count === 0 ? 'this text has no values' : `the values are ${known}`}`
        context.addIssue({ code: 'custom', path: [key], message })
      }
    }
  })

function isPlace(text: string, count: number): boolean {
  return /^[1-9]$/.test(text) && Number(text) <= count
}
