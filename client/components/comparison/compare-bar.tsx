import { comparisonPath } from '../../../shared/comparison.ts'
import { COMPARED_MAX } from '../../../shared/constants.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Link } from '../../base/link.tsx'
import { setMarks, useMarks } from './marks.ts'

export function CompareBar() {
  const messages = useMessages()
  const { marks, isRefused } = useMarks()
  if (marks.length === 0) return null
  return (
    <section className="compare-bar row" aria-label={messages.comparison.heading} lang={messages.langAttribute}>
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
