import '../../components/category-links.css'
import { useLocation } from 'react-router-dom'
import { CategoryItems } from '../../components/category-items.tsx'
import { Link } from '../../base/link.tsx'
import { ProductSearch } from '../../components/product-search.tsx'
import { useFrame, usePageNames } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { readWords } from './read-words.ts'

interface NotFoundPageProps {
  readonly description: string
  /** A fatal error is shown without a layout. */
  readonly isFatal: boolean
}

/** There are no categories if the database is unavailable. */
export function NotFoundPage({ description, isFatal }: NotFoundPageProps) {
  const messages = useMessages()
  const names = usePageNames()
  const { site, categories } = useFrame()
  const { pathname } = useLocation()
  const siteLanguage = messages.langAttribute && site.locale
  return (
    <>
      {isFatal ? (
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
              {description}
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
