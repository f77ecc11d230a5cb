import { messages as german } from '../shared/messages/de.ts'
import { messages as english } from '../shared/messages/en.ts'
import { messages as spanish } from '../shared/messages/es.ts'
import { languageOf, type Language } from '../shared/messages/languages.ts'
import { setMessages, type Messages } from '../shared/messages/messages.ts'

const WORDS: Readonly<Record<Language, Messages>> = { en: english, de: german, es: spanish }

/** Answers in the site's language from here on. A process serves one site, so one language at a time will do. */
export function speak(locale: string): void {
  setMessages(WORDS[languageOf(locale)], locale)
}
