import express, { type ErrorRequestHandler, type Request, type RequestHandler, type Response } from 'express'
import { EMPTY_ENQUIRY, ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { mergeItems } from '../../../shared/enquiry-items.ts'
import {
  CHECKED_LINE_INPUT,
  CHOICE_INPUT,
  COUNT_INPUT,
  LINE_INPUT,
  LIST_ACTION_INPUT,
  LIST_FILE_INPUT,
  LIST_MAX_BYTES,
  LIST_PARAMETER,
  LIST_TEXT_INPUT,
  UNDECIDED,
  type CheckedLine,
  type CheckedList,
  type ListResponse,
} from '../../../shared/part-list.ts'
import { isUnavailable } from '../../platform/database-error.ts'
import { httpError } from '../../platform/http-errors.ts'
import { rejectOnTimeout } from '../../platform/concurrency/reject-on-timeout.ts'
import { parseList } from '../../enquiries/part-lists/parse-list.ts'
import { resolveList, type ResolvedList, checkLine, joinLines } from '../../enquiries/part-lists/resolve-list.ts'
import type { AppContext, PageContext } from '../app-context.ts'
import { siteOf, type LanguageSite } from '../language-site.ts'
import { clientKey, rateLimited } from '../limits/client-limits.ts'
import { limitBody, refuseOtherOrigins } from '../request-checks.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import { receiveForm, showContactPage } from './contact.ts'
import { acceptTypes, ENQUIRY_BODY_MAX_BYTES, FORM_TYPE, hideBody, readTexts, readFormItems } from './enquiry-body.ts'

const LISTS_PER_MINUTE = 120
const MINUTE_MS = 60_000

const SEARCH_LIMIT_MS = 2_000

const MULTIPART_TYPE = 'multipart/form-data'

/** There are inputs for the text, its choices, and the enquiry's own items. */
const INPUTS_MAX = 3_000

type ListContext = PageContext & Pick<AppContext, 'config' | 'renderQueue' | 'unmatchedSearches'>

type Fields = Readonly<Record<string, unknown>>

/**
 * `POST /contact?list` finds the products of a pasted list, and sorts its checked lines into items and texts. It responds
 * with the contact page, or to scripts with JSON.
 */
export function partList(context: ListContext): readonly (RequestHandler | ErrorRequestHandler)[] {
  return [
    receiveForm('list', LIST_PARAMETER),
    refuseOtherOrigins(context),
    rateLimited(MINUTE_MS, LISTS_PER_MINUTE),
    acceptTypes(FORM_TYPE, MULTIPART_TYPE),
    limitBody(ENQUIRY_BODY_MAX_BYTES),
    express.urlencoded({ limit: ENQUIRY_BODY_MAX_BYTES, extended: false, parameterLimit: INPUTS_MAX }),
    express.raw({ limit: ENQUIRY_BODY_MAX_BYTES, type: MULTIPART_TYPE }),
    readMultipart,
    hideBody,
    (req: Request, res: Response) => respondToForm(context, req, res),
  ]
}

/** Replaces a multipart body by its fields, with decoded files. */
const readMultipart: RequestHandler = async (req, _res, next) => {
  const body: unknown = req.body
  if (!Buffer.isBuffer(body)) return next()
  const fields: Record<string, string[]> = {}
  try {
    const type = req.headers['content-type'] ?? ''
    const form = await new globalThis.Response(new Uint8Array(body), { headers: { 'Content-Type': type } }).formData()
    for (const [name, value] of form)
      (fields[name] ??= []).push(
        typeof value === 'string' ? value : decodeList(new Uint8Array(await value.arrayBuffer())),
      )
  } catch {
    throw httpError(400, { fatal: false })
  }
  req.body = fields
  next()
}

async function resolve(
  { renderQueue, config }: ListContext,
  req: Request,
  { store }: LanguageSite,
  text: string,
): Promise<ResolvedList> {
  const site = await store.readSite()
  const find = () =>
    rejectOnTimeout(
      resolveList(store, parseList(text, site.locale), { limitMs: SEARCH_LIMIT_MS, language: site }),
      config.renderTimeoutMs,
    )
  return renderQueue.run(clientKey(req.ip), find)
}

async function respondToForm(context: ListContext, req: Request, res: Response): Promise<void> {
  const fields = (req.body ?? {}) as Fields
  const read = (name: string) => readTexts(fields, name)
  const items = mergeItems(readFormItems(read)).filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const checked = readCheckedLines(read)
  const text = [...read(LIST_TEXT_INPUT), ...read(LIST_FILE_INPUT), ...checked.map((line) => line.text)]
    .filter((part) => part.trim() !== '')
    .join('\n')
  const [typed = ''] = read('request')
  const form = { items, checked, text, request: typed.replaceAll('\r\n', '\n') }
  const isAdded = read(LIST_ACTION_INPUT)[0] === 'add'
  const outcome = isAdded ? await addLines(context, req, siteOf(res), form) : await findLines(context, req, res, form)
  const { status, ...response } = outcome
  if (requestState(res).respondsInJson) return void res.status(status).json(response satisfies ListResponse)
  const { request, list } = response
  const returned = request === '' ? null : { values: { ...EMPTY_ENQUIRY, request }, errors: {}, message: null }
  const shownItems = mergeItems([...items, ...response.items])
  await showContactPage(context, req, res, status, shownItems, () => ({ returned, pasted: list }))
}

interface SentForm extends Pick<ListResponse, 'items' | 'request'> {
  readonly checked: readonly CheckedLine[]
  /** The typed list, the file and the checked lines. */
  readonly text: string
}

interface Outcome extends ListResponse {
  readonly status: number
}

const NO_LIST: CheckedList = { text: '', lines: [], isCut: false, problem: null }

async function findLines(
  context: ListContext,
  req: Request,
  res: Response,
  { checked, text, request }: SentForm,
): Promise<Outcome> {
  const respond = (status: number, list: Partial<CheckedList>): Outcome => {
    return { status, list: { ...NO_LIST, ...list }, items: [], request, textCount: 0, isRequestFull: false }
  }
  if (text === '') return respond(422, { problem: 'empty' })
  if (Buffer.byteLength(text) > LIST_MAX_BYTES) return respond(413, { text, problem: 'too-long' })
  try {
    const { lines, isCut, unmatched } = await resolve(context, req, siteOf(res), text)
    // A list that is looked up again was counted before.
    if (checked.length === 0 && !isBotRequest(res))
      for (const search of new Set(unmatched)) context.unmatchedSearches?.count(search)
    if (lines.length === 0) return respond(422, { problem: 'empty' })
    return respond(200, { lines: lines.map((line) => checkLine(line, checked)), isCut })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    return respond(503, { text, problem: 'busy' })
  }
}

/** The choice and quantity of a changed line belong to its former text. */
function readCheckedLines(read: (name: string) => readonly string[]): readonly CheckedLine[] {
  const [choices, counts, before] = [read(CHOICE_INPUT), read(COUNT_INPUT), read(CHECKED_LINE_INPUT)]
  return read(LINE_INPUT).flatMap((text, index): readonly CheckedLine[] => {
    const isChanged = (before[index] ?? text) !== text
    const [choice = UNDECIDED, quantityText = ''] = isChanged ? [] : [choices[index], counts[index]?.trim()]
    return text.trim() === '' ? [] : [{ text, choice, quantityText, state: 'missing', matches: [], unclear: null }]
  })
}

async function addLines(
  context: ListContext,
  req: Request,
  site: LanguageSite,
  { items, checked, request }: SentForm,
): Promise<Outcome> {
  const hasRoom = (more: readonly EnquiryItem[]) => mergeItems([...items, ...more]).length <= ENQUIRY_ITEMS_MAX
  const { rest, ...joined } = joinLines(checked, request, hasRoom)
  if (rest.length === 0) return { status: 200, list: NO_LIST, ...joined }
  // The form that was sent does not contain the matches of the lines that were not added.
  const found = await resolve(context, req, site, rest.map(({ text }) => text).join('\n'))
  const lines = found.lines.map((line) => {
    const problem = rest.find(({ text }) => text === line.text)?.problem
    const checkedLine = checkLine(line, rest)
    const isDecided = problem === 'choice' && checkedLine.choice !== UNDECIDED
    return { ...checkedLine, ...(problem && !isDecided && { problem }) }
  })
  return { status: 200, list: { ...NO_LIST, lines }, ...joined }
}

/** Decodes a text file as UTF-8 or UTF-16, or else as Windows-1252, in which spreadsheets still write CSV. */
function decodeList(bytes: Uint8Array): string {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}
