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
import { memoizeBounded } from './memoize-bounded.ts'

const LANGUAGE_FILES: Readonly<Record<Language, CreateTexts>> = {
  en: createEnglish,
  de: createGerman,
  es: createSpanish,
}

/** Returns the interface texts of a locale. Calls with the same locale return the same object. */
export const messagesFor: (locale: string) => Messages = memoizeBounded((locale) =>
  createMessages(LANGUAGE_FILES[languageOf(locale)], locale),
)
