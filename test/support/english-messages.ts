import { messagesFor } from '../../server/base/language.ts'

export const messages = messagesFor({ locale: 'en' })
