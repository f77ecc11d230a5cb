import './password-strength.css'
import {
  createContext,
  useContext,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type ComponentPropsWithoutRef,
  type ReactNode,
} from 'react'
import { PASSWORD_MIN_LENGTH } from '../../../shared/constants.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import { useMessages } from '../../messages-context.ts'
import { joinClasses } from '../join-classes.ts'
import { useFormReset } from '../use-form-reset.ts'
import { scorePassword, type PasswordCheck, type PasswordRules, type PasswordScore } from './password-strength-score.ts'

/** Announcements wait for a pause in typing, so that screen readers hear only the last one. */
const ANNOUNCEMENT_DELAY_MS = 1_000

interface PasswordStrengthContextValue {
  readonly value: string
  readonly rating: PasswordScore
  readonly meterTextId: string
  readonly hintsId: string
  hintOf(check: PasswordCheck): string
  setValue(value: string): void
}

const PasswordStrengthContext = createContext<PasswordStrengthContextValue | null>(null)

function usePasswordStrength(part: string): PasswordStrengthContextValue {
  const strength = useContext(PasswordStrengthContext)
  if (!strength) throw new Error(`<${part}> must be inside <PasswordStrength>`)
  return strength
}

interface PasswordStrengthOptions extends PasswordRules {
  /** Called on mount and after every change. */
  readonly onChange?: ((rating: PasswordScore) => void) | undefined
}

interface PasswordStrengthProps extends PasswordStrengthOptions {
  readonly children: ReactNode
}

/** A password field with a strength meter and a list of requirements. */
export function PasswordStrength({ children, ...options }: PasswordStrengthProps) {
  const messages = useMessages()
  const root = usePasswordStrengthRoot(options)
  const { value, rating, hintOf } = root
  return (
    <PasswordStrengthContext value={root}>
      <div className="password-strength" data-state={getState(value, rating)} data-score={rating.score}>
        {children}
        <Announcement text={describeScore(value, rating, hintOf, messages)} />
      </div>
    </PasswordStrengthContext>
  )
}

function usePasswordStrengthRoot({
  checks,
  minLength = PASSWORD_MIN_LENGTH,
  onChange,
}: PasswordStrengthOptions): PasswordStrengthContextValue {
  const messages = useMessages()
  const id = useId()
  const [value, setValue] = useState('')
  const rating = scorePassword(value, { checks, minLength })
  const tell = useEffectEvent((typed: string) => onChange?.(scorePassword(typed, { checks, minLength })))
  useEffect(() => tell(value), [value])
  return {
    value,
    rating,
    meterTextId: `${id}-score`,
    hintsId: `${id}-hints`,
    hintOf: (check) => messages.passwordHints[check](minLength),
    setValue,
  }
}

/** The password field. It is uncontrolled, and text typed before hydration is read on mount. */
export function PasswordStrengthInput({
  className,
  'aria-describedby': describedBy,
  onChange,
  ...props
}: Omit<ComponentPropsWithoutRef<'input'>, 'type' | 'value'>) {
  const { rating, meterTextId, hintsId, setValue } = usePasswordStrength('PasswordStrengthInput')
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => setValue(input.current!.value), [setValue])
  useFormReset(input, () => setValue(input.current!.value))
  const own = rating.enabled.length === 0 ? [] : [meterTextId, hintsId]
  return (
    <input
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      ref={input}
      type="password"
      className={joinClasses('field', className)}
      aria-describedby={[describedBy, ...own].filter(Boolean).join(' ') || undefined}
      onChange={(event) => {
        onChange?.(event)
        setValue(event.currentTarget.value)
      }}
    />
  )
}

/** One segment per check; as many are filled as checks pass. */
export function PasswordStrengthMeter() {
  const { value, rating, meterTextId } = usePasswordStrength('PasswordStrengthMeter')
  const messages = useMessages()
  const { score, enabled } = rating
  if (enabled.length === 0) return null
  const text = messages.passwordScore(score, enabled.length)
  return (
    <div className="password-strength-meter">
      <div
        className="password-strength-stripes"
        role="meter"
        aria-label={messages.passwordStrength}
        aria-valuemin={0}
        aria-valuemax={enabled.length}
        aria-valuenow={score}
        aria-valuetext={text}
        data-state={getState(value, rating)}
        data-score={score}
      >
        {enabled.map((check, index) => (
          <span key={check} data-state={index < score ? 'passed' : 'missing'} />
        ))}
      </div>
      <span id={meterTextId} className="caption">
        {text}
      </span>
    </div>
  )
}

export function PasswordStrengthHints({ className, ...props }: Omit<ComponentPropsWithoutRef<'ul'>, 'id'>) {
  const { rating, hintsId, hintOf } = usePasswordStrength('PasswordStrengthHints')
  const messages = useMessages()
  if (rating.enabled.length === 0) return null
  return (
    <ul {...props} id={hintsId} className={joinClasses('password-strength-hints caption', className)}>
      {rating.enabled.map((check) => {
        const state = rating.missing.includes(check) ? 'missing' : 'passed'
        return (
          <li key={check} data-check={check} data-state={state}>
            {hintOf(check)}
            <span className="visually-hidden">: {messages.passwordHintStates[state]}</span>
          </li>
        )
      })}
    </ul>
  )
}

function Announcement({ text }: { readonly text: string }) {
  const [announced, setAnnounced] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAnnounced(text), ANNOUNCEMENT_DELAY_MS)
    return () => clearTimeout(timer)
  }, [text])
  return (
    <span className="visually-hidden" role="status">
      {announced}
    </span>
  )
}

function getState(value: string, { isAccepted }: PasswordScore): 'empty' | 'weak' | 'accepted' {
  if (value === '') return 'empty'
  return isAccepted ? 'accepted' : 'weak'
}

function describeScore(
  value: string,
  { enabled, missing, isAccepted }: PasswordScore,
  hintOf: (check: PasswordCheck) => string,
  messages: Messages,
): string {
  if (value === '' || enabled.length === 0) return ''
  return isAccepted ? messages.passwordAccepted : messages.passwordMissing(missing.map(hintOf))
}
