import './compare-bar.css'
import { lazy, Suspense } from 'react'
import { useMarks } from './marks.ts'

/** If the bar cannot be loaded, the page stays usable without it. */
const CompareBar = lazy(() =>
  import('./compare-bar.tsx').then(
    (module) => ({ default: module.CompareBar }),
    () => ({ default: () => null }),
  ),
)

/** Loads the bar of marked products as soon as a product is marked. */
export function CompareSlot() {
  return useMarks().marks.length > 0 ? (
    <Suspense>
      <CompareBar />
    </Suspense>
  ) : null
}
