import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type RefObject } from 'react'
import { flushSync } from 'react-dom'
import { noteInput, pastedInput } from '../../../shared/enquiry-form-items.ts'
import { ITEM_PARAMETER, writeItem } from '../../../shared/enquiry-items.ts'
import {
  decodeList,
  joinLines,
  LIST_ACTION_INPUT,
  LIST_FILE_INPUT,
  LIST_LINES_MAX,
  LIST_MAX_BYTES,
  LIST_TEXT_INPUT,
  type CheckedLine,
  type CheckedList,
} from '../../../shared/part-list.ts'
import { fillIn } from '../../../shared/messages/fill-in.ts'
import type { PastedListTexts } from '../../../shared/messages/server-texts/en.ts'
import type { ListedItem } from '../../../shared/page-data.ts'
import { useSitePath } from '../../base/site-path.ts'
import { useMessages } from '../../base/messages-context.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import {
  clearPastedList,
  pasteList,
  updatePastedList,
  usePastedList,
} from '../../components/enquiry-list/pasted-list.ts'
import { getDraft, openDraft, updateDraft } from './enquiry-draft.ts'
import { describeListFailure, fitsRequest, LIST_URL, lookUpList } from './look-up-list.ts'
import { PastedLine } from './pasted-line.tsx'
import type { useListedItems } from './use-listed-items.ts'

interface PastedListProps {
  readonly pasted: CheckedList | null
  readonly texts: PastedListTexts
  readonly items: readonly ListedItem[]
  /** This is a ref, because changes of the list must not render this part again. */
  readonly listRef: RefObject<ReturnType<typeof useListedItems>>
}

