// What comes later brings no style sheet of its own.
import '../../widgets/dropdown/dropdown.css'
import { lazy, Suspense } from 'react'
import type { SiteLink as SiteLinkData } from '../../../shared/catalog.ts'
import { SiteLink } from '../../components/site-link.tsx'

const CATEGORIES_PATH = '/category'

/** The menu behind the link to the categories comes after the first load; where it cannot, the link stays one. */
const CategoryMenu = lazy(() =>
  import('./category-menu.tsx').then(
    ({ CategoryMenu: Menu }) => ({ default: Menu }),
    () => ({ default: SiteLink }),
  ),
)

interface SiteNavigationProps {
  readonly links: readonly SiteLinkData[]
  /** The link to the categories, if there is one, offers them as a menu. */
  readonly hasCategoryMenu?: boolean
}

/** The owner's navigation. */
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
