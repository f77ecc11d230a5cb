import express, { Router, type NextFunction, type Request, type RequestHandler, type Response } from 'express'
import { CONTACT_PATH, EMPTY_ENQUIRY, ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { readFormItems } from '../../../shared/enquiry-form-items.ts'
import { mergeItems } from '../../../shared/enquiry-items.ts'
import {
  AS_TEXT,
  checkLine,
  CHOICE_INPUT,
  COUNT_INPUT,
  decodeList,
  joinLines,
  LINE_INPUT,
  LIST_ACTION_INPUT,
  LIST_FILE_INPUT,
  LIST_MAX_BYTES,
  LIST_PARAMETER,
  LIST_TEXT_INPUT,
  UNDECIDED,
  type CheckedLine,
  type CheckedList,
  type ResolvedList,
} from '../../../shared/part-list.ts'
import { isUnavailable } from '../../platform/database-error.ts'
import { httpError } from '../../platform/http-errors.ts'
import { rejectOnTimeout } from '../../platform/concurrency/abort-signals.ts'
import { parseList } from '../../enquiries/part-lists/parse-list.ts'
import { resolveList, type ResolvedBatch, type ResolveOptions } from '../../enquiries/part-lists/resolve-list.ts'
import type { AppContext } from '../app-context.ts'
import { PRIVATE } from '../page/cache-control.ts'
import { clientKey, rateLimited } from '../limits/client-limits.ts'
import { readQuery } from '../page/page-url.ts'
import { limitBody, refuseOtherOrigins } from '../request-checks.ts'
import { isBotRequest, requestState } from '../request-state.ts'
import { showContactPage } from './contact-page.ts'
import {
  acceptTypes,
  ENQUIRY_BODY_MAX_BYTES,
  FORM_TYPE,
  hideBody,
  isJsonRequest,
  JSON_TYPE,
  mediaTypeOf,
  readTexts,
} from './enquiry-body.ts'

/** Scripts send a request for each batch of lines, and for each changed line. */
const LISTS_PER_MINUTE = 120
const MINUTE_MS = 60_000

/** Scripts request the rest of a list later, so that others are handled in between. */
const SEARCH_LIMIT_MS = 100
const FORM_SEARCH_LIMIT_MS = 2_000

const MULTIPART_TYPE = 'multipart/form-data'

/** There are inputs for the text, its choices, and the enquiry's own items. */
const INPUTS_MAX = 3_000

type Fields = Readonly<Record<string, unknown>>

export function limitLists(): RequestHandler {
  return rateLimited(MINUTE_MS, LISTS_PER_MINUTE)
}

/** `POST /contact?list` finds the products of a pasted list, as JSON or as the contact page with the lines to check. */
export function partList(context: AppContext, limit: RequestHandler): Router {
  const router = Router({ caseSensitive: true, strict: true })
  router.post(
    CONTACT_PATH,
    (req: Request, res: Response, next: NextFunction) => {
      if (!readQuery(req.originalUrl).has(LIST_PARAMETER)) return next('router')
      Object.assign(requestState(res), { route: 'contact', outcome: 'list', respondsInJson: isJsonRequest(req) })
      res.set('Cache-Control', PRIVATE)
      next()
    },
    refuseOtherOrigins(context),
    limit,
    acceptTypes(JSON_TYPE, FORM_TYPE, MULTIPART_TYPE),
    limitBody(ENQUIRY_BODY_MAX_BYTES),
    express.json({ limit: LIST_MAX_BYTES, type: JSON_TYPE }),
    express.urlencoded({ limit: ENQUIRY_BODY_MAX_BYTES, extended: false, parameterLimit: INPUTS_MAX }),
    express.raw({ limit: ENQUIRY_BODY_MAX_BYTES, type: MULTIPART_TYPE }),
    readMultipart,
    hideBody,
    (req: Request, res: Response) =>
      mediaTypeOf(req) === JSON_TYPE ? respondWithLines(context, req, res) : respondWithPage(context, req, res),
  )
  return router
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

async function respondWithLines(context: AppContext, req: Request, res: Response): Promise<void> {
  const { text, from = 0 } = (req.body ?? {}) as Fields
  if (typeof text !== 'string' || typeof from !== 'number' || !(from >= 0)) throw httpError(400, { fatal: false })
  const { unmatched, ...list } = await resolve(context, req, text, { from, limitMs: SEARCH_LIMIT_MS })
  countUnmatched(context, res, unmatched)
  res.json(list satisfies ResolvedList)
}

async function resolve(
  { store, renderQueue, config }: AppContext,
  req: Request,
  text: string,
  options: Omit<ResolveOptions, 'language'>,
): Promise<ResolvedBatch> {
  const site = await store.readSite()
  const find = () =>
    rejectOnTimeout(
      resolveList(store, parseList(text, site.locale), { ...options, language: site }),
      config.renderTimeoutMs,
    )
  return renderQueue.run(clientKey(req.ip), find)
}

function countUnmatched({ unmatchedSearches }: AppContext, res: Response, texts: readonly string[]): void {
  if (!unmatchedSearches || isBotRequest(res)) return
  for (const text of new Set(texts)) unmatchedSearches.count(text)
}

async function respondWithPage(context: AppContext, req: Request, res: Response): Promise<void> {
  const fields = (req.body ?? {}) as Fields
  const read = (name: string) => readTexts(fields, name)
  const items = mergeItems(readFormItems(read)).filter(({ quantity }) => Number.isInteger(quantity) && quantity > 0)
  const [action] = read(LIST_ACTION_INPUT)
  const checked = readCheckedLines(read)
  if (action === 'add') return addLines(context, req, res, items, checked)
  const text = [...read(LIST_TEXT_INPUT), ...read(LIST_FILE_INPUT), ...checked.map((line) => line.text)]
    .filter((part) => part.trim() !== '')
    .join('\n')
  const respond = (status: number, list: Partial<CheckedList>) =>
    showPage(context, req, res, { status, items, request: read('request')[0] ?? '', list })
  if (text === '') return respond(422, { problem: 'empty' })
  if (Buffer.byteLength(text) > LIST_MAX_BYTES) return respond(413, { text, problem: 'too-long' })
  try {
    const { lines, isCut, unmatched } = await resolve(context, req, text, {
      limitMs: FORM_SEARCH_LIMIT_MS,
      isComplete: true,
    })
    // A list that is looked up again was counted before.
    if (checked.length === 0) countUnmatched(context, res, unmatched)
    return await respond(lines.length === 0 ? 422 : 200, {
      lines: lines.map((line) => keepChoice(checkLine(line), checked)),
      isCut,
      problem: lines.length === 0 ? 'empty' : null,
    })
  } catch (error) {
    if (!isUnavailable(error)) throw error
    requestState(res).error = error
    return respond(503, { text, problem: 'busy' })
  }
}

function readCheckedLines(read: (name: string) => readonly string[]): readonly CheckedLine[] {
  const [choices, counts] = [read(CHOICE_INPUT), read(COUNT_INPUT)]
  return read(LINE_INPUT).flatMap((text, index): readonly CheckedLine[] => {
    const [choice = UNDECIDED, quantityText = ''] = [choices[index], counts[index]?.trim()]
    return text.trim() === '' ? [] : [{ text, choice, quantityText, state: 'missing', matches: [], unclear: null }]
  })
}

/** Keeps the choice and quantity of a line that is looked up again unchanged. */
function keepChoice(line: CheckedLine, checked: readonly CheckedLine[]): CheckedLine {
  const before = checked.find(({ text }) => text === line.text)
  if (!before) return line
  const choice = before.choice === UNDECIDED || before.choice === AS_TEXT ? line.choice : before.choice
  return { ...line, choice, quantityText: before.quantityText || line.quantityText }
}

async function addLines(
  context: AppContext,
  req: Request,
  res: Response,
  items: readonly EnquiryItem[],
  checked: readonly CheckedLine[],
): Promise<void> {
  const hasRoom = (more: readonly EnquiryItem[]) => mergeItems([...items, ...more]).length <= ENQUIRY_ITEMS_MAX
  const [typed = ''] = readTexts((req.body ?? {}) as Fields, 'request')
  const { items: added, request, rest } = joinLines(checked, typed, hasRoom)
  const lines = rest.length > 0 ? await resolveAgain(context, req, rest) : []
  await showPage(context, req, res, {
    status: 200,
    items: mergeItems([...items, ...added]),
    request,
    list: { lines },
  })
}

/** Looks up again the lines that were not added: the form that was sent does not contain their matches. */
async function resolveAgain(
  context: AppContext,
  req: Request,
  rest: readonly CheckedLine[],
): Promise<readonly CheckedLine[]> {
  const text = rest.map((line) => line.text).join('\n')
  const { lines } = await resolve(context, req, text, { limitMs: FORM_SEARCH_LIMIT_MS, isComplete: true })
  return lines.map((line) => {
    const before = rest.find((other) => other.text === line.text)
    const kept = keepChoice(checkLine(line), rest)
    return { ...kept, ...(before?.problem && { problem: before.problem }) }
  })
}

interface ShownPage {
  readonly status: number
  readonly items: readonly EnquiryItem[]
  readonly request: string
  readonly list: Partial<CheckedList>
}

async function showPage(
  context: AppContext,
  req: Request,
  res: Response,
  { status, items, request, list }: ShownPage,
): Promise<void> {
  const returned = request === '' ? null : { values: { ...EMPTY_ENQUIRY, request }, errors: {}, message: null }
  const pasted = { text: '', lines: [], isCut: false, problem: null, ...list }
  await showContactPage(context, req, res, status, items, () => ({ returned, pasted }))
}
