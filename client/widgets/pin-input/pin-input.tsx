import './pin-input.css'
import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type ReactNode,
  type RefObject,
} from 'react'
import { joinClasses } from '../join-classes.ts'
import { useFormReset } from '../use-form-reset.ts'
import { useHydrated } from '../use-hydrated.ts'
import { filterPin, pastePin, normalizePinEntry, type PinEntry, type PinFormat } from './pin-input-entry.ts'

/** Letters and digits, as an HTML pattern. */
const DEFAULT_PATTERN = '[A-Za-z0-9]'

type NativeProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'type' | 'value' | 'defaultValue' | 'maxLength' | 'pattern' | 'size' | 'onChange'
>

interface PinInputProps extends NativeProps {
  readonly label: ReactNode
  readonly length: number
  /** Regular expression for one character, for the `pattern` attribute of an input. */
  readonly pattern?: string | undefined
  /** Converts input, for example to upper case, before it is checked against the pattern. */
  readonly normalize?: ((text: string) => string) | undefined
  readonly defaultValue?: string | undefined
  /** Error message, used as the field's description. */
  readonly error?: ReactNode
  readonly onChange?: ((value: string) => void) | undefined
  /** Called when the code becomes complete, or when another complete code is pasted. */
  readonly onComplete?: ((value: string) => void) | undefined
}

/**
 * A field for a short code. It is a single input with boxes drawn behind its characters, so labels, autofill, undo,
 * selection and form submission are native.
 */
export function PinInput({
  label,
  length,
  pattern,
  normalize,
  defaultValue = '',
  error,
  onChange,
  onComplete,
  className,
  ...props
}: PinInputProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const errorId = `${ownId}-error`
  const isHydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  const { entry, receive, setCaret } = usePinEntry(input, defaultValue, createPinFormat(length, pattern, normalize), {
    onChange,
    onComplete,
  })
  const { value, caret } = entry
  const hasError = error !== undefined && error !== null && error !== false
  const describedBy = [props['aria-describedby'], hasError ? errorId : undefined].filter(Boolean).join(' ')
  return (
    <div
      className={joinClasses('pin-input', className)}
      data-state={getState(value, length)}
      data-invalid={hasError ? '' : undefined}
    >
      <label htmlFor={id}>{label}</label>
      <div className="pin-input-field">
        <input
          autoComplete="one-time-code"
          inputMode="text"
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          {...props}
          ref={input}
          id={id}
          type="text"
          defaultValue={defaultValue}
          // `maxLength` would truncate pasted text with dashes, which is normalised by script or by the server.
          maxLength={isHydrated || normalize ? undefined : length}
          pattern={normalize && !isHydrated ? undefined : `(?:${pattern ?? DEFAULT_PATTERN}){${length}}`}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy || undefined}
          onInput={(event) => {
            props.onInput?.(event)
            receive(event.nativeEvent.isComposing ? 'composing' : 'typed')
          }}
          onCompositionEnd={(event) => {
            props.onCompositionEnd?.(event)
            receive('typed')
          }}
          onPaste={(event) => {
            props.onPaste?.(event)
            // Read-only fields receive paste events too.
            if (event.defaultPrevented || event.currentTarget.readOnly) return
            event.preventDefault()
            receive('pasted', event.clipboardData.getData('text'))
          }}
          onSelect={(event) => {
            props.onSelect?.(event)
            setCaret(event.currentTarget.selectionStart ?? value.length)
          }}
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
        // The error is an alert, because screen readers do not announce a new description of the focused field.
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

type Listeners = Pick<PinInputProps, 'onChange' | 'onComplete'>

/** Keeps the input and the state equal to a valid, possibly partial code. */
function usePinEntry(
  input: RefObject<HTMLInputElement | null>,
  defaultValue: string,
  rules: PinFormat,
  { onChange, onComplete }: Listeners,
) {
  const [entry, setEntry] = useState<PinEntry>(() => ({
    value: filterPin(defaultValue, rules).slice(0, rules.length),
    caret: 0,
  }))
  // The current value; a second input may arrive before the state is rendered.
  const accepted = useRef(entry.value)

  const receive = (how: 'composing' | 'typed' | 'pasted', text = '') => {
    const field = input.current!
    const selection = {
      start: field.selectionStart ?? field.value.length,
      end: field.selectionEnd ?? field.value.length,
    }
    const next =
      how === 'pasted'
        ? pastePin(accepted.current, selection, text, rules)
        : normalizePinEntry(field.value, selection.end, rules)
    // Writing to the field would break text composition.
    if (how !== 'composing') writeEntry(field, next)
    const before = accepted.current
    accepted.current = next.value
    setEntry(next)
    if (next.value === before) return
    onChange?.(next.value)
    if (next.value.length === rules.length && (before.length < rules.length || how === 'pasted'))
      onComplete?.(next.value)
  }

  const takeOver = useEffectEvent(() => receive('typed'))
  useFormReset(input, takeOver)
  const refuse = useEffectEvent((event: InputEvent) => {
    // Rejects invalid characters before they replace the selected text.
    if (event.inputType === 'insertText' && event.data && filterPin(event.data, rules) === '') event.preventDefault()
  })
  useEffect(() => {
    const field = input.current!
    const listener = (event: InputEvent) => refuse(event)
    // Text typed before hydration is processed like any other input.
    takeOver()
    field.addEventListener('beforeinput', listener)
    return () => field.removeEventListener('beforeinput', listener)
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
  // In some browsers `setSelectionRange` would focus the field.
  if (field === document.activeElement) field.setSelectionRange(caret, caret)
}

function getState(value: string, length: number): 'empty' | 'partial' | 'complete' {
  if (value === '') return 'empty'
  return value.length < length ? 'partial' : 'complete'
}
