// This file is separate from the fields, because only the contact page uses references.

/** Contains at most one of 0 and O, of 1, I and L, and of U and V, because they are easily confused. */
export const REFERENCE_ALPHABET = 'ABCDEFGHJKMNPQRSTVWXYZ23456789'

export const REFERENCE_LENGTH = 8

const REFERENCE_PATTERN = new RegExp(`^[${REFERENCE_ALPHABET}]{${REFERENCE_LENGTH}}$`)

/**
 * Normalises a typed reference, which may have lower-case letters, spaces and dashes.
 * @returns undefined if it is invalid
 */
export function readReference(typed: string): string | undefined {
  const reference = typed.replace(/[\s\p{Pd}]/gu, '').toUpperCase()
  return REFERENCE_PATTERN.test(reference) ? reference : undefined
}

/** Writes a reference in two groups, such as 'ABCD-2345'. */
export function formatReference(reference: string): string {
  return `${reference.slice(0, REFERENCE_LENGTH / 2)}-${reference.slice(REFERENCE_LENGTH / 2)}`
}
