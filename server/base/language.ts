import { createTexts as createGerman } from '../../shared/messages/de.ts'
import { createTexts as createEnglish } from '../../shared/messages/en.ts'
import { createTexts as createSpanish } from '../../shared/messages/es.ts'
import {
  createMessages,
  languageOf,
  type CreateTexts,
  type Language,
  type Messages,
} from '../../shared/messages/messages.ts'
import { texts as germanTexts } from '../../shared/messages/server-texts/de.ts'
import { texts as englishTexts, type ServerTexts } from '../../shared/messages/server-texts/en.ts'
import { texts as spanishTexts } from '../../shared/messages/server-texts/es.ts'
import { memoizeBounded } from './memoize-bounded.ts'

const LANGUAGE_FILES: Readonly<Record<Language, readonly [CreateTexts, ServerTexts]>> = {
  en: [createEnglish, englishTexts],
  de: [createGerman, germanTexts],
  es: [createSpanish, spanishTexts],
}

/** Returns the interface texts of a locale. Calls with the same locale return the same object. */
export const messagesFor: (locale: string) => Messages = memoizeBounded((locale) =>
  createMessages(LANGUAGE_FILES[languageOf(locale)][0], locale),
)

/** Returns the texts that browsers do not load for every page. */
export function serverTextsFor(locale: string): ServerTexts {
  return LANGUAGE_FILES[languageOf(locale)][1]
}
