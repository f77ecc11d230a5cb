import './price.css'
import { Fragment } from 'react'
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

/** Callers may pass an object with further properties, such as a whole table row. */
export function Price({ price, formerPrice, details, isFormattedHere }: PriceProps) {
  const messages = useMessages()
  const className = price === messages.priceOnRequest ? 'price price-words' : 'price'
  if (formerPrice === undefined && !details?.length)
    return (
      <span className={className} suppressHydrationWarning={isFormattedHere}>
        {price}
      </span>
    )
  return (
    <span className={className}>
      {formerPrice === undefined ? (
        <span suppressHydrationWarning={isFormattedHere}>{price}</span>
      ) : (
        <>
          <span className="visually-hidden">{`${messages.presentPrice} `}</span>
          <span className="price-reduced" suppressHydrationWarning={isFormattedHere}>
            {price}
          </span>{' '}
          <span className="visually-hidden">{`${messages.formerPrice} `}</span>
          <s suppressHydrationWarning={isFormattedHere}>{formerPrice}</s>
        </>
      )}
      {details?.map((text) => (
        <Fragment key={text}>
          {' '}
          <small>{text}</small>
        </Fragment>
      ))}
    </span>
  )
}

/** The price is formatted while rendering, on the server and again in the browser. */
export function WrittenPrice(price: PriceData & Pick<PriceText, 'details'>) {
  return <Price {...price} {...describePrice(price, useFrame().site.locale, useMessages())} isFormattedHere />
}
