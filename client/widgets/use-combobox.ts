import { useEffect, useEffectEvent, useLayoutEffect, useState, type RefObject } from 'react'

export const NO_ACTIVE_OPTION = -1

/**
 * Up and Down cycle through the options and the text field.
 * @returns `NO_ACTIVE_OPTION` for the text field and other keys
 */
export function moveActiveOption(key: string, active: number, count: number): number {
  if (key !== 'ArrowDown' && key !== 'ArrowUp') return NO_ACTIVE_OPTION
  const places = count + 1
  return ((active + 1 + (key === 'ArrowDown' ? 1 : -1) + places) % places) - 1
}

interface ComboboxOptions {
  readonly inputRef: RefObject<HTMLInputElement | null>
  readonly listRef: RefObject<HTMLElement | null>
  readonly listId: string
  readonly count: number
  /** Not called during text composition. */
  readonly onInputValueChange: (text: string) => void
}

/**
 * Makes a text field an editable combobox with list autocompletion and manual selection (ARIA Authoring Practices),
 * whose options are links. Enter follows the active link or submits the form; Escape closes the list, then clears the
 * text. The focus stays in the field.
 */
export function useCombobox({ inputRef, listRef, listId, count, onInputValueChange }: ComboboxOptions) {
  const [isOpenRequested, setOpenRequested] = useState(false)
  /** Counted over all groups. */
  const [active, setActive] = useState(NO_ACTIVE_OPTION)
  const isOpen = isOpenRequested && count > 0
  const optionId = (index: number) => `${listId}-${index}`

  function close(): void {
    setOpenRequested(false)
    setActive(NO_ACTIVE_OPTION)
  }

  const onTextChange = useEffectEvent((text: string) => {
    setOpenRequested(true)
    setActive(NO_ACTIVE_OPTION)
    onInputValueChange(text)
  })

  const onKeyDown = useEffectEvent((input: HTMLInputElement, event: KeyboardEvent) => {
    const { key, altKey, ctrlKey, metaKey, shiftKey } = event
    // During text composition keys belong to the input method.
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

  const onLeave = useEffectEvent(close)

  useEffect(() => {
    const input = inputRef.current
    const form = input?.form
    if (!input || !form) return
    const controller = new AbortController()
    const { signal } = controller
    const onInput = (event: Event) => {
      if (!(event as InputEvent).isComposing) onTextChange(input.value)
    }
    const onFocusOut = ({ relatedTarget }: FocusEvent) => form.contains(relatedTarget as Node | null) || onLeave()
    input.addEventListener('keydown', (event) => onKeyDown(input, event), { signal })
    input.addEventListener('input', onInput, { signal })
    input.addEventListener('compositionend', () => onTextChange(input.value), { signal })
    input.addEventListener('click', () => setOpenRequested(true), { signal })
    form.addEventListener('submit', () => onLeave(), { signal })
    form.addEventListener('focusout', onFocusOut, { signal })
    // Text may have been typed before hydration.
    if (input.value !== input.defaultValue) onTextChange(input.value)
    return () => controller.abort()
  }, [inputRef])

  useLayoutEffect(() => {
    const input = inputRef.current
    if (!input) return
    const attributes = {
      role: 'combobox',
      autocomplete: 'off',
      'aria-autocomplete': 'list',
      'aria-controls': listId,
      'aria-expanded': String(isOpen),
    }
    for (const [name, value] of Object.entries(attributes)) input.setAttribute(name, value)
    if (isOpen && active !== NO_ACTIVE_OPTION) input.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input.removeAttribute('aria-activedescendant')
    listRef.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [inputRef, listRef, listId, isOpen, active])

  return { isOpen, active, optionId, close }
}
