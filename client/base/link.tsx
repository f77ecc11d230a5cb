import type { ComponentPropsWithRef } from 'react'
import { NavLink } from 'react-router-dom'
import { useCarriedPath, useSitePath, useCarriedItems } from './context.tsx'
import { writeList } from '../../shared/enquiry-items.ts'

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

/** Submits the parameters of a query along with the fields of a form. */
export function HiddenInputs({ query }: { readonly query: string }) {
  return [...new URLSearchParams(query)].map(([name, value]) => (
    <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
  ))
}

/** A form that opens a page of the site, and also submits the enquiry list that is in the page's URL. */
export function Form({ action, children, ...props }: ComponentPropsWithRef<'form'> & { readonly action: string }) {
  return (
    <form {...props} action={useSitePath()(action)}>
      <HiddenInputs query={writeList(useCarriedItems())} />
      {children}
    </form>
  )
}
