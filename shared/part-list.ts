import { CONTACT_PATH, type EnquiryItem } from './enquiry-fields.ts'

export const LIST_LINES_MAX = 500

/** Maximum size of a pasted list in UTF-8, with everything else that its form sends. */
export const LIST_MAX_BYTES = 65_536

/** Maximum length of a line. Longer lines are truncated. */
export const LIST_LINE_MAX_LENGTH = 300

export const LIST_PARAMETER = 'list'

export const LIST_URL = `${CONTACT_PATH}?${LIST_PARAMETER}`

export interface ListMatch extends Pick<EnquiryItem, 'product' | 'variant'> {
  readonly name: string
  readonly variantName: string | null
  readonly sku: string | null
  /** Why the product matches a number that it does not have, such as 'Replaces AB-1'; otherwise null. */
  readonly reason: string | null
  /** The quantity in the line; null if it has none, or none that can be understood. */
  readonly quantity: number | null
}

export interface ResolvedLine {
  readonly text: string
  /**
   * 'found' means one product; 'several', more than one with this number or name; 'similar', only similar ones; 'missing', none.
   */
  readonly state: 'found' | 'several' | 'similar' | 'missing'
  /** At most `LIST_MATCHES_MAX` matches, the most probable first. */
  readonly matches: readonly ListMatch[]
  /** A quantity that cannot be understood, as it was written. */
  readonly unclear: string | null
}

export const LIST_MATCHES_MAX = 8

export const LIST_TEXT_INPUT = 'text'
export const LIST_FILE_INPUT = 'file'

/** Inputs for each line in the form that checks the lines, and the input of its buttons. */
export const LINE_INPUT = 'line'
/** The line as it was checked before. */
export const CHECKED_LINE_INPUT = 'checked'
export const CHOICE_INPUT = 'choice'
export const COUNT_INPUT = 'count'
export const LIST_ACTION_INPUT = 'do'

/** Choices other than a product: the line is undecided, becomes a part of the message, or is left out. */
export const UNDECIDED = ''
export const AS_TEXT = 'text'
export const LEFT_OUT = 'none'

export interface CheckedLine extends ResolvedLine {
  /** `UNDECIDED`, `AS_TEXT`, `LEFT_OUT`, or a match as `writeMatch` writes it. */
  readonly choice: string
  readonly quantityText: string
  readonly problem?: 'choice' | 'quantity' | 'full'
}

/** A pasted list on the contact page. */
export interface CheckedList {
  /** The text that was sent, if it could not be read. */
  readonly text: string
  readonly lines: readonly CheckedLine[]
  readonly isCut: boolean
  readonly problem: 'empty' | 'too-long' | 'busy' | null
}

export const writeMatch = ({ product, variant }: Pick<EnquiryItem, 'product' | 'variant'>): string =>
  JSON.stringify([product, variant])

/** A line without a quantity asks for one piece. An unclear quantity has to be typed. */
export function initialQuantity({ unclear }: ResolvedLine, match: ListMatch | undefined): string {
  return String(match?.quantity ?? (unclear === null ? 1 : ''))
}

/** The response to scripts that send a list or its checked lines. */
export interface ListResponse {
  readonly list: CheckedList
  /** Items to be added to the enquiry. */
  readonly items: readonly EnquiryItem[]
  /** The message with the lines that were added to it. */
  readonly request: string
  readonly textCount: number
  readonly isRequestFull: boolean
}
