import { setCountLocale } from './count.ts'
import type { messages as english } from './en.ts'

/** All words of the interface, in one file for each language; English sets their shape. */
export type Messages = typeof english

/** The words of the site's language. A site speaks one; they are there before anything is drawn. */
export let messages: Messages

/** @param locale BCP 47, the site's; numbers within the words are written its way */
export function setMessages(chosen: Messages, locale: string): void {
  messages = chosen
  setCountLocale(locale)
}
