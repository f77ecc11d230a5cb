import { messagesFor } from '../../server/language.ts'

/** The interface texts of the neutral site, which most tests start. */
export const messages = messagesFor('en')
