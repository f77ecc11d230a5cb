import { useNavigate } from 'react-router-dom'
import { useMessages } from '../../base/context.tsx'
import { useLoadFailure } from '../../base/navigation-outcome.ts'

export function ListingFailure() {
  const messages = useMessages()
  const failure = useLoadFailure()
  const navigate = useNavigate()
  return (
    // Screen readers announce changes only in a region that already exists.
    <div className="listing-failure row" role="status">
      {failure ? (
        <>
          <span>{failure.isOffline ? messages.offline : messages.serverUnavailable}</span>
          <button
            type="button"
            className="button"
            onClick={({ currentTarget }) => {
              // The retry removes this button, so the focus moves to the region around it.
              currentTarget.closest<HTMLElement>('[tabindex="-1"]')?.focus({ preventScroll: true })
              void navigate(failure.path, { preventScrollReset: true })
            }}
          >
            {messages.tryAgain}
          </button>
        </>
      ) : null}
    </div>
  )
}
