import { createContext, useContext } from 'react'
import type { Messages } from '../../shared/messages/messages.ts'

export const MessagesContext = createContext<Messages | null>(null)

export function useMessages(): Messages {
  const messages = useContext(MessagesContext)
  if (!messages) throw new Error('useMessages() is called outside of MessagesContext')
  return messages
}
