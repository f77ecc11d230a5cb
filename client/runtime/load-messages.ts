import {
  languageOf,
  createMessages,
  type CreateTexts,
  type Language,
  type Messages,
} from '../../shared/messages/messages.ts'

/** Loaded on demand, so that a browser loads only the language of its site. */
const MESSAGE_FILES: Readonly<Record<Language, () => Promise<{ readonly createTexts: CreateTexts }>>> = {
  en: () => import('../../shared/messages/en.ts'),
  de: () => import('../../shared/messages/de.ts'),
  es: () => import('../../shared/messages/es.ts'),
}

/** Loads the messages that the server rendered the document with. */
export async function loadMessages(locale: string): Promise<Messages> {
  const { createTexts } = await MESSAGE_FILES[languageOf(locale)]()
  return createMessages(createTexts, locale)
}
