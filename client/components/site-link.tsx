import { parsePath } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { matchPage } from '../base/routes.tsx'
import { Link, NavigationLink } from '../base/link.tsx'

/** Links to a page (marked if it is current) or to an external URL from the owner's settings. */
export function SiteLink({ href, label, lang, className }: SiteLinkData & { readonly className?: string }) {
  const { pathname = '', search } = parsePath(href)
  // The browser itself loads paths that are not pages. They are the same in all languages.
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
