import { comparisonPath } from '../../../shared/urls.ts'
import { COMPARED_MAX } from '../../../shared/constants.ts'
import { useMessages } from '../../base/context.tsx'
import { Link } from '../../base/link.tsx'
import { setMarks, useMarks } from './marks.ts'
import './compare-bar.css'
import type { View } from '../../base/view.ts'

/** Shows the marked products on pages that have products to mark. */
export function CompareBar({ view }: { readonly view: View }) {
  const messages = useMessages()
  const { marks, isRefused } = useMarks()
  if (marks.length === 0 || !canMark(view)) return null
  return (
    <section
      className="compare-bar row on-screen"
      aria-label={messages.comparison.heading}
      lang={messages.langAttribute}
    >
      <div className="compare-bar-texts">
        <p role="status">
          {isRefused ? (
            <strong>{messages.comparison.limit(COMPARED_MAX)}</strong>
          ) : (
            <span>{messages.comparison.marked(marks.length)}</span>
          )}
        </p>
        <p className="truncated caption">{marks.map(({ name }) => name).join(', ')}</p>
      </div>
      <button type="button" className="text-button" onClick={() => setMarks([])}>
        {messages.comparison.clear}
      </button>
      <Link to={comparisonPath(marks.map(({ slug }) => slug))} rel="nofollow" className="button button-primary">
        {messages.compare}
      </Link>
    </section>
  )
}

/** Whether the page has products that can be marked; the comparison itself needs no bar. */
function canMark(view: View): boolean {
  if ('error' in view) return false
  const { name, data } = view.page
  return 'listing' in data || name === 'index' || name === 'products-product'
}
