import './pin-input.css'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type RefObject,
} from 'react'
import { useFormReset } from '../use-form-reset.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import { filterPin, pastePin, normalizePinEntry, type PinEntry, type PinFormat } from './pin-input-entry.ts'

const DEFAULT_PATTERN = '[A-Za-z0-9]'

type NativeProps = Pick<ComponentPropsWithoutRef<'input'>, 'name' | 'required' | 'aria-describedby'>

interface PinInputProps extends NativeProps {
  readonly label: string
  readonly length: number
  /** Regular expression for one character. */
  readonly pattern?: string | undefined
  readonly normalize?: ((text: string) => string) | undefined
  readonly defaultValue?: string | undefined
  readonly error?: string | undefined
  readonly onComplete?: ((value: string) => void) | undefined
}

/**
 * The field for a short code is a single input with boxes drawn behind its characters, so labels, autofill, undo,
 * selection and submission are native.
 */
export function PinInput({
  label,
  length,
  pattern,
  normalize,
  defaultValue = '',
  error,
  onComplete,
  ...props
}: PinInputProps) {
  const id = useId()
  const errorId = `${id}-error`
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const format = createPinFormat(length, pattern, normalize)
  const { entry, receive, setCaret } = usePinEntry(input, defaultValue, format, onComplete)
  const { value, caret } = entry
  const hasError = error !== undefined
  const describedBy = [props['aria-describedby'], hasError ? errorId : undefined].filter(Boolean).join(' ')
  return (
    <div className="pin-input" data-state={getState(value, length)} data-invalid={hasError ? '' : undefined}>
      <label htmlFor={id}>{label}</label>
      <div className="pin-input-field">
        <input
          autoComplete="off"
          inputMode="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...props}
          ref={input}
          id={id}
          type="text"
          defaultValue={defaultValue}
          // `maxLength` would cut pasted text with dashes.
          maxLength={isHydrated || normalize ? undefined : length}
          pattern={normalize && !isHydrated ? undefined : `(?:${pattern ?? DEFAULT_PATTERN}){${length}}`}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy || undefined}
          onInput={({ currentTarget, nativeEvent }) =>
            receive(currentTarget, nativeEvent.isComposing ? 'composing' : 'typed')
          }
          onCompositionEnd={({ currentTarget }) => receive(currentTarget, 'typed')}
          onPaste={(event) => {
            event.preventDefault()
            receive(event.currentTarget, 'pasted', event.clipboardData.getData('text'))
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart ?? value.length)}
        />
        <span className="pin-input-boxes" aria-hidden="true">
          {Array.from({ length }, (_, index) => (
            <span
              key={index}
              data-state={index < value.length ? 'filled' : 'empty'}
              data-active={isHydrated && index === Math.min(caret, length - 1) ? '' : undefined}
            />
          ))}
        </span>
      </div>
      {hasError ? (
        // Screen readers do not announce a changed description of the focused field.
        <p id={errorId} className="pin-input-error" role="alert">
          {error}
        </p>
      ) : null}
    </div>
  )
}

function createPinFormat(
  length: number,
  pattern = DEFAULT_PATTERN,
  normalize: (text: string) => string = (text) => text,
): PinFormat {
  const allowed = new RegExp(`^(?:${pattern})$`, 'u')
  return { length, normalize, isAllowed: (character) => allowed.test(character) }
}

function usePinEntry(
  input: RefObject<HTMLInputElement | null>,
  defaultValue: string,
  format: PinFormat,
  onComplete: PinInputProps['onComplete'],
) {
  const [entry, setEntry] = useState<PinEntry>(() => ({
    value: filterPin(defaultValue, format).slice(0, format.length),
    caret: 0,
  }))
  // This includes inputs that are not rendered yet, because a second one may arrive before that.
  const accepted = useRef(entry.value)

  const receive = (field: HTMLInputElement, how: 'composing' | 'typed' | 'pasted', text = '') => {
    const selection = {
      start: field.selectionStart ?? field.value.length,
      end: field.selectionEnd ?? field.value.length,
    }
    const next =
      how === 'pasted'
        ? pastePin(accepted.current, selection, text, format)
        : normalizePinEntry(field.value, selection.end, format)
    // Writing to the field would break text composition.
    if (how !== 'composing') writeEntry(field, next)
    const before = accepted.current
    accepted.current = next.value
    setEntry(next)
    if (next.value === before) return
    if (next.value.length === format.length && (before.length < format.length || how === 'pasted'))
      onComplete?.(next.value)
  }

  const readField = () => input.current && receive(input.current, 'typed')
  useFormReset(input, readField)
  const readTypedBeforeHydration = useEffectEvent(readField)
  const rejectInvalid = useEffectEvent((event: InputEvent) => {
    // Invalid characters must not replace the selected text.
    if (event.inputType === 'insertText' && event.data && filterPin(event.data, format) === '') event.preventDefault()
  })
  useEffect(() => {
    const field = input.current
    const listener = (event: InputEvent) => rejectInvalid(event)
    readTypedBeforeHydration()
    field?.addEventListener('beforeinput', listener)
    return () => field?.removeEventListener('beforeinput', listener)
  }, [input])

  return {
    entry,
    receive,
    setCaret: (caret: number) => setEntry((before) => (before.caret === caret ? before : { ...before, caret })),
  }
}

function writeEntry(field: HTMLInputElement, { value, caret }: PinEntry): void {
  if (field.value === value) return
  field.value = value
  // In some browsers, `setSelectionRange` would focus the field.
  if (field === document.activeElement) field.setSelectionRange(caret, caret)
}

function getState(value: string, length: number): 'empty' | 'partial' | 'complete' {
  if (value === '') return 'empty'
  return value.length < length ? 'partial' : 'complete'
}
