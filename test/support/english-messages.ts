import { messagesFor } from '../../server/language.ts'

export const messages = messagesFor('en')
