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

export function CompareSlot() {
  return useMarks().marks.length > 0 ? (
    <Suspense>
      <CompareBar />
    </Suspense>
  ) : null
}