/** Finds the products of a pasted list of part numbers and quantities, and shows its lines until they are added. */
export function PastedList({ pasted, texts, items, listRef }: PastedListProps) {
  const messages = useMessages()
  const { formatCount } = messages
  const isHydrated = useHydrated()
  const stored = usePastedList()
  const statusRef = useRef<HTMLParagraphElement>(null)
  const [failure, setFailure] = useState('')
  const [outcome, setOutcome] = useState('')
  /** A new attempt repeats the request after a failure. */
  const [attempt, setAttempt] = useState(0)
  const shown = isHydrated ? stored : { next: null, ...(pasted ?? { text: '', lines: [], isCut: false }) }
  const { lines, next, isCut } = shown
  const isOpen = lines.length > 0 || next !== null || shown.text !== '' || (pasted?.problem ?? null) !== null
  const problem = failure || (pasted?.problem ? describeProblem(pasted.problem) : '')

  function describeProblem(kind: NonNullable<CheckedList['problem']>): string {
    if (kind === 'too-long') return fillIn(texts.tooLong, { kilobytes: formatCount(LIST_MAX_BYTES / 1_024) })
    return kind === 'empty' ? texts.empty : texts.failed
  }

  // This takes over a list that was sent without scripts.
  useLayoutEffect(() => {
    if (pasted && (pasted.lines.length > 0 || pasted.text)) updatePastedList({ ...pasted, next: null })
  }, [pasted])

  const showLines = useEffectEvent(() => statusRef.current?.focus())
  const showFailure = useEffectEvent((error: unknown) => setFailure(describeListFailure(error, texts)))
  const isWaiting = isHydrated && next !== null
  useEffect(() => {
    if (!isWaiting) return
    const controller = new AbortController()
    const { signal } = controller
    lookUpList(signal).then(
      (isDone) => isDone && showLines(),
      (error: unknown) => signal.aborted || showFailure(error),
    )
    return () => controller.abort()
  }, [isWaiting, attempt, stored.text])

  async function paste(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const file = data.get(LIST_FILE_INPUT)
    const parts = [String(data.get(LIST_TEXT_INPUT) ?? '')]
    const isSmall = !(file instanceof File) || file.size <= LIST_MAX_BYTES
    if (file instanceof File && isSmall) parts.push(decodeList(new Uint8Array(await file.arrayBuffer())))
    const text = parts.filter((part) => part.trim() !== '').join('\n')
    setOutcome('')
    if (!isSmall || !fitsRequest(text)) return setFailure(describeProblem('too-long'))
    if (text === '') return setFailure(describeProblem('empty'))
    setFailure('')
    setAttempt(attempt + 1)
    pasteList(text)
    form.reset()
  }

  function add(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    openDraft()
    const joined = joinLines(lines, getDraft().request, listRef.current.hasRoom)
    const { items: added, request, rest } = joined
    if (added.length > 0) listRef.current.add(added)
    if (request !== getDraft().request) updateDraft({ request })
    flushSync(() => {
      setOutcome(
        [
          fillIn(texts.added, { products: formatCount(added.length), lines: formatCount(joined.textCount) }),
          rest.length > 0 ? fillIn(texts.left, { lines: formatCount(rest.length) }) : '',
          joined.isRequestFull ? texts.messageFull : '',
        ]
          .filter(Boolean)
          .join(' '),
      )
      if (rest.length > 0) updatePastedList({ lines: rest, text: '' })
      else clearPastedList()
    })
    statusRef.current?.focus()
  }

  function change(index: number, line: CheckedLine | null): void {
    updatePastedList({
      lines:
        line === null ? lines.filter((_, at) => at !== index) : lines.map((other, at) => (at === index ? line : other)),
    })
  }

  const sitePath = useSitePath()
  return (
    <section className="pasted-list" lang={messages.langAttribute} aria-labelledby="pasted-list-heading">
      <details open={isOpen}>
        <summary>
          <h2 id="pasted-list-heading">{texts.heading}</h2>
        </summary>
        <p className="caption" id="pasted-list-hint">
          {`${texts.hint} ${fillIn(texts.example, { one: '20 x ABC-123', other: 'ABC-123; 20' })}`}
        </p>
        <form
          className="pasted-list-form"
          method="post"
          action={sitePath(LIST_URL)}
          encType="multipart/form-data"
          data-in-place=""
          onSubmit={(event) => void paste(event)}
        >
          <OwnItems items={items} />
          <div className="form-field">
            <label htmlFor="pasted-list-text">{texts.text}</label>
            <textarea
              id="pasted-list-text"
              key={shown.text === '' ? 'empty' : 'text'}
              className="field"
              name={LIST_TEXT_INPUT}
              rows={5}
              defaultValue={lines.length === 0 ? shown.text : ''}
              aria-describedby="pasted-list-hint"
              autoComplete="off"
              spellCheck={false}
            />
          </div>
          <label>
            <span>{texts.file}</span>
            <input className="field" type="file" name={LIST_FILE_INPUT} accept=".csv,.txt,.tsv,text/csv,text/plain" />
          </label>
          <button type="submit" className="button">
            {texts.find}
          </button>
          {problem ? (
            <p className="form-error" role="alert">
              {problem}
            </p>
          ) : null}
        </form>
      </details>
      <p role="status" ref={statusRef} tabIndex={-1} className="pasted-list-status">
        {next !== null && !failure
          ? fillIn(texts.searching, { done: formatCount(lines.length) })
          : outcome || (lines.length > 0 ? countFound(lines) : null)}
      </p>
      {failure && next !== null && lines.length > 0 ? (
        <p>
          <button
            type="button"
            className="button"
            onClick={() => {
              setFailure('')
              setAttempt(attempt + 1)
            }}
          >
            {texts.lookUp}
          </button>
        </p>
      ) : null}
      {isCut ? <p>{fillIn(texts.cut, { lines: formatCount(LIST_LINES_MAX) })}</p> : null}
      {lines.length > 0 ? (
        <form
          method="post"
          action={sitePath(LIST_URL)}
          data-in-place=""
          noValidate
          onSubmit={add}
          aria-label={texts.check}
        >
          <OwnItems items={items} />
          <ol className="pasted-lines">
            {lines.map((line, index) => (
              <PastedLine
                // oxlint-disable-next-line react/no-array-index-key -- equal lines may occur several times
                key={index}
                line={line}
                texts={texts}
                index={index}
                onChange={(changed) => change(index, changed)}
              />
            ))}
          </ol>
          <p className="pasted-list-actions">
            {isHydrated ? null : (
              <button type="submit" className="button" name={LIST_ACTION_INPUT} value="again">
                {texts.lookUpAgain}
              </button>
            )}
            <button
              type="submit"
              className="button button-primary"
              name={LIST_ACTION_INPUT}
              value="add"
              disabled={next !== null && !failure}
            >
              {texts.add}
            </button>
            {isHydrated ? (
              <button
                type="button"
                className="text-button"
                onClick={() => {
                  setOutcome('')
                  setFailure('')
                  clearPastedList()
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
