import './error-page.css'
import { Link } from '../../base/link.tsx'
import { statusName, type HttpErrorBody } from '../../../shared/http-error.ts'
import { useMessages } from '../../base/context.tsx'
import { errorHeading, isRequestError } from '../../../shared/page-title.ts'

/** The only client error for which a retry can help. */
const TOO_MANY_REQUESTS = 429

export function ErrorPage(error: HttpErrorBody) {
  const messages = useMessages()
  const { statusCode, statusMessage, stack } = error
  const name = statusName(error)
  const hint = isRequestError(statusCode) ? messages.requestErrorHints[statusCode] : messages.errorHint
  return (
    <div className="error stack" lang={messages.langAttribute}>
      <p className="caption">
        <span>{`${messages.status(statusCode)} ·`}</span> <span lang="en">{name}</span>
      </p>
      <h1>{errorHeading(statusCode, messages)}</h1>
      {hint === undefined ? null : <p className="lead">{hint}</p>}
      {statusMessage === name ? null : (
        <p className="error-description" lang="en">
          {statusMessage}
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
