import { parsePath } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { matchPage } from '../base/routes.tsx'
import { Link, NavigationLink } from '../base/link.tsx'

/** A link from the owner's settings: to a page of the site, marked if it is the current one, or to an external URL. */
export function SiteLink({
  link: { href, label, lang },
  className,
}: {
  readonly link: SiteLinkData
  readonly className?: string
}) {
  const { pathname = '', search } = parsePath(href)
  // The browser itself loads paths that are not pages, which are the same in all languages.
  if (!href.startsWith('/') || !matchPage(pathname)) {
    return (
      <a href={href} className={className} rel={href.startsWith('/') ? undefined : 'noopener'} lang={lang}>
        {label}
      </a>
    )
  }
  // Links with a query are never marked as current.
  const PageLink = search ? Link : NavigationLink
  return (
    <PageLink to={href} className={className} lang={lang}>
      {label}
    </PageLink>
  )
}
