import '../error/error-page.css'
import { Link } from '../../components/link.tsx'
import { useMessages } from '../../messages-context.ts'
import type { ErrorPageProps } from '../error/error-page.tsx'

export function NotFoundPage({ statusCode, statusMessage, description }: ErrorPageProps) {
  const messages = useMessages()
  return (
    <div className="error" lang={messages.langAttribute}>
      <p className="caption">
        {messages.status(statusCode)} · <span lang="en">{statusMessage}</span>
      </p>
      <h1>{messages.notFoundHeading}</h1>
      <p className="error-description" lang="en">
        {description}
      </p>
      <p className="lead">{messages.notFoundHint}</p>
      <p className="error-actions">
        <Link to="/" className="button">
          {messages.home}
        </Link>
        <Link to="/products" className="button">
          {messages.allProducts}
        </Link>
      </p>
    </div>
  )
}
