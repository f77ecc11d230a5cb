import { z } from 'zod'

/** A language tag (BCP 47), in its usual spelling. */
export const languageSchema = z
  .string()
  .refine(isLocale, 'must be a language such as en or de-AT')
  .transform((value) => new Intl.Locale(value).toString())

function isLocale(value: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(value) !== undefined
  } catch {
    return false
  }
}
