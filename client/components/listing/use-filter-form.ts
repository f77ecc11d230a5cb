import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { useNavigate } from 'react-router-dom'
import { readListingQuery, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import type { DocumentData } from '../../../shared/document-data.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { DOCUMENT_DATA_ID, payloadUrl } from '../../../shared/urls.ts'
import { ownServer } from '../../runtime/http.ts'

interface FilterForm {
  readonly formRef: RefObject<HTMLFormElement | null>
  /** Number of products for the values chosen in the drawer; null if they are those of the list. */
  readonly count: number | null
  readonly onSubmit: (event: FormEvent) => void
}

/**
 * Navigates to the URL of the chosen filters. Beside the list this happens after each change; in the drawer, which
 * covers the list, the visitor applies all changes together and sees the number of results in advance. After a
 * navigation the fields show the filters of the URL.
 */
export function useFilterForm(query: ListingQuery, path: string, isBesideList: boolean): FilterForm {
  const formRef = useRef<HTMLFormElement>(null)
  const shownQuery = useRef(query)
  const countRequest = useRef<AbortController>(null)
  const [counted, setCounted] = useState<{ readonly query: ListingQuery; readonly total: number }>()
  const navigate = useNavigate()

  // The first render keeps the fields, which the visitor may have changed before hydration.
  useLayoutEffect(() => {
    if (shownQuery.current !== query) restoreFields(formRef.current!)
    shownQuery.current = query
  }, [query])

  const apply = () => void navigate(path + readSearch(formRef.current!), { preventScrollReset: true })

  async function countResults(): Promise<void> {
    countRequest.current?.abort()
    const { signal } = (countRequest.current = new AbortController())
    try {
      const total = await fetchTotal(path, readSearch(formRef.current!), signal)
      if (!signal.aborted) setCounted({ query, total })
    } catch {
      // Without a count the button shows its plain label.
      if (!signal.aborted) setCounted(undefined)
    }
  }

  const onFieldChange = useEffectEvent(() => {
    if (!isBesideList) void countResults()
    else if (formRef.current!.reportValidity()) apply()
  })

  // The native change event: unlike React's, text fields emit it only when the visitor has finished editing.
  useEffect(() => {
    const form = formRef.current!
    const listener = () => onFieldChange()
    form.addEventListener('change', listener)
    return () => {
      form.removeEventListener('change', listener)
      countRequest.current?.abort()
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

/** @returns the canonical query string of the chosen filters */
function readSearch(form: HTMLFormElement): string {
  return writeListingQuery(readListingQuery(new URLSearchParams([...new FormData(form)] as [string, string][])))
}

/** Resets all fields to the filters of the URL, except the text of the focused field. */
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
