import type { ReactNode } from 'react'
import type { Card } from '../../../shared/shown-catalog.ts'
import { RowQuantities, RowQuantity } from '../enquiry-list/row-quantities.tsx'

interface ListingRowsProps {
  readonly rows: readonly Card[]
  readonly renderCards: (renderQuantity: (card: Card) => ReactNode) => ReactNode
}

export function ListingRows({ rows, renderCards }: ListingRowsProps) {
  return (
    <RowQuantities rows={rows}>
      {renderCards((card) => (
        <RowQuantity row={card} />
      ))}
    </RowQuantities>
  )
}
