import { setCountLocale } from './count.ts'
import type { messages as english } from './en.ts'
import { languageOf, type Language } from './languages.ts'

/** All words of the interface, in one file for each language; English sets their shape. */
export type Messages = typeof english

/** The words of the site's language. A site speaks one; they are there before anything is drawn. */
export let messages: Messages

/** For the `lang` of what holds words of the interface only; undefined where they are in the site's language, as nearly always. */
export let foreignLanguage: Language | undefined

/** @param locale BCP 47, the site's; numbers within the words are written its way */
export function setMessages(chosen: Messages, locale: string): void {
  messages = chosen
  const language = languageOf(locale)
  foreignLanguage = locale.toLowerCase().split('-')[0] === language ? undefined : language
  setCountLocale(locale)
}
