import { PASSWORD_MIN_LENGTH } from '../../../shared/constants.ts'

/** The checks, in the order of their hints. */
export const PASSWORD_CHECKS = ['lowercase', 'uppercase', 'numbers', 'special-characters', 'min-length'] as const

export type PasswordCheck = (typeof PASSWORD_CHECKS)[number]

export interface PasswordRules {
  /** Checks set to `false` are disabled. */
  readonly checks?: Partial<Readonly<Record<PasswordCheck, boolean>>> | undefined
  /** Minimum length in code points, so that most emoji count as one character. */
  readonly minLength?: number | undefined
}

export interface PasswordScore {
  readonly score: number
  readonly enabled: readonly PasswordCheck[]
  readonly missing: readonly PasswordCheck[]
  readonly isAccepted: boolean
}

// Letters and digits of all scripts count: a Greek or Cyrillic password is as strong as a Latin one.
const PATTERNS: Readonly<Record<Exclude<PasswordCheck, 'min-length'>, RegExp>> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  numbers: /\p{Nd}/u,
  'special-characters': /[\p{P}\p{S}]/u,
}

/** Counts the checks that a password passes; an empty password passes none. */
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
