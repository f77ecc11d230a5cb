import { useState, type KeyboardEvent } from 'react'
import { useSitePath } from '../../base/site-path.ts'
import { ENQUIRY_ITEMS_MAX, QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { LISTING_KEYS } from '../../../shared/listing-keys.ts'
import { fillIn } from '../../../shared/messages/fill-in.ts'
import type { PastedListTexts } from '../../../shared/messages/server-texts/en.ts'
import {
  AS_TEXT,
  CHOICE_INPUT,
  COUNT_INPUT,
  LEFT_OUT,
  LINE_INPUT,
  LIST_LINE_MAX_LENGTH,
  UNDECIDED,
  writeMatch,
  initialQuantity,
  type CheckedLine,
  type ListMatch,
} from '../../../shared/part-list.ts'
import { ROUTES } from '../../../shared/routes.ts'
import { useMessages } from '../../base/messages-context.ts'
import { describeListFailure, lookUpLine } from './look-up-list.ts'

interface PastedLineProps {
  readonly line: CheckedLine
  readonly texts: PastedListTexts
  readonly index: number
  /** @param line null if the line was emptied */
  readonly onChange: (line: CheckedLine | null) => void
}

/** A changed text is looked up when the visitor presses its button or Enter. */
export function PastedLine({ line, texts, index, onChange }: PastedLineProps) {
  const sitePath = useSitePath()
  const messages = useMessages()
  const [typed, setTyped] = useState<{ readonly of: string; readonly text: string }>({ of: line.text, text: line.text })
  const [failure, setFailure] = useState('')
  const text = typed.of === line.text ? typed.text : line.text
  const isChanged = text.trim() !== line.text.trim()
  const number = index + 1
  const errorId = `pasted-line-${index}-error`
  const error = failure || describeProblem()
  const chosen = line.matches.find((match) => writeMatch(match) === line.choice)
  const first = chosen ?? line.matches[0]
  const hint =
    line.unclear !== null
      ? fillIn(texts.unclear, { quantity: line.unclear })
      : first && first.quantity === null && line.choice !== AS_TEXT
        ? texts.noQuantity
        : ''

  function describeProblem(): string {
    switch (line.problem) {
      case 'choice':
        return texts.chooseProduct
      case 'quantity':
        return messages.enquiryErrors.quantity(QUANTITY_MAX)
      case 'full':
        return messages.enquiryList.full(ENQUIRY_ITEMS_MAX)
      default:
        return ''
    }
  }

  function change(next: Partial<CheckedLine>): void {
    const { state, matches, unclear, choice, quantityText } = line
    onChange({ text: line.text, state, matches, unclear, choice, quantityText, ...next })
  }

  async function lookUp(): Promise<void> {
    setFailure('')
    if (text.trim() === '') return onChange(null)
    try {
      onChange((await lookUpLine(text.trim(), AbortSignal.timeout(20_000))) ?? null)
    } catch (error_) {
      setFailure(describeListFailure(error_, texts))
    }
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !isChanged) return
    event.preventDefault()
    void lookUp()
  }

  return (
    <li data-state={line.state}>
      <label className="pasted-line-text">
        <span className="caption">{`${texts.line} ${messages.formatCount(number)}`}</span>
        <input
          className="field"
          name={LINE_INPUT}
          value={text}
          maxLength={LIST_LINE_MAX_LENGTH}
          onChange={({ currentTarget }) => setTyped({ of: line.text, text: currentTarget.value })}
          onKeyDown={onKeyDown}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      {isChanged ? (
        <button type="button" className="button pasted-line-look-up" onClick={() => void lookUp()}>
          {texts.lookUp}
        </button>
      ) : null}
      <label className="pasted-line-choice">
        <span className="caption">{texts.states[line.state]}</span>
        <select
          className="field"
          name={CHOICE_INPUT}
          value={line.choice}
          aria-label={`${texts.product}, ${texts.line} ${messages.formatCount(number)}: ${texts.states[line.state]}`}
          aria-invalid={line.problem === 'choice' || undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={({ currentTarget: { value } }) => {
            const match = line.matches.find((candidate) => writeMatch(candidate) === value)
            change({ choice: value, ...(match && { quantityText: chooseQuantity(line, match) }) })
          }}
        >
          {line.choice === UNDECIDED || line.state === 'several' || line.state === 'similar' ? (
            <option value={UNDECIDED}>{texts.choose}</option>
          ) : null}
          {line.matches.map((match) => (
            <option key={writeMatch(match)} value={writeMatch(match)}>
              {describeMatch(match)}
            </option>
          ))}
          <option value={AS_TEXT}>{texts.asText}</option>
          <option value={LEFT_OUT}>{texts.leaveOut}</option>
        </select>
      </label>
      <label className="pasted-line-count">
        <span className="caption">{messages.enquiryList.quantity}</span>
        <input
          className="field"
          type="number"
          name={COUNT_INPUT}
          value={line.quantityText}
          min={1}
          max={QUANTITY_MAX}
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${messages.enquiryList.quantity}, ${texts.line} ${messages.formatCount(number)}`}
          aria-invalid={line.problem === 'quantity' || undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={({ currentTarget }) => change({ quantityText: currentTarget.value })}
        />
      </label>
      {hint ? <p className="caption pasted-line-hint">{hint}</p> : null}
      {line.state === 'missing' ? (
        <p className="caption pasted-line-hint">
          <a
            className="quiet-link"
            href={sitePath(`${ROUTES.products.path}?${LISTING_KEYS.search}=${encodeURIComponent(line.text)}`)}
          >
            {texts.search}
          </a>
        </p>
      ) : null}
      {error ? (
        <p className="form-error pasted-line-hint" id={errorId}>
          {error}
        </p>
      ) : null}
    </li>
  )
}

/** Keeps a quantity that the visitor has typed. */
function chooseQuantity(line: CheckedLine, match: ListMatch): string {
  const before = line.matches.find((candidate) => writeMatch(candidate) === line.choice) ?? line.matches[0]
  return line.quantityText === initialQuantity(line, before) ? initialQuantity(line, match) : line.quantityText
}

function describeMatch({ name, variantName, sku, reason }: ListMatch): string {
  return [name, variantName, sku, reason].filter(Boolean).join(', ')
}
