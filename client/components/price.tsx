import './price.css'
import type { PriceText } from '../../shared/shown-catalog.ts'
import type { Messages } from '../../shared/messages/messages.ts'
import { describePrice, type Price as PriceData } from '../../shared/money.ts'
import { html, type Html } from '../base/html.ts'
import { useFrame } from '../base/frame-context.ts'
import { useMessages } from '../base/messages-context.ts'
import { writeMarked } from '../base/untranslated.tsx'

interface PriceProps extends PriceText {
  /**
   * Whether the browser formats the price again. Its locale data may differ from the server's, so hydration warnings
   * are suppressed.
   */
  readonly isFormattedHere?: boolean
}

/** Callers may pass an object with further properties, such as a whole table row. */
export function Price({ isFormattedHere, ...price }: PriceProps) {
  const messages = useMessages()
  return (
    <span
      className={chooseClass(price, messages)}
      dangerouslySetInnerHTML={writeContent(price, messages)}
      suppressHydrationWarning={isFormattedHere}
    />
  )
}

/** Writes what `Price` renders, for cards. */
export function writePrice(price: PriceText, messages: Messages): Html {
  return html`<span class="${chooseClass(price, messages)}">${writeContent(price, messages)}</span>`
}

function chooseClass({ price }: PriceText, messages: Messages): string {
  return price === messages.priceOnRequest ? 'price price-words' : 'price'
}

function writeContent({ price, formerPrice, details = [], untranslated }: PriceText, messages: Messages): Html {
  const small = details.map((text) => html` <small>${writeMarked(text, untranslated)}</small>`)
  if (formerPrice === undefined) return html`${price}${small}`
  return html`<span class="visually-hidden">${messages.presentPrice} </span><span class="price-reduced">${price}</span>
    <span class="visually-hidden">${messages.formerPrice} </span><s>${formerPrice}</s>${small}`
}

/** The price is formatted while rendering, on the server and again in the browser. */
export function WrittenPrice(price: PriceData & Pick<PriceText, 'details'>) {
  return <Price {...price} {...describePrice(price, useFrame().site.locale, useMessages())} isFormattedHere />
}
