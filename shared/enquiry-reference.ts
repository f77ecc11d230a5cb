/** Letters and digits of a reference: none that is taken for another one (0 O, 1 I L, U V). */
export const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const REFERENCE_LENGTH = 8

const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`)

/**
 * A reference as it is stored, from one as it was typed: in small letters, with spaces or dashes.
 * @returns undefined where it cannot be one
 */
export function readReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return REFERENCE_PATTERN.test(reference) ? reference : undefined
}

/** A reference as people read it aloud: 'ABCD-2345'. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, REFERENCE_LENGTH / 2)}-${reference.slice(REFERENCE_LENGTH / 2)}`
}
