import { useMessages } from '../../messages-context.ts'
import './back-to-top.css'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'

/** A link to the top of the page. CSS alone shows it after the visitor has scrolled. */
export function BackToTop() {
  const messages = useMessages()
  return (
    <nav className="back-to-top" lang={messages.langAttribute} aria-label={messages.backToTop}>
      <Tooltip text={messages.backToTop}>
        <a href="#top" aria-label={messages.backToTop}>
          <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
            <path d="M12 20V5M5 12l7-7 7 7" fill="none" stroke="currentColor" strokeWidth="1.5" />
          </svg>
        </a>
      </Tooltip>
    </nav>
  )
}
