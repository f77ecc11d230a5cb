import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { noteInput, pastedInput, ITEM_PARAMETER, writeItem } from '../../../shared/enquiry-items.ts'
import { HttpError } from '../../../shared/http-error.ts'
import { fillIn } from '../../../shared/messages/fill-in.ts'
import type { ListedItem, PageDataByRoute } from '../../../shared/page-data.ts'
import {
  LINE_INPUT,
  LIST_ACTION_INPUT,
  LIST_FILE_INPUT,
  LIST_LINES_MAX,
  LIST_MAX_BYTES,
  LIST_TEXT_INPUT,
  LIST_URL,
  type CheckedLine,
  type ListResponse,
} from '../../../shared/part-list.ts'
import { ownServer } from '../../base/http.ts'
import { useMessages, useSitePath, useHydrated } from '../../base/context.tsx'
import { setPastedList, usePastedList } from '../../components/enquiry-list/pasted-list.ts'
import { getDraft, openDraft, updateDraft } from './enquiry-draft.ts'
import { PastedLine } from './pasted-line.tsx'
import type { EnquiryList } from './use-listed-items.ts'

interface PastedListProps {
  readonly data: PageDataByRoute['contact']
  /** This is a ref, because changes of the list must not render this part again. */
  readonly listRef: RefObject<EnquiryList>
}

/**
 * Finds the products of a pasted list of part numbers and quantities, and shows its lines until they are added. The
 * server checks the forms; scripts only keep the page.
 */
