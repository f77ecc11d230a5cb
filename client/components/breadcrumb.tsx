import './breadcrumb.css'
import type { CategoryLink, SiteLink } from '../../shared/catalog.ts'
import { categoryPath } from '../../shared/urls.ts'
import { usePageNames, useMessages } from '../base/context.tsx'
import { Link } from '../base/link.tsx'
import { ProductName } from './product-name.tsx'

interface BreadcrumbProps {
  /** The default is the page of all categories. */
  readonly root?: SiteLink
  readonly categories?: readonly CategoryLink[]
  readonly current: string
  /** Language of the current page's name, if it is not that of the site. */
  readonly lang?: string | undefined
}

export function Breadcrumb({ root, categories, current, lang }: BreadcrumbProps) {
  const messages = useMessages()
  const names = usePageNames()
  return (
    <nav aria-label={messages.breadcrumb} className="breadcrumb caption">
      <ol>
        <li>
          <Link to={root?.href ?? '/category'}>{root?.label ?? names.categories}</Link>
        </li>
        {categories?.map(({ slug, name, lang: own }) => (
          <li key={slug}>
            <Link to={categoryPath(slug)} lang={own}>
              {name}
            </Link>
          </li>
        ))}
        <li aria-current="page" className="truncated" lang={lang}>
          <ProductName name={current} />
        </li>
      </ol>
    </nav>
  )
}
