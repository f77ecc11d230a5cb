import './price.css'
import { messages } from '../../shared/messages/messages.ts'
import { formatPrice } from '../../shared/money.ts'
import { useFrame } from '../frame-context.ts'

interface PriceProps {
  /** Null where it is on request. */
  readonly priceMinor: number | null
  readonly compareAtMinor: number | null
  readonly currency: string
  /** There are dearer variants. */
  readonly isFrom?: boolean
}

/** A price with the one before it; which is which is said in words too. What the locale puts into it may differ from browser to browser. */
export function Price({ priceMinor, compareAtMinor, currency, isFrom = false }: PriceProps) {
  const { locale } = useFrame().site
  if (priceMinor === null) return <span className="price">{messages.priceOnRequest}</span>
  const present = `${isFrom ? `${messages.priceFromPrefix} ` : ''}${formatPrice(priceMinor, currency, locale)}`
  if (compareAtMinor === null) return <span className="price" suppressHydrationWarning>{present}</span>
  return (
    <span className="price">
      <span className="visually-hidden">{messages.presentPrice} </span>
      <span className="price-reduced" suppressHydrationWarning>{present}</span> <span className="visually-hidden">{messages.formerPrice} </span>
      <s suppressHydrationWarning>{formatPrice(compareAtMinor, currency, locale)}</s>
    </span>
  )
}
