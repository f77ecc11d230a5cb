import './search-form.css'
// What comes later brings no style sheet of its own.
import '../../components/product-image.css'
import { useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { useMessages } from '../../messages-context.ts'

/** Opens the search where the bar has no room for it. */
export function SearchOpener({ formId }: { readonly formId: string }) {
  const messages = useMessages()
  return (
    <button
      type="button"
      className="navbar-search-open"
      popoverTarget={formId}
      aria-label={messages.search}
      onClick={(event) => {
        // A phone's keyboard comes only with the press itself.
        event.preventDefault()
        const form = document.getElementById(formId) as HTMLFormElement
        form.showPopover()
        form.querySelector('input')!.focus()
      }}
    >
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M16 16l5 5M18 10.5a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0z"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.5"
        />
      </svg>
    </button>
  )
}

/**
 * The search of the bar: a plain form, on small screens behind a button. What it suggests comes with the first focus;
 * where that fails it stays what it is.
 */
export function SearchForm({ id }: { readonly id: string }) {
  const messages = useMessages()
  const { pathname, search, key } = useLocation()
  const inputRef = useRef<HTMLInputElement>(null)
  const shownKey = useRef(key)
  const [Suggestions, setSuggestions] =
    useState<ComponentType<{ readonly inputRef: RefObject<HTMLInputElement | null> }>>()
  const searched = (pathname === ROUTES.products.path && new URLSearchParams(search).get(LISTING_KEYS.search)) || ''

  // What was typed belongs to the page it was typed on.
  useLayoutEffect(() => {
    if (shownKey.current !== key) inputRef.current!.value = searched
    shownKey.current = key
  }, [key, searched])

  function load(): void {
    if (Suggestions) return
    import('./search-suggestions.tsx').then(
      ({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions),
      () => {},
    )
  }

  return (
    <form
      id={id}
      action={ROUTES.products.path}
      method="get"
      role="search"
      popover="auto"
      className="navbar-search"
      aria-label={messages.searchLabel}
    >
      <input
        ref={inputRef}
        className="field"
        inputMode="search"
        enterKeyHint="search"
        name={LISTING_KEYS.search}
        defaultValue={searched}
        aria-label={messages.searchLabel}
        placeholder={messages.search}
        onFocus={load}
        onInput={load}
      />
      <button type="button" className="navbar-menu" popoverTarget={id} popoverTargetAction="hide">
        {messages.close}
      </button>
      {Suggestions ? <Suggestions inputRef={inputRef} /> : null}
    </form>
  )
}
