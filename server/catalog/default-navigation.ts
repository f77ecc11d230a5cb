import type { SiteLink } from '../../shared/catalog.ts'
import { messagesFor } from '../language.ts'

/** The links of a site whose owner named none, in its own language. */
export function buildDefaultNavigation(locale: string): readonly SiteLink[] {
  const { products, categories, about, contact } = messagesFor(locale)
  return [
    { label: products, href: '/products' },
    { label: categories, href: '/category' },
    { label: about, href: '/about' },
    { label: contact, href: '/contact' },
  ]
}
