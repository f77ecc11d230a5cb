import { languageOf, type Language } from '../../shared/messages/languages.ts'
import { setMessages, type Messages } from '../../shared/messages/messages.ts'

/** One chunk a language, so that nobody loads the words of another. */
const FILES: Readonly<Record<Language, () => Promise<{ readonly messages: Messages }>>> = {
  en: () => import('../../shared/messages/en.ts'),
  de: () => import('../../shared/messages/de.ts'),
  es: () => import('../../shared/messages/es.ts'),
}

/** Fetches the words that the server drew the document with. */
export async function loadMessages(locale: string): Promise<void> {
  const { messages } = await FILES[languageOf(locale)]()
  setMessages(messages, locale)
}
