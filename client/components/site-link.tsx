import type { SiteLink as SiteLinkData } from '../../shared/catalog.ts'
import { Link, PageLink } from './link.tsx'

/** One of the owner's links: a page of the site, marked where it is the current one, or an address elsewhere. */
export function SiteLink({ link: { href, label }, className }: { readonly link: SiteLinkData; readonly className?: string }) {
  if (!href.startsWith('/')) {
    return (
      <a href={href} className={className} rel="noopener">
        {label}
      </a>
    )
  }
  // A link with a query names more than a route, so it cannot be the current one.
  if (href.includes('?')) {
    return (
      <Link to={href} className={className}>
        {label}
      </Link>
    )
  }
  return (
    <PageLink to={href} className={className}>
      {label}
    </PageLink>
  )
}
