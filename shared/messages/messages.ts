import type { messages as english } from './en.ts'

/** All words of the interface, in one file for each language; English sets their shape. */
export type Messages = typeof english

/** The words of the site's language. A site speaks one; they are there before anything is drawn. */
export let messages: Messages

export function setMessages(chosen: Messages): void {
  messages = chosen
}
