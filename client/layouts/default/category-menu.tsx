import { useLocation } from 'react-router-dom'
import type { SiteLink } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/messages.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { useFrame } from '../../frame-context.ts'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

/** The link to all categories, which shows the top ones while the mouse is on it; a finger or a key opens them. */
export function CategoryMenu({ link: { href, label } }: { readonly link: SiteLink }) {
  const { categories } = useFrame()
  const { pathname } = useLocation()
  const current = (path: string) => (path === pathname ? { className: 'active', 'aria-current': 'page' as const } : {})
  return (
    <Dropdown trigger="hover" kind="navigation">
      <DropdownTrigger href={href} {...current(href)}>
        {label}
      </DropdownTrigger>
      <DropdownPopup>
        <DropdownItem href={href} {...current(href)}>
          {messages.allCategories}
        </DropdownItem>
        {categories.map(({ slug, name }) => (
          <DropdownItem key={slug} href={categoryPath(slug)} {...current(categoryPath(slug))}>
            {name}
          </DropdownItem>
        ))}
      </DropdownPopup>
    </Dropdown>
  )
}
