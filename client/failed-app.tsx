import { useEffect, useState, type ReactNode } from 'react'
import { ROOT_ID } from '../shared/urls.ts'
import type { BotCheck } from './runtime/bot-check.ts'

interface FailedAppProps {
  readonly botCheck: BotCheck
  /** The error page. */
  readonly children: ReactNode
  /** The error page is shown. */
  readonly onShown: () => void
}

/** In place of a tree that cannot be drawn: a visitor gets the error page, a search engine keeps what was on the screen. */
export function FailedApp({ botCheck, children, onShown }: FailedAppProps) {
  const [isBot, setIsBot] = useState(botCheck.known)
  // Until this is drawn it is still there.
  const [shownHtml] = useState(() => (isBot === false ? '' : document.getElementById(ROOT_ID)!.innerHTML))
  useEffect(() => void botCheck.ask().then(setIsBot), [botCheck])
  useEffect(() => {
    if (isBot === false) onShown()
  })
  return isBot === false ? children : <div dangerouslySetInnerHTML={{ __html: shownHtml }} />
}
