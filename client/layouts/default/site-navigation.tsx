import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'
import { SiteLink } from '../../components/site-link.tsx'
import type { ComponentPropsWithRef } from 'react'
import { categoryPath } from '../../../shared/urls.ts'
import { NavigationLink } from '../../base/link.tsx'
import { useFrame, useMessages } from '../../base/context.tsx'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

const CATEGORIES_PATH = '/category'

interface SiteNavigationProps {
  readonly links: readonly SiteLinkData[]
  readonly hasCategoryMenu?: boolean
}

export function SiteNavigation({ links, hasCategoryMenu = false }: SiteNavigationProps) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          {hasCategoryMenu && link.href === CATEGORIES_PATH ? <CategoryMenu {...link} /> : <SiteLink {...link} />}
        </li>
      ))}
    </ul>
  )
}

/** Renders the link to all categories, with a menu of the top-level ones. */
function CategoryMenu({ href, label, lang }: SiteLinkData) {
  const messages = useMessages()
  const { categories, allCategories } = useFrame()
  return (
    <Dropdown trigger="hover" kind="navigation">
      <DropdownTrigger href={href} Anchor={MenuLink}>
        {lang ? <span lang={lang}>{label}</span> : label}
      </DropdownTrigger>
      <DropdownPopup>
        <DropdownItem href={href} Anchor={MenuLink}>
          <span>{allCategories ?? messages.allCategories}</span>
        </DropdownItem>
        {categories.map(({ slug, name, lang }) => (
          <DropdownItem key={slug} href={categoryPath(slug)} Anchor={MenuLink}>
            {lang ? <span lang={lang}>{name}</span> : name}
          </DropdownItem>
        ))}
      </DropdownPopup>
    </Dropdown>
  )
}

function MenuLink({ href = '', style: _style, ...props }: ComponentPropsWithRef<'a'>) {
  return <NavigationLink {...props} to={href} />
}
