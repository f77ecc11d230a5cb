import type { ComponentPropsWithRef } from 'react'
import type { SiteLink } from '../../../shared/catalog.ts'
import { categoryPath } from '../../../shared/urls.ts'
import { NavigationLink } from '../../base/link.tsx'
import { useFrame } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'
import { Dropdown, DropdownItem, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'

/** Renders the link to all categories, with a menu of the top-level ones. */
export function CategoryMenu({ link: { href, label, lang } }: { readonly link: SiteLink }) {
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
