import { messages } from '../../shared/messages/en.ts'
import { setMessages } from '../../shared/messages/messages.ts'

// What is tested without a server speaks as a neutral site would.
setMessages(messages, 'en')
