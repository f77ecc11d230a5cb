import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'
import { SiteLink } from '../../components/site-link.tsx'
import { CategoryMenu } from './category-menu.tsx'

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
          {hasCategoryMenu && link.href === CATEGORIES_PATH ? <CategoryMenu link={link} /> : <SiteLink link={link} />}
        </li>
      ))}
    </ul>
  )
}
