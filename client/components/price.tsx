import './price.css'
import { Fragment } from 'react'
import type { PriceText } from '../../shared/shown-catalog.ts'
import { useMessages } from '../base/messages-context.ts'

/** Callers may pass an object with further properties, such as a whole table row. */
export function Price({ price, formerPrice, details }: PriceText) {
  const messages = useMessages()
  const className = price === messages.priceOnRequest ? 'price price-words' : 'price'
  if (formerPrice === undefined && !details?.length) return <span className={className}>{price}</span>
  return (
    <span className={className}>
      {formerPrice === undefined ? (
        <span>{price}</span>
      ) : (
        <>
          <span className="visually-hidden">{`${messages.presentPrice} `}</span>
          <span className="price-reduced">{price}</span>{' '}
          <span className="visually-hidden">{`${messages.formerPrice} `}</span>
          <s>{formerPrice}</s>
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
