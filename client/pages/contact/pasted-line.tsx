import type { ChangeEvent } from 'react'
import { useSitePath, useMessages } from '../../base/context.tsx'
import { ENQUIRY_ITEMS_MAX, QUANTITY_MAX } from '../../../shared/enquiry-fields.ts'
import { LISTING_KEYS } from '../../../shared/listing-query.ts'
import { fillIn } from '../../../shared/messages/fill-in.ts'
import type { PastedListTexts } from '../../../shared/messages/server-texts/en.ts'
import {
  AS_TEXT,
  CHECKED_LINE_INPUT,
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

interface PastedLineProps {
  readonly line: CheckedLine
  readonly texts: PastedListTexts
  readonly index: number
}

/** The fields keep what the visitor enters until the server has checked it. */
export function PastedLine({ line, texts, index }: PastedLineProps) {
  const sitePath = useSitePath()
  const messages = useMessages()
  const number = messages.formatCount(index + 1)
  const errorId = `pasted-line-${index}-error`
  const problems = {
    choice: texts.chooseProduct,
    quantity: messages.enquiryErrors.quantity(QUANTITY_MAX),
    full: messages.enquiryList.full(ENQUIRY_ITEMS_MAX),
  }
  const error = line.problem && problems[line.problem]
  const first = findMatch(line, line.choice) ?? line.matches[0]
  const hint =
    line.unclear !== null
      ? fillIn(texts.unclear, { quantity: line.unclear })
      : first && first.quantity === null && line.choice !== AS_TEXT
        ? texts.noQuantity
        : ''

  /** The quantity follows the chosen product, unless the visitor has typed one. */
  function chooseQuantity({ currentTarget }: ChangeEvent<HTMLSelectElement>): void {
    const match = findMatch(line, currentTarget.value)
    const count = currentTarget.closest('li')?.querySelector<HTMLInputElement>(`[name=${COUNT_INPUT}]`)
    const isTyped = line.matches.every((other) => count?.value !== initialQuantity(line, other))
    if (match && count && !isTyped) count.value = initialQuantity(line, match)
  }

  return (
    <li className="cluster" data-state={line.state}>
      <input type="hidden" name={CHECKED_LINE_INPUT} value={line.text} />
      <label className="pasted-line-text labelled">
        <span className="caption">{`${texts.line} ${number}`}</span>
        <input
          className="field"
          name={LINE_INPUT}
          defaultValue={line.text}
          maxLength={LIST_LINE_MAX_LENGTH}
          autoComplete="off"
          spellCheck={false}
        />
      </label>
      <label className="pasted-line-choice labelled">
        <span className="caption">{texts.states[line.state]}</span>
        <select
          className="field"
          name={CHOICE_INPUT}
          defaultValue={line.choice}
          aria-label={`${texts.product}, ${texts.line} ${number}: ${texts.states[line.state]}`}
          aria-invalid={line.problem === 'choice' || undefined}
          aria-describedby={error ? errorId : undefined}
          onChange={chooseQuantity}
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
      <label className="enquiry-line-quantity pasted-line-count labelled">
        <span className="caption">{messages.enquiryList.quantity}</span>
        <input
          className="field"
          type="number"
          name={COUNT_INPUT}
          defaultValue={line.quantityText}
          min={1}
          max={QUANTITY_MAX}
          inputMode="numeric"
          autoComplete="off"
          aria-label={`${messages.enquiryList.quantity}, ${texts.line} ${number}`}
          aria-invalid={line.problem === 'quantity' || undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </label>
      {hint ? <p className="caption">{hint}</p> : null}
      {line.state === 'missing' ? (
        <p className="caption">
          <a
            className="quiet-link"
            href={sitePath(`${ROUTES.products.path}?${LISTING_KEYS.search}=${encodeURIComponent(line.text)}`)}
          >
            {texts.search}
          </a>
        </p>
      ) : null}
      {error ? (
        <p className="form-error" id={errorId}>
          {error}
        </p>
      ) : null}
    </li>
  )
}

const findMatch = ({ matches }: CheckedLine, choice: string): ListMatch | undefined =>
  matches.find((match) => writeMatch(match) === choice)

function describeMatch({ name, variantName, sku, reason }: ListMatch): string {
  return [name, variantName, sku, reason].filter(Boolean).join(', ')
}
