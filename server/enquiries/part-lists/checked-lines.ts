import { ENQUIRY_LENGTHS, ITEM_LENGTHS, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import {
  AS_TEXT,
  initialQuantity,
  LEFT_OUT,
  UNDECIDED,
  writeMatch,
  type CheckedLine,
  type ListResponse,
  type ResolvedLine,
} from '../../../shared/part-list.ts'

/** Chooses a product only if it is the one with this number. A line without a match becomes text. */
export function checkLine(line: ResolvedLine): CheckedLine {
  const [match] = line.matches
  const choice = line.state === 'found' && match ? writeMatch(match) : line.state === 'missing' ? AS_TEXT : UNDECIDED
  return { ...line, choice, quantityText: initialQuantity(line, match) }
}

interface JoinedLines extends Omit<ListResponse, 'list'> {
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
