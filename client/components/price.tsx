import './price.css'
import type { PriceText } from '../../shared/shown-catalog.ts'
import { describePrice, type Price as PriceData } from '../../shared/money.ts'
import { useFrame } from '../frame-context.ts'
import { useMessages } from '../messages-context.ts'

interface PriceProps extends PriceText {
  /** The text is formatted where it is rendered: the browser's locale data may differ from the server's. */
  readonly isFormattedHere?: boolean
}

/** A price, and the former one if it is reduced; screen readers hear which is which. */
export function Price({ price, formerPrice, isFormattedHere }: PriceProps) {
  const messages = useMessages()
  if (formerPrice === undefined)
    return (
      <span className="price" suppressHydrationWarning={isFormattedHere}>
        {price}
      </span>
    )
  return (
    <span className="price">
      <span className="visually-hidden">{messages.presentPrice} </span>
      <span className="price-reduced" suppressHydrationWarning={isFormattedHere}>
        {price}
      </span>{' '}
      <span className="visually-hidden">{messages.formerPrice} </span>
      <s suppressHydrationWarning={isFormattedHere}>{formerPrice}</s>
    </span>
  )
}

/** A price that is formatted in the browser too, not only on the server. */
export function WrittenPrice(price: PriceData) {
  return <Price {...describePrice(price, useFrame().site.locale, useMessages())} isFormattedHere />
}
