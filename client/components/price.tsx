import './price.css'
import { Fragment } from 'react'
import type { PriceText, PriceNote } from '../../shared/shown-catalog.ts'
import { useMessages } from '../base/context.tsx'
import { SiteLink } from './site-link.tsx'
import type { Messages } from '../../shared/messages/messages.ts'

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

interface PriceNotesProps {
  readonly notes?: readonly PriceNote[] | undefined
  readonly isSection?: boolean
}

export function PriceNotes({ notes, isSection = false }: PriceNotesProps) {
  if (!notes?.length) return null
  return (
    <p className={isSection ? 'section caption price-notes' : 'caption price-notes'}>
      {notes.map(({ href, label, lang }, index) => (
        <span key={label}>
          {index > 0 ? <span>, </span> : null}
          {href === undefined ? (
            <span lang={lang}>{label}</span>
          ) : (
            <SiteLink href={href} label={label} {...(lang !== undefined && { lang })} />
          )}
        </span>
      ))}
    </p>
  )
}

/** Returns false for hidden prices and prices on request. */
export function isAmount(price: string, { priceOnRequest }: Messages): boolean {
  return price !== '' && price !== priceOnRequest
}
