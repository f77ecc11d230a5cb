import { useState } from 'react'
import { useMessages } from '../base/messages-context.ts'

/** Copies links to the clipboard. `outcome` is the message to show in a live region. */
export function useCopyLink() {
  const messages = useMessages()
  const [outcome, setOutcome] = useState('')

  async function copyLink(url: string): Promise<void> {
    // Screen readers announce a message again only if it was removed before.
    setOutcome('')
    try {
      await navigator.clipboard.writeText(url)
      setOutcome(messages.addressCopied)
    } catch {
      // Without HTTPS there is no clipboard, and the browser may deny access. Visitors then copy the URL by hand.
      window.prompt(messages.copyAddress, url)
    }
  }

  return { copyLink, outcome }
}
