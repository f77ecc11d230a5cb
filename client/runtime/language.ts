import { languageOf, type Language } from '../../shared/messages/languages.ts'
import { createMessages, type CreateTexts, type Messages } from '../../shared/messages/messages.ts'

/** One chunk per language, so that a browser loads only the language of its site. */
const FILES: Readonly<Record<Language, () => Promise<{ readonly createTexts: CreateTexts }>>> = {
  en: () => import('../../shared/messages/en.ts'),
  de: () => import('../../shared/messages/de.ts'),
  es: () => import('../../shared/messages/es.ts'),
}

/** Loads the messages that the server rendered the document with. */
export async function loadMessages(locale: string): Promise<Messages> {
  const { createTexts } = await FILES[languageOf(locale)]()
  return createMessages(createTexts, locale)
}
