import { CONTACT_PATH, ENQUIRY_LENGTHS, ITEM_LENGTHS, QUANTITY_MAX, type EnquiryItem } from './enquiry-fields.ts'

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

function readMatch(choice: string): Pick<EnquiryItem, 'product' | 'variant'> | null {
  if (!choice.startsWith('[')) return null
  try {
    const [product, variant] = JSON.parse(choice) as [unknown, unknown]
    return typeof product === 'string' && (typeof variant === 'string' || variant === null)
      ? { product, variant }
      : null
  } catch {
    return null
  }
}

/** Chooses a product only if it is the one with this number. A line without a match becomes text. */
export function checkLine(line: ResolvedLine): CheckedLine {
  const [match] = line.matches
  const choice = line.state === 'found' && match ? writeMatch(match) : line.state === 'missing' ? AS_TEXT : UNDECIDED
  return { ...line, choice, quantityText: initialQuantity(line, match) }
}

/** A line without a quantity asks for one piece. An unclear quantity has to be typed. */
export function initialQuantity({ unclear }: ResolvedLine, match: ListMatch | undefined): string {
  return String(match?.quantity ?? (unclear === null ? 1 : ''))
}

/** The response to scripts that send a list or its checked lines. */
export interface ListResponse extends Omit<JoinedLines, 'rest'> {
  readonly list: CheckedList
}

interface JoinedLines {
  /** Items to be added to the enquiry. */
  readonly items: readonly EnquiryItem[]
  /** The message with the lines that were added to it. */
  readonly request: string
  readonly textCount: number
  readonly isRequestFull: boolean
  /** Lines that are undecided or do not fit into the message. */
  readonly rest: readonly CheckedLine[]
}

/**
 * Sorts checked lines into items, texts of the message and those that are left.
 * @param hasRoom returns whether the enquiry may hold these items
 */
export function joinLines(
  lines: readonly CheckedLine[],
  request: string,
  hasRoom: (items: readonly EnquiryItem[]) => boolean,
): JoinedLines {
  const items: EnquiryItem[] = []
  const texts: string[] = []
  const rest: CheckedLine[] = []
  for (const line of lines) {
    const { text, choice, quantityText } = line
    if (choice === LEFT_OUT) continue
    if (choice === AS_TEXT) {
      texts.push(text)
      continue
    }
    const match = readMatch(choice)
    const quantity = Number(quantityText)
    const item = match && { ...match, quantity, note: '', pasted: text.slice(0, ITEM_LENGTHS.pasted) }
    if (!item) rest.push({ ...line, problem: 'choice' })
    else if (!Number.isInteger(quantity) || quantity < 1 || quantity > QUANTITY_MAX)
      rest.push({ ...line, problem: 'quantity' })
    else if (!hasRoom([...items, item])) rest.push({ ...line, problem: 'full' })
    else items.push(item)
  }
  const appended = appendLines(request, texts)
  const { left } = appended
  rest.push(...lines.filter(({ text, choice }) => choice === AS_TEXT && left.includes(text)))
  return {
    items,
    request: appended.request,
    textCount: texts.length - left.length,
    isRequestFull: left.length > 0,
    rest,
  }
}

/** Adds lines to a message. @returns the lines that do not fit */
function appendLines(
  request: string,
  texts: readonly string[],
): { readonly request: string; readonly left: readonly string[] } {
  let joined = request
  const left: string[] = []
  for (const text of texts) {
    const longer = joined ? `${joined}\n${text}` : text
    if (longer.length > ENQUIRY_LENGTHS.request) left.push(text)
    else joined = longer
  }
  return { request: joined, left }
}

/** Decodes a text file as UTF-8 or UTF-16, or else as Windows-1252, in which spreadsheets still write CSV. */
export function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
