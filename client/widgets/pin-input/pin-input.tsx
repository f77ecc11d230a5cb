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

/** Letters and digits, in the pattern syntax of HTML. */
const DEFAULT_PATTERN = '[A-Za-z0-9]'

type NativeProps = Omit<
  ComponentPropsWithoutRef<'input'>,
  'type' | 'value' | 'defaultValue' | 'maxLength' | 'pattern' | 'size' | 'onChange'
>

interface PinInputProps extends NativeProps {
  readonly label: ReactNode
  readonly length: number
  /** Which characters a box takes: the pattern of one, as in HTML's `pattern`. */
  readonly pattern?: string | undefined
  /** Brings all that comes in into the form that codes have, before it is held against the pattern. */
  readonly normalize?: ((text: string) => string) | undefined
  readonly defaultValue?: string | undefined
  /** What is wrong with the code, as the field's description. */
  readonly error?: ReactNode
  readonly onChange?: ((value: string) => void) | undefined
  /** Told each time the code becomes whole, and where another whole one is pasted over it. */
  readonly onComplete?: ((value: string) => void) | undefined
}

/**
 * A short code in boxes. It is one field with drawn boxes behind its characters: labels, autofill, undo, selection and
 * the plain form need nothing of ours.
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
          // What is read with care, here or by the server, may be longer; the browser would cut it, dashes and all.
          maxLength={isHydrated || normalize ? undefined : length}
          pattern={normalize && !isHydrated ? undefined : `(?:${pattern ?? DEFAULT_PATTERN}){${length}}`}
          aria-invalid={hasError || undefined}
          aria-describedby={describedBy || undefined}
          onInput={(event) => {
            props.onInput?.(event)
            receive((event.nativeEvent as InputEvent).isComposing ? 'composing' : 'typed')
          }}
          onCompositionEnd={(event) => {
            props.onCompositionEnd?.(event)
            receive('typed')
          }}
          onPaste={(event) => {
            props.onPaste?.(event)
            // A field that can only be read gets the event all the same.
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
        // The focus is in the field already, whose new description nobody would hear.
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

/** What is in the field, always as a code may be; the field itself is put right after each input. */
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
  // Two inputs may come before one is drawn.
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
    // An input method that is in the middle of a word would lose it.
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
    // Otherwise it would first take away what is selected.
    if (event.inputType === 'insertText' && event.data && filterPin(event.data, rules) === '') event.preventDefault()
  })
  useEffect(() => {
    const field = input.current!
    const listener = (event: InputEvent) => refuse(event)
    // What came before the scripts is an input like any other.
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
  // Without the focus it would be taken there by some browsers.
  if (field === document.activeElement) field.setSelectionRange(caret, caret)
}

function getState(value: string, length: number): 'empty' | 'partial' | 'complete' {
  if (value === '') return 'empty'
  return value.length < length ? 'partial' : 'complete'
}
