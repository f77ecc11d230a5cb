import { messagesFor } from '../../server/platform/language.ts'

export const messages = messagesFor({ locale: 'en' })
