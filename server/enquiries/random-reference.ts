import { randomInt } from 'node:crypto'
import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '../../shared/enquiry-reference.ts'

/** Creates a random reference: eight characters from an alphabet of 30, so that guessing one is impractical. */
export function randomReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join(
    '',
  )
}
