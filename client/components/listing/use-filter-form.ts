import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate, useNavigationType } from 'react-router-dom'
import { readListingQuery, writeListingQuery, type ListingQuery } from '../../../shared/listing-query.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { payloadUrl } from '../../../shared/urls.ts'
import { readDocumentData } from '../../base/document-data.ts'
import { ownServer } from '../../base/http.ts'
import { isMinWidth } from '../../widgets/use-min-width.ts'

/**
 * Filters beside the list apply after each change. The drawer on a phone covers the list, so its filters apply on
 * submit; until then it shows the number of results, and closing it drops the changes.
 */
export function useFilterForm(query: ListingQuery, path: string, isBesideList: boolean, isDrawerClosed = false) {
  const formRef = useRef<HTMLFormElement>(null)
  const shownQuery = useRef(query)
  const countRequest = useRef<AbortController>(null)
  const [counted, setCounted] = useState<{ readonly query: ListingQuery; readonly total: number }>()
  const navigate = useNavigate()
  const action: string = useNavigationType()

  // The visitor may have changed the fields before hydration, so the first render keeps them.
  useLayoutEffect(() => {
    if (formRef.current && shownQuery.current !== query) restoreFields(formRef.current, action !== 'POP')
    shownQuery.current = query
  }, [query, action])

  function apply(form: HTMLFormElement, submitter: HTMLElement | null = null): void {
    const next = readQuery(form, submitter)
    // The scroll position is kept, unless the visitor opens all values of a filter or another page of them.
    const isSameView =
      next.openFilter?.name === query.openFilter?.name && next.openFilter?.page === query.openFilter?.page
    void navigate(path + writeListingQuery(next), { preventScrollReset: isSameView })
  }

  async function countResults(form: HTMLFormElement): Promise<void> {
    countRequest.current?.abort()
    const { signal } = (countRequest.current = new AbortController())
    try {
      const total = await fetchTotal(path, writeListingQuery(readQuery(form)), signal)
      if (!signal.aborted) setCounted({ query, total })
    } catch {
      if (!signal.aborted) setCounted(undefined)
    }
  }

  const onFieldChange = useEffectEvent((form: HTMLFormElement, appliesNow: boolean) => {
    if (!appliesNow) void countResults(form)
    else if (form.reportValidity()) apply(form)
  })

  useEffect(() => {
    const form = formRef.current
    if (!form) return
    const controller = new AbortController()
    const { signal } = controller
    const onChange = () => onFieldChange(form, isBesideList)
    // Fields may have been changed before hydration, or in the drawer before the window became wider.
    if (hasChanges(form)) onChange()
    // React's `onChange` is called on every keystroke; the native event is fired after editing.
    form.addEventListener('change', onChange, { signal })
    // The back-forward cache restores a page with the fields as they were when the visitor left it.
    window.addEventListener('pageshow', ({ persisted }) => persisted && restoreFields(form, false), { signal })
    return () => {
      controller.abort()
      countRequest.current?.abort()
    }
  }, [isBesideList])

  useEffect(() => {
    const form = formRef.current
    // While the page hydrates, the form may be in a drawer that the browser opened, or beside the list.
    if (!isDrawerClosed || isMinWidth('lg') || !form || form.closest(':popover-open')) return
    countRequest.current?.abort()
    setCounted(undefined)
    restoreFields(form, false)
  }, [isDrawerClosed])

  return {
    formRef,
    /** Number of products that match the chosen filters; null until the visitor changes a filter. */
    count: counted?.query === query ? counted.total : null,
    onSubmit(event: FormEvent<HTMLFormElement>) {
      event.preventDefault()
      apply(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter)
    },
  }
}

function readQuery(form: HTMLFormElement, submitter: HTMLElement | null = null): ListingQuery {
  return readListingQuery(new URLSearchParams([...new FormData(form, submitter)] as [string, string][]))
}

/**
 * Resets all fields to the filters of the URL.
 * @param keepsText whether the focused field keeps its text, because the visitor may go on typing while a list is loaded
 */
function restoreFields(form: HTMLFormElement, keepsText: boolean): void {
  for (const field of form.querySelectorAll('input')) {
    field.checked = field.defaultChecked
    if (!keepsText || field !== document.activeElement) field.value = field.defaultValue
  }
  for (const option of form.querySelectorAll('option')) option.selected = option.defaultSelected
}

/** A focused text field does not count until it is left. */
function hasChanges(form: HTMLFormElement): boolean {
  return [...form.querySelectorAll('input')].some(
    (field) =>
      field.checked !== field.defaultChecked ||
      (field.value !== field.defaultValue && field !== document.activeElement),
  )
}

async function fetchTotal(path: string, search: string, signal: AbortSignal): Promise<number> {
  const { buildId } = readDocumentData()
  const { body } = await ownServer(payloadUrl(path, search, buildId), { signal })
  return (body as { readonly data: { readonly listing: ShownListing } }).data.listing.total
}
