import type { Site } from '../../shared/site.ts'
import { createMessages, type CreateTexts, type Messages } from '../../shared/messages/messages.ts'
import { BUILDS_PATH } from '../../shared/urls.ts'

/**
 * Loads the document's messages. The document names the file of its language: a list of all would be in the scripts of
 * every page.
 * @param file relative to `/builds/`
 */
export async function loadMessages(
  { locale, wording }: Pick<Site, 'locale' | 'wording'>,
  file: string,
): Promise<Messages> {
  const { createTexts } = (await import(BUILDS_PATH + file)) as { readonly createTexts: CreateTexts }
  const messages = createMessages(createTexts, locale)
  if (!wording) return messages
  const { applyWording } = await import('../../shared/messages/wording.ts')
  return applyWording(messages, wording, { locale, formatCount: messages.formatCount })
}
