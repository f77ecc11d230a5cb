import { Icon } from '../../components/icon.tsx'
import { useMessages } from '../../base/messages-context.ts'

/** The link is in the footer, where it covers nothing. */
export function BackToTop() {
  const messages = useMessages()
  return (
    <nav className="back-to-top caption" lang={messages.langAttribute} aria-label={messages.backToTop}>
      <a href="#top">
        <span>{messages.backToTop}</span> <Icon path="M12 20V5M5 12l7-7 7 7" />
      </a>
    </nav>
  )
}
