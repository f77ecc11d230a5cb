import { parsePath } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { matchPage } from '../routes.tsx'
import { Link, NavigationLink } from './link.tsx'

/** One of the owner's links: a page of the site, marked while it is the current one, or another address. */
export function SiteLink({
  link: { href, label },
  className,
}: {
  readonly link: SiteLinkData
  readonly className?: string
}) {
  if (!href.startsWith('/')) {
    return (
      <a href={href} className={className} rel="noopener">
        {label}
      </a>
    )
  }
  const { pathname = '', search } = parsePath(href)
  // A link with a query names more than a route, so it cannot be the current one. What is not a page is the browser's to load.
  const PageLink = search || !matchPage(pathname) ? Link : NavigationLink
  return (
    <PageLink to={href} className={className}>
      {label}
    </PageLink>
  )
}
