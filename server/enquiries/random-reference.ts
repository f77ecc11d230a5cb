import { randomInt } from 'node:crypto'
import { REFERENCE_ALPHABET, REFERENCE_LENGTH } from '../../shared/enquiry-items.ts'

/** Eight characters from an alphabet of 30 cannot be guessed in practice. */
export function randomReference(): string {
  return Array.from({ length: REFERENCE_LENGTH }, () => REFERENCE_ALPHABET[randomInt(REFERENCE_ALPHABET.length)]).join(
    '',
  )
}
