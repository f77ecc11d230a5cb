import { parsePath } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { matchPage } from '../base/routes.tsx'
import { Link, NavigationLink } from '../base/link.tsx'

/** A link from the owner's settings: to a page of the site, marked if it is the current one, or to an external URL. */
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
  // Links with a query are never marked as current, and the browser itself loads paths that are not pages.
  const PageLink = search || !matchPage(pathname) ? Link : NavigationLink
  return (
    <PageLink to={href} className={className}>
      {label}
    </PageLink>
  )
}
