import './password-strength.css'
import {
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
import { useMessages } from '../../base/messages-context.ts'
import { createPartContext } from '../part-context.ts'
import { useFormReset } from '../use-form-reset.ts'
import { scorePassword, type PasswordCheck, type PasswordRules, type PasswordScore } from './password-strength-score.ts'

/** The announcement waits for a pause in typing. */
const ANNOUNCEMENT_DELAY_MS = 1_000

interface PasswordStrengthContextValue {
  readonly rating: PasswordScore
  readonly meterTextId: string
  readonly hintsId: string
  hintOf(check: PasswordCheck): string
  setValue(value: string): void
}

const [PasswordStrengthContext, usePasswordStrength] =
  createPartContext<PasswordStrengthContextValue>('PasswordStrength')

interface PasswordStrengthProps extends PasswordRules {
  readonly children: ReactNode
}

export function PasswordStrength({ checks, minLength = PASSWORD_MIN_LENGTH, children }: PasswordStrengthProps) {
  const messages = useMessages()
  const id = useId()
  const [value, setValue] = useState('')
  const rating = scorePassword(value, { checks, minLength })
  const hintOf = (check: PasswordCheck) => messages.passwordHints[check](minLength)
  return (
    <PasswordStrengthContext value={{ rating, meterTextId: `${id}-score`, hintsId: `${id}-hints`, hintOf, setValue }}>
      <div className="password-strength" data-state={getState(value, rating)} data-score={rating.score}>
        {children}
        <Announcement text={describeScore(value, rating, hintOf, messages)} />
      </div>
    </PasswordStrengthContext>
  )
}

type InputProps = Pick<ComponentPropsWithoutRef<'input'>, 'id' | 'name' | 'defaultValue'>

/** The field is uncontrolled; text typed before hydration is read on mount. */
export function PasswordStrengthInput(props: InputProps) {
  const { rating, meterTextId, hintsId, setValue } = usePasswordStrength('PasswordStrengthInput')
  const input = useRef<HTMLInputElement>(null)
  const readValue = () => setValue(input.current?.value ?? '')
  const readInitialValue = useEffectEvent(readValue)
  useEffect(() => readInitialValue(), [])
  useFormReset(input, readValue)
  return (
    <input
      autoComplete="new-password"
      autoCapitalize="none"
      spellCheck={false}
      {...props}
      ref={input}
      type="password"
      className="field"
      aria-describedby={rating.enabled.length === 0 ? undefined : `${meterTextId} ${hintsId}`}
      onChange={readValue}
    />
  )
}

/** One segment for each check; as many are filled as checks have passed. */
export function PasswordStrengthMeter() {
  const { rating, meterTextId } = usePasswordStrength('PasswordStrengthMeter')
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

export function PasswordStrengthHints() {
  const { rating, hintsId, hintOf } = usePasswordStrength('PasswordStrengthHints')
  const messages = useMessages()
  if (rating.enabled.length === 0) return null
  return (
    <ul id={hintsId} className="password-strength-hints caption">
      {rating.enabled.map((check) => {
        const state = rating.missing.includes(check) ? 'missing' : 'passed'
        return (
          <li key={check} data-check={check} data-state={state}>
            <span>{hintOf(check)}</span>
            <span className="visually-hidden">{`: ${messages.passwordHintStates[state]}`}</span>
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
  return isAccepted ? messages.passwordAccepted : messages.passwordMissing(missing.map(hintOf).join('; '))
}
