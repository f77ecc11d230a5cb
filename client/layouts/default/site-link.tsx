import { Link, NavLink } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'

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
    <NavLink to={href} end className={className}>
      {label}
    </NavLink>
  )
}

/** The owner's navigation. */
export function SiteNavigation({ links }: { readonly links: readonly SiteLinkData[] }) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          <SiteLink link={link} />
        </li>
      ))}
    </ul>
  )
}
