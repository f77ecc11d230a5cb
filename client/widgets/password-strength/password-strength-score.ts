import { PASSWORD_MIN_LENGTH } from '../../../shared/constants.ts'

/** What can be asked of a password, in the order in which hints are shown. */
export const PASSWORD_CHECKS = ['lowercase', 'uppercase', 'numbers', 'special-characters', 'min-length'] as const

export type PasswordCheck = (typeof PASSWORD_CHECKS)[number]

export interface PasswordRules {
  /** Checks that are switched off by `false`; those not named are on. */
  readonly checks?: Partial<Readonly<Record<PasswordCheck, boolean>>> | undefined
  /** In code points: most of what people see as one character, an emoji say, counts as one. */
  readonly minLength?: number | undefined
}

export interface PasswordScore {
  /** Number of enabled checks that pass. */
  readonly score: number
  readonly enabled: readonly PasswordCheck[]
  readonly missing: readonly PasswordCheck[]
  readonly isAccepted: boolean
}

// Letters and digits of every script: a password in Greek or Cyrillic is no weaker for it.
const PATTERNS: Readonly<Record<Exclude<PasswordCheck, 'min-length'>, RegExp>> = {
  lowercase: /\p{Ll}/u,
  uppercase: /\p{Lu}/u,
  numbers: /\p{Nd}/u,
  'special-characters': /[\p{P}\p{S}]/u,
}

/** Counts the checks that a password passes; an empty one passes none, whatever is asked. */
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
