import { createMessages, type CreateTexts, type Messages } from '../../shared/messages/messages.ts'
import { BUILDS_PATH } from '../../shared/urls.ts'

/**
 * Loads the messages that the server rendered the document with. Each language has a file of its own, which the document names:
 * a list of all of them would be in the scripts of every page.
 * @param file relative to `/builds/`
 */
export async function loadMessages(locale: string, file: string): Promise<Messages> {
  const { createTexts } = (await import(BUILDS_PATH + file)) as { readonly createTexts: CreateTexts }
  return createMessages(createTexts, locale)
}
