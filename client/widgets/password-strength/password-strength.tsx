import './password-strength.css'
import { useEffect, useEffectEvent, useId, useRef, useState, type ComponentPropsWithoutRef } from 'react'
import { PASSWORD_MIN_LENGTH } from '../../../shared/constants.ts'
import { useMessages } from '../../base/context.tsx'

export const PASSWORD_CHECKS = ['lowercase', 'uppercase', 'numbers', 'special-characters', 'min-length'] as const

type PasswordCheck = (typeof PASSWORD_CHECKS)[number]

interface PasswordStrengthProps extends Pick<ComponentPropsWithoutRef<'input'>, 'name' | 'defaultValue'> {
  readonly label: string
  /** The enabled checks. */
  readonly checks?: readonly PasswordCheck[]
  readonly minLength?: number
}

/** A field for a new password, with a meter and a list of checks. Text typed before hydration is read on mount. */
export function PasswordStrength({
  label,
  checks = PASSWORD_CHECKS,
  minLength = PASSWORD_MIN_LENGTH,
  ...props
}: PasswordStrengthProps) {
  const messages = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [value, setValue] = useState('')
  const missing = findMissing(value, checks, minLength)
  const score = checks.length - missing.length
  const isAccepted = value !== '' && score === checks.length
  const scoreText = messages.passwordScore(score, checks.length)
  const hintOf = (check: PasswordCheck) => messages.passwordHints[check](minLength)
  const readValue = () => setValue(input.current?.value ?? '')
  const readInitialValue = useEffectEvent(readValue)
  useEffect(() => readInitialValue(), [])

  return (
    <div
      className="password-strength"
      data-state={value === '' ? 'empty' : isAccepted ? 'accepted' : 'weak'}
      data-score={score}
    >
      <label htmlFor={id}>{label}</label>
      <input
        autoComplete="new-password"
        autoCapitalize="none"
        spellCheck={false}
        {...props}
        ref={input}
        id={id}
        type="password"
        className="field"
        aria-describedby={`${id}-score ${id}-hints`}
        onChange={readValue}
      />
      <div className="password-strength-meter row scripted">
        <div
          className="password-strength-stripes"
          role="meter"
          aria-label={messages.passwordStrength}
          aria-valuemin={0}
          aria-valuemax={checks.length}
          aria-valuenow={score}
          aria-valuetext={scoreText}
        >
          {checks.map((check, index) => (
            <span key={check} data-state={index < score ? 'passed' : 'missing'} />
          ))}
        </div>
        <span id={`${id}-score`} className="caption" role="status">
          {scoreText}
        </span>
      </div>
      <ul id={`${id}-hints`} className="password-strength-hints caption">
        {checks.map((check) => {
          const state = missing.includes(check) ? 'missing' : 'passed'
          return (
            <li key={check} data-check={check} data-state={state}>
              <span>{hintOf(check)}</span>
              <span className="visually-hidden">{`: ${messages.passwordHintStates[state]}`}</span>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

// A Greek or Cyrillic password is as strong as a Latin one.
const PATTERNS: Readonly<Record<Exclude<PasswordCheck, 'min-length'>, RegExp>> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  numbers: /\p{Nd}/u,
  'special-characters': /[\p{P}\p{S}]/u,
}

/** Returns the checks that a password does not pass. An empty one passes none. */
export function findMissing(
  value: string,
  checks: readonly PasswordCheck[] = PASSWORD_CHECKS,
  minLength: number = PASSWORD_MIN_LENGTH,
): readonly PasswordCheck[] {
  // The length counts code points, so that most emoji are one character.
  const passes = (check: PasswordCheck) =>
    check === 'min-length' ? [...value].length >= minLength : PATTERNS[check].test(value)
  return checks.filter((check) => value === '' || !passes(check))
}
