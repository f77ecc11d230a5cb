import './price.css'
import { messages } from '../../shared/messages/messages.ts'
import type { PriceText } from '../../shared/shown-catalog.ts'
import { describePrice, type Price as PriceData } from '../../shared/price-text.ts'
import { useFrame } from '../frame-context.ts'

/** A price with the one before it; which is which is said in words too. */
export function Price({ price, formerPrice }: PriceText) {
  // What the locale puts into it may differ from browser to browser, where it is the browser that writes it.
  if (formerPrice === undefined) return <span className="price" suppressHydrationWarning>{price}</span>
  return (
    <span className="price">
      <span className="visually-hidden">{messages.presentPrice} </span>
      <span className="price-reduced" suppressHydrationWarning>{price}</span> <span className="visually-hidden">{messages.formerPrice} </span>
      <s suppressHydrationWarning>{formerPrice}</s>
    </span>
  )
}

/** A price that is written here. */
export function WrittenPrice(price: PriceData) {
  return <Price {...describePrice(price, useFrame().site.locale)} />
}
