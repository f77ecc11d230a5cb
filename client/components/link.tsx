import type { ComponentPropsWithRef } from 'react'
import { useLocation } from 'react-router-dom'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  /** Path of the page, with its query and hash. */
  readonly to: string
  /** The page takes the place of the present one in the history. */
  readonly replaces?: boolean
  /** The page stays where it is scrolled to. */
  readonly keepsScroll?: boolean
}

/**
 * A link to one of the site's pages: a plain one, which `takeOverLinks` follows. The router's own costs ten times as
 * much, in bytes and in rendering, and does nothing else here.
 */
export function Link({ to, replaces = false, keepsScroll = false, children, ...props }: LinkProps) {
  return (
    <a {...props} href={to} data-replaces={replaces ? '' : undefined} data-keeps-scroll={keepsScroll ? '' : undefined}>
      {children}
    </a>
  )
}

/** A link to a page by its path, with a hash or without, marked where it is the current page's (specification, section 2). */
export function PageLink({ to, className, ...props }: LinkProps) {
  const isCurrent = useLocation().pathname === to.replace(/#.*/, '')
  return <Link {...props} to={to} {...(isCurrent ? { className: className === undefined ? 'active' : `${className} active`, 'aria-current': 'page' } : { className })} />
}