export function PastedList({ data: { pasted, offersLists, texts: allTexts, items }, listRef }: PastedListProps) {
  const texts = allTexts.pastedList
  const messages = useMessages()
  const { formatCount } = messages
  // Without scripts, the response begins at the lines.
  const action = `${useSitePath()(LIST_URL)}#pasted-list`
  const isHydrated = useHydrated()
  const stored = usePastedList()
  const statusRef = useRef<HTMLParagraphElement>(null)
  const sending = useRef<AbortController>(null)
  const [isSending, setSending] = useState(false)
  const [failure, setFailure] = useState('')
  const [outcome, setOutcome] = useState('')
  /** Whether the text of a line was changed since the lines were checked. */
  const [isChanged, setChanged] = useState(false)
  /** A new key resets the fields to the lines that the server has checked. */
  const [responseCount, setResponseCount] = useState(0)
  const { text, lines, isCut, problem } = isHydrated
    ? stored
    : (pasted ?? { text: '', lines: [], isCut: false, problem: null })
  const waitingText = isHydrated && stored.isWaiting ? stored.text : ''
  const isBusy = isSending || waitingText !== ''
  const error = failure || (problem ? describeStatus(PROBLEM_STATUSES[problem]) : '')
  const isOpen = lines.length > 0 || text !== '' || problem !== null
  // A list that was pasted into the search field also shows the form, which stays after the list is removed.
  const [isShown, setShown] = useState(offersLists)
  if (!isShown && (isOpen || isBusy)) setShown(true)

  function describeStatus(status: number | undefined): string {
    if (status === 413) return fillIn(texts.tooLong, { kilobytes: formatCount(LIST_MAX_BYTES / 1_024) })
    if (status === 422) return texts.empty
    return status === 429 ? texts.tooMany : texts.failed
  }

  // This takes over a list that was sent without scripts.
  useLayoutEffect(() => {
    if (pasted && (pasted.lines.length > 0 || pasted.text)) setPastedList(pasted)
  }, [pasted])

  async function send(data: FormData): Promise<void> {
    sending.current?.abort()
    const { signal } = (sending.current = new AbortController())
    openDraft()
    for (const item of listRef.current.kept) data.append(ITEM_PARAMETER, writeItem(item))
    data.set('request', getDraft().request)
    try {
      const { body } = await ownServer(LIST_URL, { method: 'POST', body: data, signal })
      // A network that wants visitors to log in responds with a page of its own.
      if (!(body as Partial<ListResponse> | undefined)?.list) throw new Error('The response has no list.')
      if (!signal.aborted) show(body as ListResponse, data.get(LIST_ACTION_INPUT) === 'add')
    } catch (error_) {
      if (signal.aborted) return
      setPastedList({ ...stored, isWaiting: false })
      setFailure(describeStatus(error_ instanceof HttpError ? error_.status : undefined))
    }
    setSending(false)
  }

  function show({ list, items: added, request, textCount, isRequestFull }: ListResponse, isAdded: boolean): void {
    if (added.length > 0) listRef.current.add(added)
    if (textCount > 0) updateDraft({ request })
    setPastedList(list)
    setChanged(false)
    setResponseCount((count) => count + 1)
    setFailure('')
    setOutcome('')
    if (isAdded) {
      const outcomes = [
        fillIn(texts.added, { products: formatCount(added.length), lines: formatCount(textCount) }),
        list.lines.length > 0 ? fillIn(texts.left, { lines: formatCount(list.lines.length) }) : '',
        isRequestFull ? texts.messageFull : '',
      ]
      setOutcome(outcomes.filter(Boolean).join(' '))
    }
    statusRef.current?.focus()
    // What was added is in the form above.
    if (isAdded && list.lines.length === 0) document.querySelector('.enquiry')?.scrollIntoView()
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    setSending(true)
    void send(new FormData(event.currentTarget, (event.nativeEvent as SubmitEvent).submitter))
  }

  const sendWaiting = useEffectEvent((waiting: string) => {
    const data = new FormData()
    data.set(LIST_TEXT_INPUT, waiting)
    void send(data)
  })
  useEffect(() => {
    if (waitingText !== '') sendWaiting(waitingText)
  }, [waitingText])
  useEffect(() => () => sending.current?.abort(), [])

  if (!isShown) return null
  return (
    <section
      id="pasted-list"
      className="pasted-list"
      lang={messages.langAttribute}
      aria-labelledby="pasted-list-heading"
    >
      <details open={isOpen}>
        <summary>
          <h2 id="pasted-list-heading">{texts.heading}</h2>
        </summary>
        <p className="caption" id="pasted-list-hint">
          {`${texts.hint} ${fillIn(texts.example, { one: '20 x ABC-123', other: 'ABC-123; 20' })}`}
        </p>
        <form
          className="pasted-list-form stack"
          method="post"
          action={action}
          encType="multipart/form-data"
          data-in-place=""
          onSubmit={submit}
        >
          <OwnItems items={items} />
          <div className="form-field">
            <label htmlFor="pasted-list-text">{texts.text}</label>
            <textarea
              id="pasted-list-text"
              key={responseCount + text}
              className="field"
              name={LIST_TEXT_INPUT}
              rows={5}
              defaultValue={lines.length === 0 ? text : ''}
              aria-describedby="pasted-list-hint"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <label className="labelled">
            <span>{texts.file}</span>
            <input className="field" type="file" name={LIST_FILE_INPUT} accept=".csv,.txt,.tsv,text/csv,text/plain" />
          </label>
          <button type="submit" className="button">
            {texts.find}
          </button>
          {error && !isBusy ? (
            <p className="form-error" role="alert">
              {error}
            </p>
          ) : null}
        </form>
      </details>
      <p role="status" ref={statusRef} tabIndex={-1} className="pasted-list-status">
        {isBusy ? texts.searching : outcome || (lines.length > 0 ? countFound(lines) : null)}
      </p>
      {isCut ? <p>{fillIn(texts.cut, { lines: formatCount(LIST_LINES_MAX) })}</p> : null}
      {lines.length > 0 ? (
        <form
          method="post"
          action={action}
          data-in-place=""
          noValidate
          onSubmit={submit}
          onInput={({ target }) => setChanged(isChanged || (target as HTMLInputElement).name === LINE_INPUT)}
          aria-label={texts.check}
        >
          <OwnItems items={items} />
          <ol className="enquiry-lines pasted-lines" key={responseCount}>
            {lines.map((line, index) => (
              <PastedLine
                // oxlint-disable-next-line react/no-array-index-key -- equal lines may occur several times
                key={index}
                line={line}
                texts={texts}
                index={index}
              />
            ))}
          </ol>
          <p className="pasted-list-actions row">
            {/* Enter presses the first button. */}
            {isHydrated && !isChanged ? null : (
              <button type="submit" className="button" name={LIST_ACTION_INPUT} value="again">
                {texts.lookUpAgain}
              </button>
            )}
            <button
              type="submit"
              className="button button-primary"
              name={LIST_ACTION_INPUT}
              value="add"
              disabled={isBusy}
            >
              {texts.add}
            </button>
            {isHydrated ? (
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  sending.current?.abort()
                  setSending(false)
                  setOutcome('')
                  setFailure('')
                  setPastedList(null)
                  statusRef.current?.focus()
                }}
              >
                {texts.discard}
              </button>
            ) : null}
          </p>
        </form>
      ) : null}
    </section>
  )

  function countFound(all: readonly CheckedLine[]): string {
    const found = all.filter(({ state }) => state === 'found').length
    return fillIn(texts.found, { found: formatCount(found), all: formatCount(all.length) })
  }
}

const PROBLEM_STATUSES = { empty: 422, 'too-long': 413, busy: 503 } as const

/** These hidden inputs keep the enquiry's own items while a list is checked without scripts. */
function OwnItems({ items }: { readonly items: readonly ListedItem[] }) {
  if (useHydrated()) return null
  return items.map((item, index) => (
    <span key={`${item.product}:${item.variant}`} hidden>
      <input type="hidden" name={ITEM_PARAMETER} value={writeItem(item)} />
      <input type="hidden" name={noteInput(index)} value={item.note} />
      <input type="hidden" name={pastedInput(index)} value={item.pasted ?? ''} />
    </span>
  ))
}
