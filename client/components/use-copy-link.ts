import { useState } from 'react'
import { useMessages } from '../base/context.tsx'

/** `outcome` is the message for a live region. */
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
      // Without HTTPS there is no clipboard, and the browser may deny access, so visitors copy the URL by hand.
      window.prompt(messages.copyAddress, url)
    }
  }

  return { copyLink, outcome }
}
