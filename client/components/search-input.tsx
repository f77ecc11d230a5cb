import type { ClipboardEvent, ComponentPropsWithRef } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { listPath } from '../../shared/enquiry-items.ts'
import { LISTING_KEYS } from '../../shared/listing-query.ts'
import { useMessages } from '../base/context.tsx'
import { useDeviceList } from './enquiry-list/device-list.ts'
import { setPastedList } from './enquiry-list/pasted-list.ts'
import './search-input.css'
import { ROUTES } from '../../shared/routes.ts'
import { Form } from '../base/link.tsx'

/** At least two lines that are not blank. */
const SEVERAL_LINES = /\S[^\S\n\r]*[\n\r]\s*\S/

/** Several pasted lines open the form for lists of part numbers. */
export function SearchInput(props: ComponentPropsWithRef<'input'>) {
  const { searchLabel } = useMessages()
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const items = useDeviceList()

  function openList(event: ClipboardEvent<HTMLInputElement>): void {
    const text = event.clipboardData.getData('text/plain')
    if (!SEVERAL_LINES.test(text)) return
    event.preventDefault()
    const { form } = event.currentTarget
    if (form?.matches(':popover-open')) form.hidePopover()
    setPastedList({ text, isWaiting: true })
    if (pathname !== CONTACT_PATH) void navigate(listPath(items))
  }

  return (
    <input
      className="field"
      inputMode="search"
      enterKeyHint="search"
      name={LISTING_KEYS.search}
      aria-label={searchLabel}
      placeholder={searchLabel}
      onPaste={openList}
      {...props}
    />
  )
}

export function ProductSearch({ words }: { readonly words?: string }) {
  const messages = useMessages()
  return (
    <Form className="product-search cluster" role="search" action={ROUTES.products.path} lang={messages.langAttribute}>
      <SearchInput defaultValue={words} />
      <button type="submit" className="button button-primary">
        {messages.search}
      </button>
    </Form>
  )
}
