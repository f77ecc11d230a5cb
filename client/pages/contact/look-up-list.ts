import { CONTACT_PATH } from '../../../shared/enquiry-fields.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { fillIn } from '../../../shared/messages/fill-in.ts'
import type { PastedListTexts } from '../../../shared/messages/server-texts/en.ts'
import {
  checkLine,
  LIST_MAX_BYTES,
  LIST_PARAMETER,
  type CheckedLine,
  type ResolvedList,
} from '../../../shared/part-list.ts'
import { ownServer } from '../../base/http.ts'
import { getPastedList, updatePastedList } from '../../components/enquiry-list/pasted-list.ts'

export const LIST_URL = `${CONTACT_PATH}?${LIST_PARAMETER}`

/** Whether a list fits into a request, in which quotation marks and line breaks are escaped. */
export function fitsRequest(text: string): boolean {
  return new TextEncoder().encode(JSON.stringify({ text, from: 500 })).length <= LIST_MAX_BYTES
}

async function requestLines(text: string, from: number, signal: AbortSignal): Promise<ResolvedList> {
  const { body } = await ownServer(LIST_URL, { method: 'POST', body: { text, from }, signal })
  const list = body as Partial<ResolvedList> | undefined
  // A network that wants visitors to log in responds with a page of its own.
  if (!Array.isArray(list?.lines)) throw new Error('The response to the pasted list has no lines.')
  return list as ResolvedList
}

/**
 * Looks up the rest of the pasted list in batches.
 * @returns false if another list was pasted meanwhile
 * @throws if a request fails or is aborted
 */
export async function lookUpList(signal: AbortSignal): Promise<boolean> {
  for (let { text, next } = getPastedList(); next !== null;) {
    const batch = await requestLines(text, next, signal)
    signal.throwIfAborted()
    const current = getPastedList()
    if (current.text !== text || current.next !== next) return false
    next = batch.next
    updatePastedList({ lines: [...current.lines, ...batch.lines.map(checkLine)], next, isCut: batch.isCut })
  }
  return true
}

/** @returns undefined if the line has no text */
export async function lookUpLine(text: string, signal: AbortSignal): Promise<CheckedLine | undefined> {
  const [line] = (await requestLines(text, 0, signal)).lines
  return line && checkLine({ ...line, text })
}

export function describeListFailure(error: unknown, texts: PastedListTexts): string {
  const status = error instanceof HttpError ? error.status : undefined
  if (status === 413) return fillIn(texts.tooLong, { kilobytes: String(LIST_MAX_BYTES / 1_024) })
  return status === 429 ? texts.tooMany : texts.failed
}
