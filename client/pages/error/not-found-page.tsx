import { useLocation } from 'react-router-dom'
import { CategoryItems } from '../../components/categories.tsx'
import type { HttpErrorBody } from '../../../shared/http-error.ts'
import { decodeOrKeep } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { ProductSearch } from '../../components/search-input.tsx'
import { useFrame, usePageNames, useMessages } from '../../base/context.tsx'

/** A fatal error is shown without a layout. There are no categories if the database is unavailable. */
export function NotFoundPage({ statusMessage, fatal }: HttpErrorBody) {
  const messages = useMessages()
  const names = usePageNames()
  const { site, categories } = useFrame()
  const { pathname } = useLocation()
  const siteLanguage = messages.langAttribute && site.locale
  return (
    <>
      {fatal ? (
        <p className="error-site display">
          <Link to="/" className="truncated">
            {site.name}
          </Link>
        </p>
      ) : null}
      <div className="error stack" lang={messages.langAttribute}>
        <div className="error-columns stack">
          <div className="error-texts stack">
            <h1>{messages.notFoundHeading}</h1>
            <p className="lead">{messages.notFoundHint}</p>
            <ProductSearch words={readWords(pathname)} />
            <p className="cluster">
              <Link to="/products" className="button">
                {names.allProducts}
              </Link>
              <Link to="/" className="button">
                {messages.home}
              </Link>
            </p>
            <p className="error-message caption" lang="en">
              {statusMessage}
            </p>
          </div>
          {categories.length > 0 ? (
            <ul className="category-links" lang={siteLanguage}>
              <CategoryItems />
            </ul>
          ) : null}
        </div>
      </div>
    </>
  )
}

const MAX_LENGTH = 100

/** @returns the last words of a path as a search: 'blue bowl' for '/products/blue-bowl.html'; '' if it has no words */
export function readWords(pathname: string): string {
  const words = decodeOrKeep(pathname.slice(pathname.lastIndexOf('/') + 1))
    .replace(/\.\w+$/, '')
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
  return Array.from(words).slice(0, MAX_LENGTH).join('')
}
