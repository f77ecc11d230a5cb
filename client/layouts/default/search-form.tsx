import './search-form.css'
// Lazily loaded chunks do not load their style sheets, so these are imported here.
import '../../components/price.css'
import '../../components/product-image.css'
import { useLayoutEffect, useRef, useState, type ComponentType, type RefObject } from 'react'
import { useLocation } from 'react-router-dom'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { Form } from '../../base/link.tsx'
import { Icon } from '../../components/icon.tsx'
import { SearchInput } from '../../components/search-input.tsx'
import { useMessages, useHydrated } from '../../base/context.tsx'

export function SearchOpener({ formId }: { readonly formId: string }) {
  const messages = useMessages()
  return (
    <button
      type="button"
      className="navbar-search-open square"
      popoverTarget={formId}
      aria-label={messages.search}
      onClick={(event) => {
        // Phones show the keyboard only if the input is focused in the event handler.
        event.preventDefault()
        const form = document.getElementById(formId) as HTMLFormElement
        form.showPopover()
        form.querySelector('input')?.focus()
      }}
    >
      <Icon path="M16 16l5 5M18 10.5a7.5 7.5 0 1 1-15 0a7.5 7.5 0 0 1 15 0z" size={24} />
    </button>
  )
}

/** Suggestions are loaded on first focus; without them the form still works. */
export function SearchForm({ id }: { readonly id: string }) {
  const messages = useMessages()
  const { pathname, search, key } = useLocation()
  const inputRef = useRef<HTMLInputElement>(null)
  const shownKey = useRef(key)
  const [Suggestions, setSuggestions] =
    useState<ComponentType<{ readonly inputRef: RefObject<HTMLInputElement | null> }>>()
  const searched = (pathname === ROUTES.products.path && new URLSearchParams(search).get(LISTING_KEYS.search)) || ''

  useLayoutEffect(() => {
    if (inputRef.current && shownKey.current !== key) inputRef.current.value = searched
    shownKey.current = key
  }, [key, searched])

  // The browser alone can open the form, but leaves the focus on the button.
  useLayoutEffect(() => {
    if (inputRef.current?.closest(':popover-open')) inputRef.current.focus()
  }, [])

  function loadSuggestions(): void {
    if (Suggestions) return
    import('./search-suggestions.tsx').then(
      ({ SearchSuggestions }) => setSuggestions(() => SearchSuggestions),
      () => {},
    )
  }

  return (
    <Form
      id={id}
      action={ROUTES.products.path}
      method="get"
      role="search"
      popover="auto"
      className="navbar-search"
      aria-label={messages.searchLabel}
    >
      <KeptInputs />
      <SearchInput
        ref={inputRef}
        defaultValue={searched}
        placeholder={messages.search}
        onFocus={loadSuggestions}
        onInput={loadSuggestions}
      />
      <button type="button" className="navbar-menu" popoverTarget={id} popoverTargetAction="hide">
        {messages.close}
      </button>
      {Suggestions ? <Suggestions inputRef={inputRef} /> : null}
    </Form>
  )
}

const KEPT_KEYS: readonly string[] = [LISTING_KEYS.view, LISTING_KEYS.columns, LISTING_KEYS.families]

/** A new search keeps the view, the columns and the mode of families of the current list. */
function KeptInputs() {
  const { search } = useLocation()
  // The server renders the layout once for all states of a list, so only the browser knows the current state.
  if (!useHydrated()) return null
  return [...new URLSearchParams(search)].map(([name, value]) =>
    KEPT_KEYS.includes(name) ? <input key={name + value} type="hidden" name={name} value={value} /> : null,
  )
}
