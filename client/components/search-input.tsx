import type { ComponentPropsWithRef } from 'react'
import { LISTING_KEYS } from '../../shared/listing-keys.ts'
import { useMessages } from '../base/messages-context.ts'

/** The text field of a form that searches for products. */
export function SearchInput(props: ComponentPropsWithRef<'input'>) {
  const { searchLabel } = useMessages()
  return (
    <input
      className="field"
      inputMode="search"
      enterKeyHint="search"
      name={LISTING_KEYS.search}
      aria-label={searchLabel}
      placeholder={searchLabel}
      {...props}
    />
  )
}
