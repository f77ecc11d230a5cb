import { messages as german } from '../shared/messages/de.ts'
import { messages as english } from '../shared/messages/en.ts'
import { messages as spanish } from '../shared/messages/es.ts'
import { languageOf, type Language } from '../shared/messages/languages.ts'
import { setMessages, type Messages } from '../shared/messages/messages.ts'

const WORDS: Readonly<Record<Language, Messages>> = { en: english, de: german, es: spanish }

/** The words of a site's language. */
export function wordsOf(locale: string): Messages {
  return WORDS[languageOf(locale)]
}

/** Answers in the site's language from here on. A process serves one site, so one language at a time will do. */
export function speak(locale: string): void {
  setMessages(wordsOf(locale), locale)
}
