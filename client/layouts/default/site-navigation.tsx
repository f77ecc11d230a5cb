// Lazily loaded chunks do not load their style sheets, so these are imported here.
import '../../widgets/dropdown/dropdown.css'
import { Suspense } from 'react'
import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'
import { lazyComponent } from '../../base/chunk-loading.ts'
import { SiteLink } from '../../components/site-link.tsx'

const CATEGORIES_PATH = '/category'

/** If the menu cannot be loaded, the plain link stays. */
export const CategoryMenu = lazyComponent(
  () => import('./category-menu.tsx').catch(() => ({ CategoryMenu: SiteLink })),
  'CategoryMenu',
)

interface SiteNavigationProps {
  readonly links: readonly SiteLinkData[]
  readonly hasCategoryMenu?: boolean
}

export function SiteNavigation({ links, hasCategoryMenu = false }: SiteNavigationProps) {
  return (
    <ul>
      {links.map((link) => (
        <li key={link.href}>
          {hasCategoryMenu && link.href === CATEGORIES_PATH ? (
            <Suspense fallback={<SiteLink link={link} />}>
              <CategoryMenu link={link} />
            </Suspense>
          ) : (
            <SiteLink link={link} />
          )}
        </li>
      ))}
    </ul>
  )
}
