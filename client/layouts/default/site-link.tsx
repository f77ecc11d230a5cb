import { Link, NavLink } from 'react-router-dom'
import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'

/** One of the owner's links: a page of the site, marked where it is the current one, or an address elsewhere. */
export function SiteLink({ link, className }: { readonly link: SiteLinkData; readonly className?: string }) {
  if (!link.href.startsWith('/')) {
    return (
      <a href={link.href} className={className} rel="noopener">
        {link.label}
      </a>
    )
  }
  // A link with a query names more than a route, so it cannot be the current one.
  if (link.href.includes('?')) {
    return (
      <Link to={link.href} className={className}>
        {link.label}
      </Link>
    )
  }
  return (
    <NavLink to={link.href} end className={({ isActive }) => [className, isActive && 'active'].filter(Boolean).join(' ')}>
      {link.label}
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
