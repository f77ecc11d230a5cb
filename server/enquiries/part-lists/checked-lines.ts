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

/**
 * Chooses a product only if it is the one with this number. A line without a match becomes text.
 * @param checked lines that were looked up before; one with the same text keeps its choice and quantity
 */
export function checkLine(line: ResolvedLine, checked: readonly CheckedLine[]): CheckedLine {
  const before = checked.find(({ text }) => text === line.text)
  const [match] = line.matches
  const choice = line.state === 'found' && match ? writeMatch(match) : line.state === 'missing' ? AS_TEXT : UNDECIDED
  const isChosen = before && before.choice !== UNDECIDED && before.choice !== AS_TEXT
  return {
    ...line,
    choice: isChosen ? before.choice : choice,
    quantityText: before?.quantityText || initialQuantity(line, match),
  }
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
  const rest: CheckedLine[] = []
  let [joined, textCount, isRequestFull] = [request, 0, false]
  for (const line of lines) {
    const { text, choice, quantityText } = line
    if (choice === LEFT_OUT) continue
    if (choice === AS_TEXT) {
      const longer = joined ? `${joined}\n${text}` : text
      if (longer.length > ENQUIRY_LENGTHS.request) {
        rest.push(line)
        isRequestFull = true
      } else {
        joined = longer
        textCount++
      }
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
  return { items, request: joined, textCount, isRequestFull, rest }
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
