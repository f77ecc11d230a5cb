import './tags.css'
import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import type { ProductPageData } from '../../../shared/page-data.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'

export function Tags({ otherCategories, tags }: Pick<ProductPageData, 'otherCategories' | 'tags'>) {
  const messages = useMessages()
  if (otherCategories.length === 0 && tags.length === 0) return null
  return (
    <dl className="tags caption">
      {otherCategories.length > 0 ? (
        <div>
          <dt lang={messages.langAttribute}>{messages.alsoIn}</dt>
          {otherCategories.map(({ slug, name, lang }) => (
            <dd key={slug} lang={lang}>
              <Link to={categoryPath(slug)}>{name}</Link>
            </dd>
          ))}
        </div>
      ) : null}
      {tags.length > 0 ? (
        <div>
          <dt lang={messages.langAttribute}>{messages.tags}</dt>
          {tags.map(({ name, filter }) => (
            <dd key={name}>
              {filter === null ? (
                name
              ) : (
                <Link to={`/products?${new URLSearchParams({ [LISTING_KEYS.tags]: filter })}`} rel="nofollow">
                  {name}
                </Link>
              )}
            </dd>
          ))}
        </div>
      ) : null}
    </dl>
  )
}
