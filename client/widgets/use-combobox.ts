import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

/** No option is active: the text itself is. */
export const NO_ACTIVE_OPTION = -1

/**
 * The option that a key leads to. Up and Down go round through the options and the text between the last and the first.
 * @returns `NO_OPTION` for all other keys: they are the text's, and take the mark back there
 */
export function moveActiveOption(key: string, active: number, count: number): number {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return NO_ACTIVE_OPTION
  const places = count + 1
  return ((active + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1
}

interface ComboboxOptions {
  /** In a form of its own. It is there before, and works without. */
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly listRef: RefObject<HTMLElement | null>
  readonly listId: string
  /** Options that there are for the text; without any nothing opens. */
  readonly count: number
  /** Told of the text at every change, but not of the halves of an input method. */
  readonly onInputValueChange: (text: string) => void
}

interface Combobox {
  readonly isOpen: boolean
  /** Position of the option that Enter opens, counted over all groups; `NO_OPTION` where it sends the text. */
  readonly active: number
  optionId(index: number): string
  /** For a list that must not take the focus away from the text. */
  close(): void
}

/**
 * Makes a text field of a form an editable combobox with a list of options, as the ARIA Authoring Practices describe it
 * with list autocompletion and manual selection: Up and Down choose, Enter opens the option or else sends the form, the
 * first Escape closes and the second one clears, Tab goes on. Focus stays in the field all the time. Options are links.
 */
export function useCombobox({ inputRef, listRef, listId, count, onInputValueChange }: ComboboxOptions): Combobox {
  const [isOpenRequested, setOpenRequested] = useState(false)
  const [active, setActive] = useState(NO_ACTIVE_OPTION)
  const isOpen = isOpenRequested && count > 0
  const optionId = (index: number) => `${listId}-${index}`

  function close(): void {
    setOpenRequested(false)
    setActive(NO_ACTIVE_OPTION)
  }

  const type = useEffectEvent(() => {
    setOpenRequested(true)
    setActive(NO_ACTIVE_OPTION)
    onInputValueChange(inputRef.current!.value)
  })

  const press = useEffectEvent((event: KeyboardEvent) => {
    const input = inputRef.current!
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    // An input method has keys of its own.
    if (event.isComposing || ctrlKey || metaKey || shiftKey) return
    if (key === 'Escape') {
      if (!isOpen && input.value === '') return
      if (!isOpen) {
        input.value = ''
        onInputValueChange('')
      }
      close()
    } else if (key === 'Enter' && isOpen && active !== NO_ACTIVE_OPTION) {
      listRef.current?.querySelector<HTMLElement>('[aria-selected=true]')?.click()
    } else if (altKey && key === 'ArrowUp') {
      close()
    } else if (key === 'ArrowDown' || key === 'ArrowUp') {
      if (count === 0) return
      setOpenRequested(true)
      if (!altKey) setActive(moveActiveOption(key, isOpen ? active : NO_ACTIVE_OPTION, count))
    } else {
      setActive(NO_ACTIVE_OPTION)
      return
    }
    event.preventDefault()
  })

  const leave = useEffectEvent(close)

  useEffect(() => {
    const input = inputRef.current!
    const form = input.form!
    const controller = new AbortController()
    const { signal } = controller
    const typeWhole = (event: Event) => {
      if (!(event as InputEvent).isComposing) type()
    }
    input.addEventListener('keydown', (event) => press(event), { signal })
    input.addEventListener('input', typeWhole, { signal })
    input.addEventListener('compositionend', () => type(), { signal })
    input.addEventListener('click', () => setOpenRequested(true), { signal })
    form.addEventListener('submit', () => leave(), { signal })
    form.addEventListener('focusout', ({ relatedTarget }) => form.contains(relatedTarget as Node | null) || leave(), {
      signal,
    })
    // A visitor may have typed before this came.
    if (input.value !== input.defaultValue) type()
    return () => controller.abort()
  }, [inputRef])

  useLayoutEffect(() => {
    const input = inputRef.current!
    const states: Readonly<Record<string, string>> = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isOpen),
      'aria-activedescendant': isOpen && active !== NO_ACTIVE_OPTION ? `${listId}-${active}` : '',
    }
    for (const [name, value] of Object.entries(states)) {
      if (value) input.setAttribute(name, value)
      else input.removeAttribute(name)
    }
    listRef.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [inputRef, listRef, listId, isOpen, active])

  return { isOpen, active, optionId, close }
}
