import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import { setUpTooltip } from '../../widgets/tooltip/set-up-tooltip.ts'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'

const OWNERS_HTML =
  '<p>Our bowls are <abbr title="Fired a second time, at 1240 °C">glost fired</abbr> and <abbr title="Without any glaze">bisque</abbr> outside.</p>'

export function TooltipExamples() {
  const [isMounted, setMounted] = useState(true)
  return (
    <section aria-labelledby="tooltip-examples">
      <h2 id="tooltip-examples">Tooltip</h2>
      <div className="widgets-row">
        <Tooltip text="Share this piece">
          <button type="button" className="button" aria-label="Share this piece">
            <Icon path="M12 15V4M7 8l5-5 5 5M5 14v6h14v-6" />
          </button>
        </Tooltip>
        <Tooltip text="You will find it again under your bookmarks">
          <button type="button" className="button">
            Remember
          </button>
        </Tooltip>
        {isMounted ? (
          <Tooltip text="Unmounted with its button">
            <button type="button" className="button" onKeyDown={({ key }) => key === 'Delete' && setMounted(false)}>
              Unmount by Delete
            </button>
          </Tooltip>
        ) : null}
      </div>
      <OwnersText />
    </section>
  )
}

function OwnersText() {
  const text = useRef<HTMLDivElement>(null)
  const [isSetUp, setSetUp] = useState(true)
  useEffect(() => {
    if (!isSetUp) return
    const terms = text.current?.querySelectorAll<HTMLElement>('abbr[title]') ?? []
    const undo = [...terms].map((term) => setUpTooltip(term, term.title))
    return () => undo.forEach((undoOne) => undoOne())
  }, [isSetUp])
  return (
    <div className="widgets-row">
      <div className="widgets-terms" ref={text} dangerouslySetInnerHTML={{ __html: OWNERS_HTML }} />
      <button type="button" className="button" onClick={() => setSetUp(!isSetUp)}>
        {isSetUp ? 'Remove the tooltips of terms' : 'Add the tooltips of terms'}
      </button>
    </div>
  )
}
