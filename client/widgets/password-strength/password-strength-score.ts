import { PASSWORD_MIN_LENGTH } from '../../../shared/constants.ts'

export const PASSWORD_CHECKS = ['lowercase', 'uppercase', 'numbers', 'special-characters', 'min-length'] as const

export type PasswordCheck = (typeof PASSWORD_CHECKS)[number]

export interface PasswordRules {
  readonly checks?: Partial<Readonly<Record<PasswordCheck, boolean>>> | undefined
  /** Counted in code points, so that most emoji are one character. */
  readonly minLength?: number | undefined
}

export interface PasswordScore {
  readonly score: number
  readonly enabled: readonly PasswordCheck[]
  readonly missing: readonly PasswordCheck[]
  readonly isAccepted: boolean
}

// A Greek or Cyrillic password is as strong as a Latin one.
const PATTERNS: Readonly<Record<Exclude<PasswordCheck, 'min-length'>, RegExp>> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  numbers: /\p{Nd}/u,
  'special-characters': /[\p{P}\p{S}]/u,
}

export function scorePassword(
  value: string,
  { checks = {}, minLength = PASSWORD_MIN_LENGTH }: PasswordRules = {},
): PasswordScore {
  const enabled = PASSWORD_CHECKS.filter((check) => checks[check] !== false)
  const missing = enabled.filter((check) => value === '' || !passes(check, value, minLength))
  return { score: enabled.length - missing.length, enabled, missing, isAccepted: value !== '' && missing.length === 0 }
}

function passes(check: PasswordCheck, value: string, minLength: number): boolean {
  return check === 'min-length' ? [...value].length >= minLength : PATTERNS[check].test(value)
}
