import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { readListingQuery, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import type { DocumentData } from '../../../shared/document-data.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { DOCUMENT_DATA_ID, payloadUrl } from '../../../shared/urls.ts'
import { ownServer } from '../../runtime/http.ts'

interface FilterForm {
  readonly formRef: RefObject<HTMLFormElement | null>
  /** Products that the choices of a drawer would list; null until something else is chosen than is listed. */
  readonly count: number | null
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * Leads what is chosen in the filters to the address that stands for it, at once where the list is in view beside them;
 * where they cover it, the visitor applies what is chosen together, and is told before what it would list. The fields
 * follow the address, and keep the focus.
 */
export function useFilterForm(query: ListingQuery, path: string, isBesideList: boolean): FilterForm {
  const formRef = useRef<HTMLFormElement>(null)
  const shownQuery = useRef(query)
  const counting = useRef<AbortController>(null)
  const [counted, setCounted] = useState<{ readonly query: ListingQuery; readonly total: number }>()
  const navigate = useNavigate()

  // Before this the fields are the visitor's, who may have been faster than the scripts.
  useLayoutEffect(() => {
    if (shownQuery.current !== query) restoreFields(formRef.current!)
    shownQuery.current = query
  }, [query])

  const apply = () => void navigate(path + readSearch(formRef.current!), { preventScrollReset: true })

  async function count(): Promise<void> {
    counting.current?.abort()
    const { signal } = (counting.current = new AbortController())
    try {
      const total = await fetchTotal(path, readSearch(formRef.current!), signal)
      if (!signal.aborted) setCounted({ query, total })
    } catch {
      // The button says no number then.
      if (!signal.aborted) setCounted(undefined)
    }
  }

  const choose = useEffectEvent(() => {
    if (!isBesideList) void count()
    else if (formRef.current!.reportValidity()) apply()
  })

  // The platform's own event, which a text field has when the visitor is done with it.
  useEffect(() => {
    const form = formRef.current!
    const listener = () => choose()
    form.addEventListener('change', listener)
    return () => {
      form.removeEventListener('change', listener)
      counting.current?.abort()
    }
  }, [])

  return {
    formRef,
    count: counted?.query === query ? counted.total : null,
    onSubmit(event) {
      event.preventDefault()
      apply()
    },
  }
}

/** The query that the fields stand for, in its canonical form. */
function readSearch(form: HTMLFormElement): string {
  return writeListingQuery(readListingQuery(new URLSearchParams([...new FormData(form)] as [string, string][])))
}

/** Gives all fields what the address says; a text that is being written is left alone. */
function restoreFields(form: HTMLFormElement): void {
  for (const field of form.elements) {
    if (!(field instanceof HTMLInputElement)) continue
    field.checked = field.defaultChecked
    if (field !== document.activeElement) field.value = field.defaultValue
  }
}

async function fetchTotal(path: string, search: string, signal: AbortSignal): Promise<number> {
  const { buildId } = JSON.parse(document.getElementById(DOCUMENT_DATA_ID)!.textContent) as DocumentData
  const { body } = await ownServer(payloadUrl(path, search, buildId), { signal })
  return (body as { readonly data: { readonly listing: ShownListing } }).data.listing.total
}
