import type { ComponentPropsWithRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useCarriedPath } from './carried-list.tsx'
import { useSitePath } from './site-path.ts'

interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  readonly to: string
  readonly replaces?: boolean
  readonly keepsScroll?: boolean
}

/** Renders a plain link. `interceptLinks` passes clicks to the router. */
export function Link({ to, replaces = false, keepsScroll = false, children, ...props }: LinkProps) {
  return (
    <a
      {...props}
      href={useSitePath()(useCarriedPath(to))}
      data-replaces={replaces ? '' : undefined}
      data-keeps-scroll={keepsScroll ? '' : undefined}
    >
      {children}
    </a>
  )
}

/** The router marks the link if it leads to the current page. */
export function NavigationLink({
  className = '',
  to,
  ...props
}: Omit<ComponentPropsWithRef<'a'>, 'href' | 'style'> & { to: string }) {
  return <NavLink {...props} to={useCarriedPath(to)} className={className} end caseSensitive discover="none" />
}
