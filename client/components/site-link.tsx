import { parsePath } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { matchPage } from '../base/routes.tsx'
import { Link, NavigationLink } from '../base/link.tsx'

/** A link from the owner's settings, to a page (marked if it is current) or to an external URL. */
export function SiteLink({
  link: { href, label, lang },
  className,
}: {
  readonly link: SiteLinkData
  readonly className?: string
}) {
  const { pathname = '', search } = parsePath(href)
  // Paths that are not pages are the same in all languages.
  if (!href.startsWith('/') || !matchPage(pathname)) {
    return (
      <a href={href} className={className} rel={href.startsWith('/') ? undefined : 'noopener'} lang={lang}>
        {label}
      </a>
    )
  }
  const PageLink = search ? Link : NavigationLink
  return (
    <PageLink to={href} className={className} lang={lang}>
      {label}
    </PageLink>
  )
}
