import './price.css'
import type { PriceText } from '../../shared/shown-catalog.ts'
import { describePrice, type Price as PriceData } from '../../shared/money.ts'
import { useFrame } from '../base/frame-context.ts'
import { useMessages } from '../base/messages-context.ts'

interface PriceProps extends PriceText {
  /**
   * Whether the browser formats the price again. Its locale data may differ from the server's, so hydration warnings
   * are suppressed.
   */
  readonly isFormattedHere?: boolean
}

export function Price({ price, formerPrice, isFormattedHere }: PriceProps) {
  const messages = useMessages()
  if (formerPrice === undefined)
    return (
      <span
        className={price === messages.priceOnRequest ? 'price price-words' : 'price'}
        suppressHydrationWarning={isFormattedHere}
      >
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

/** A price that is formatted while rendering, on the server and again in the browser. */
export function WrittenPrice(price: PriceData) {
  return <Price {...describePrice(price, useFrame().site.locale, useMessages())} isFormattedHere />
}
