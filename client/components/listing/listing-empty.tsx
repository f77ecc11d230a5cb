import type { ReactNode } from 'react'
import { CategoryItems } from '../category-items.tsx'
import { Link } from '../../base/link.tsx'
import { useFrame, usePageNames } from '../../base/frame-context.ts'
import { useMessages } from '../../base/messages-context.ts'

interface ListingEmptyProps {
  readonly isFiltered: boolean
  /** List items with links that remove a filter. */
  readonly relaxations: readonly ReactNode[]
}

export function ListingEmpty({ isFiltered, relaxations }: ListingEmptyProps) {
  const messages = useMessages()
  const names = usePageNames()
  const { categories } = useFrame()
  return (
    <div className="listing-empty">
      {isFiltered ? <h2>{messages.nothingFound}</h2> : null}
      <p>{isFiltered ? messages.nothingFoundHint : messages.nothingYet}</p>
      {relaxations.length > 0 ? <ul>{relaxations}</ul> : null}
      {isFiltered || categories.length > 0 ? (
        <Link to="/products" className="button">
          {names.allProducts}
        </Link>
      ) : null}
      {categories.length > 0 ? (
        <nav aria-label={messages.categories}>
          <ul className="chips cluster">
            <CategoryItems className="chip" />
          </ul>
        </nav>
      ) : null}
    </div>
  )
}
