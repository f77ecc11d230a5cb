import './compare-bar.css'
import { lazy, Suspense } from 'react'
import { useMarks } from './marks.ts'

/** A page stays usable without the bar. */
const CompareBar = lazy(() =>
  import('./compare-bar.tsx').then(
    (module) => ({ default: module.CompareBar }),
    () => ({ default: () => null }),
  ),
)

/** Loads the bar of marked products when there are some. */
export function CompareSlot() {
  return useMarks().marks.length > 0 ? (
    <Suspense>
      <CompareBar />
    </Suspense>
  ) : null
}
