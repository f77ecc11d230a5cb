import type { ComponentPropsWithRef } from 'react'
import { NavLink } from 'react-router-dom'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** Path of the page, with its query and hash. */
  readonly to: string
  /** The page takes the place of the present one in the history. */
  readonly replaces?: boolean
  /** The page stays where it is scrolled to. */
  readonly keepsScroll?: boolean
}

/** A plain link to one of the site's pages, for cards and lists: `interceptLinks` hands it to the router. */
export function Link({ to, replaces = false, keepsScroll = false, children, ...props }: LinkProps) {
  return (
    <a {...props} href={to} data-replaces={replaces ? '' : undefined} data-keeps-scroll={keepsScroll ? '' : undefined}>
      {children}
    </a>
  )
}

/** A link of the navigation: the router marks it while its page is the current one, with or without a hash. */
export function NavigationLink({
  className = '',
  ...props
}: Omit<ComponentPropsWithRef<'a'>, 'href' | 'style'> & { to: string }) {
  return <NavLink {...props} className={className} end caseSensitive discover="none" />
}
