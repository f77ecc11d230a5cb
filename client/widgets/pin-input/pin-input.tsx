import './pin-input.css'
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentPropsWithoutRef } from 'react'
import { useHydrated } from '../../base/context.tsx'

type NativeProps = Pick<ComponentPropsWithoutRef<'input'>, 'name' | 'required' | 'aria-describedby'>

interface PinInputProps extends NativeProps {
  readonly label: string
  readonly length: number
  /** Regular expression for one character. */
  readonly pattern?: string
  readonly defaultValue?: string
  readonly error?: string | undefined
  readonly onComplete?: (value: string) => void
}

/** The field for a short code in capitals is a single input, with boxes drawn behind its characters. */
export function PinInput({
  label,
  length,
  pattern = '[A-Z0-9]',
  defaultValue = '',
  error,
  onComplete,
  ...props
}: PinInputProps) {
  const id = useId()
  const errorId = `${id}-error`
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState(() => clean(defaultValue).slice(0, length))
  const describedBy = [props['aria-describedby'], error === undefined ? undefined : errorId].filter(Boolean).join(' ')

  /** Removes characters that are not allowed, such as the spaces and dashes of a pasted code. */
  function clean(text: string): string {
    const allowed = new RegExp(`^(?:${pattern})$`, 'u')
    return [...text.toUpperCase()].filter((character) => allowed.test(character)).join('')
  }

  function receive(field: HTMLInputElement, isComposing = false): void {
    const next = clean(field.value).slice(0, length)
    setValue(next)
    // Writing to the field would break text composition.
    if (isComposing) return
    if (field.value !== next) {
      const caret = clean(field.value.slice(0, field.selectionStart ?? length)).length
      field.value = next
      // In some browsers, `setSelectionRange` would focus the field.
      if (field === document.activeElement) field.setSelectionRange(caret, caret)
    }
    if (next.length === length && next !== value) onComplete?.(next)
  }

  const readTypedBeforeHydration = useEffectEvent(() => receive(input.current!))
  useEffect(() => readTypedBeforeHydration(), [])

  return (
    <div
      className="pin-input"
      data-state={value === '' ? 'empty' : value.length < length ? 'partial' : 'complete'}
      data-invalid={error === undefined ? undefined : ''}
    >
      <label htmlFor={id}>{label}</label>
      <div className="pin-input-field">
        <input
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          {...props}
          ref={input}
          id={id}
          type="text"
          defaultValue={defaultValue}
          // Before hydration a code may have dashes, which the server removes.
          pattern={isHydrated ? `(?:${pattern}){${length}}` : undefined}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={describedBy || undefined}
          onInput={({ currentTarget, nativeEvent }) => receive(currentTarget, nativeEvent.isComposing)}
          onCompositionEnd={({ currentTarget }) => receive(currentTarget)}
        />
        <span className="pin-input-boxes" aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span key={index} data-state={index < value.length ? 'filled' : 'empty'} />
          ))}
        </span>
      </div>
      {error === undefined ? null : (
        // Screen readers do not announce a changed description of the focused field.
        <p id={errorId} className="pin-input-error" role="alert">
          {error}
        </p>
      )}
    </div>
  )
}
