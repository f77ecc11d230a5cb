import './error-page.css'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { errorHeading, isRequestError } from '../../../shared/page-title.ts'

interface ErrorPageProps {
  readonly statusCode: number
  readonly statusMessage: string
  readonly description: string
  /** The stack is set in development only. */
  readonly stack?: string | undefined
}

/** The only client error for which a retry can help. */
const TOO_MANY_REQUESTS = 429

export function ErrorPage({ statusCode, statusMessage, description, stack }: ErrorPageProps) {
  const messages = useMessages()
  const hint = isRequestError(statusCode) ? messages.requestErrorHints[statusCode] : messages.errorHint
  return (
    <div className="error stack" lang={messages.langAttribute}>
      <p className="caption">
        <span>{`${messages.status(statusCode)} ·`}</span> <span lang="en">{statusMessage}</span>
      </p>
      <h1>{errorHeading(statusCode, messages)}</h1>
      {hint === undefined ? null : <p className="lead">{hint}</p>}
      {description === statusMessage ? null : (
        <p className="error-description" lang="en">
          {description}
        </p>
      )}
      {stack === undefined ? null : (
        <pre className="error-stack" tabIndex={0}>
          {stack}
        </pre>
      )}
      <p className="cluster">
        {isRequestError(statusCode) && statusCode !== TOO_MANY_REQUESTS ? null : (
          <Link to="" className="button button-primary">
            {messages.tryAgain}
          </Link>
        )}
        <Link to="/" className="button">
          {messages.home}
        </Link>
      </p>
    </div>
  )
}
