import './back-to-top.css'
import { Icon } from '../../components/icon.tsx'
import { useMessages } from '../../messages-context.ts'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'

/** A link to the top of the page. CSS alone shows it after the visitor has scrolled. */
export function BackToTop() {
  const messages = useMessages()
  return (
    <nav className="back-to-top" lang={messages.langAttribute} aria-label={messages.backToTop}>
      <Tooltip text={messages.backToTop}>
        <a href="#top" aria-label={messages.backToTop}>
          <Icon path="M12 20V5M5 12l7-7 7 7" />
        </a>
      </Tooltip>
    </nav>
  )
}
