import './compare-bar.css'
import { lazy, Suspense } from 'react'
import type { View } from '../../base/view.ts'
import { useMarks } from './marks.ts'

/** If the bar cannot be loaded, the page stays usable without it. */
const CompareBar = lazy(() =>
  import('./compare-bar.tsx').then(
    (module) => ({ default: module.CompareBar }),
    () => ({ default: () => null }),
  ),
)

export function CompareSlot({ view }: { readonly view: View }) {
  const { marks } = useMarks()
  return marks.length > 0 && canMark(view) ? (
    <Suspense>
      <CompareBar />
    </Suspense>
  ) : null
}

/** Whether the page has products that can be marked; the comparison itself needs no bar. */
function canMark(view: View): boolean {
  if ('error' in view) return false
  const { name, data } = view.page
  if (name === 'products') return 'listing' in data
  return name === 'index' || name === 'category-category' || name === 'products-product'
}
