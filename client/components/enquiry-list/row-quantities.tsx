import './row-quantities.css'
import { useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { isSameItem, listPath, ROW_PREFIX } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity, fillInQuantity } from '../../../shared/order-terms.ts'
import type { Card, CardRow } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { createRequiredContext, useMessages } from '../../base/context.tsx'
import { Form, Link } from '../../base/link.tsx'
import { getDeviceList, setDeviceList, useDeviceList } from './device-list.ts'

const FORM_ID = 'row-quantities'

type Row = Pick<Card, 'slug' | 'name' | 'onlyVariant' | 'href'> & Pick<CardRow, 'quantityTerms'>

/** What the visitor has typed and not applied yet, by the name of the field. */
type Drafts = Readonly<Record<string, string>>

interface RowQuantitiesContext {
  readonly drafts: Drafts
  /** @param text undefined if the field follows the list again */
  readonly change: (name: string, text: string | undefined) => void
  readonly apply: (rows: readonly Row[], texts: Drafts) => void
}

const [QuantitiesContext, useQuantities] = createRequiredContext<RowQuantitiesContext>('RowQuantities')

/** Families, and products whose variant has to be chosen first, have a link instead of a quantity field. */
export function RowQuantity({ row }: { readonly row: Row }) {
  return needsChoice(row) ? <ChooseLink row={row} /> : <QuantityField row={row} />
}

function ChooseLink({ row: { slug, name, href } }: { readonly row: Row }) {
  const { enquiryList: texts } = useMessages()
  const items = useDeviceList()
  const listed = items.reduce((sum, { product, quantity }) => sum + (product === slug ? quantity : 0), 0)
  const isListed = listed > 0 && href === undefined
  return (
    <Link
      to={href ?? productPath(slug)}
      className="row-choose on-screen"
      aria-label={`${isListed ? `${name}. ${texts.listed(listed)}` : name}. ${texts.choose}`}
      data-listed={isListed ? listed : undefined}
      rel={href && 'nofollow'}
    >
      {texts.choose}
    </Link>
  )
}

/** The field shows how many pieces are on the list of this device; the button applies a change, or adds one piece. */
function QuantityField({ row }: { readonly row: Row }) {
  const { enquiryList: texts } = useMessages()
  const navigate = useNavigate()
  const items = useDeviceList()
  const { drafts, change, apply } = useQuantities()
  const input = useRef<HTMLInputElement>(null)
  const fieldName = nameField(row)
  const listed = findListed(items, row)
  const shown = drafts[fieldName] ?? listed
  const isPending = isChanged(shown, listed)

  const keepTyped = useEffectEvent(() => {
    if (input.current && input.current.value !== shown) change(fieldName, input.current.value)
  })
  // The visitor may have typed before hydration.
  useLayoutEffect(() => keepTyped(), [])

  return (
    <div className="row-quantity on-screen">
      <input
        ref={input}
        className="field"
        type="number"
        name={fieldName}
        form={FORM_ID}
        value={shown}
        onChange={({ currentTarget }) => change(fieldName, currentTarget.value)}
        onBlur={() => isPending || change(fieldName, undefined)}
        min="0"
        max={QUANTITY_MAX}
        inputMode="numeric"
        placeholder={texts.quantity}
        aria-label={texts.quantityOf(row.name)}
      />
      <button
        type="button"
        className="scripted"
        aria-label={
          listed === '' ? texts.addProduct(row.name) : `${row.name}. ${texts.listed(Number(listed))}. ${texts.show}`
        }
        data-added={listed === '' ? undefined : ''}
        onClick={({ detail }) => {
          // The second click of a double click would open the list that the first one added to.
          if (detail > 1 || !input.current?.reportValidity()) return
          if (!isPending && listed !== '') void navigate(listPath(items))
          else apply([row], { [fieldName]: isPending ? shown : '1' })
        }}
      />
    </div>
  )
}

interface RowQuantitiesProps {
  readonly rows: readonly Row[]
  /** A list with a `RowQuantity` in each row. */
  readonly children: ReactNode
}

/** Enter in a field or the button applies all changes. Without scripts, the form opens the contact page with them. */
export function RowQuantities({ rows, children }: RowQuantitiesProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const items = useDeviceList()
  const [drafts, setDrafts] = useState<Drafts>({})
  const [outcome, setOutcome] = useState('')
  const changed = rows.filter((row) => {
    const draft = drafts[nameField(row)]
    return draft !== undefined && !needsChoice(row) && isChanged(draft, findListed(items, row))
  })
  const action = changed.some((row) => findListed(items, row) !== '') ? texts.update : texts.add

  function change(name: string, text: string | undefined): void {
    setDrafts(({ [name]: _text, ...others }) => (text === undefined ? others : { ...others, [name]: text }))
  }

  function apply(applied: readonly Row[], typed: Drafts): void {
    const changes = applied.map((row) => ({ row, quantity: Number(typed[nameField(row)]) }))
    const { next, refused } = changeItems(getDeviceList(), changes)
    setDeviceList(next)
    for (const { row, quantity } of changes)
      change(nameField(row), refused.includes(row) ? String(quantity) : undefined)
    const [only] = changes
    const isOneListed = changes.length === 1 && only!.quantity > 0
    const result = isOneListed ? `${only!.row.name}. ${texts.listed(only!.quantity)}` : texts.listOf(next.length)
    setOutcome(
      [refused.length > 0 ? texts.full(ENQUIRY_ITEMS_MAX) : result, ...changes.flatMap(describeMisfit)].join(' '),
    )
  }

  function describeMisfit({ row: { name, quantityTerms }, quantity }: QuantityChange): readonly string[] {
    const fitting = quantityTerms ? findFittingQuantity(quantity, quantityTerms) : quantity
    if (!quantityTerms || fitting === quantity) return []
    return [`${name}: ${fillInQuantity(quantityTerms.misfit, messages.formatCount(fitting))}`]
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    if (changed.length > 0) return apply(changed, drafts)
    const fields = [...event.currentTarget.elements]
    fields.find((field): field is HTMLInputElement => field instanceof HTMLInputElement)?.focus()
  }

  return (
    <QuantitiesContext value={{ drafts, change, apply }}>
      <div className="row-quantities stack">
        {children}
        <Form
          id={FORM_ID}
          className="row"
          action={CONTACT_PATH}
          autoComplete="off"
          lang={messages.langAttribute}
          data-in-place=""
          data-pending={changed.length > 0 ? '' : undefined}
          onSubmit={submit}
        >
          <button type="submit" className={changed.length > 0 ? 'button button-primary' : 'button'}>
            {changed.length > 0 ? `${action}: ${messages.productCount(changed.length)}` : texts.add}
          </button>
          <p role="status" className="caption">
            {outcome === '' ? null : <Link to={listPath(items)}>{outcome}</Link>}
          </p>
        </Form>
      </div>
    </QuantitiesContext>
  )
}

function needsChoice({ href, onlyVariant }: Row): boolean {
  return href !== undefined || onlyVariant === ''
}

function nameField({ slug, onlyVariant }: Row): string {
  return ROW_PREFIX + (onlyVariant ? `${slug}:${onlyVariant}` : slug)
}

function itemOf({ slug, onlyVariant }: Row): Pick<EnquiryItem, 'product' | 'variant'> {
  return { product: slug, variant: onlyVariant || null }
}

/** @returns the quantity on the list; '' if the product is not on it */
function findListed(items: readonly EnquiryItem[], row: Row): string {
  const listed = items.find((item) => isSameItem(item, itemOf(row)))
  return listed ? String(listed.quantity) : ''
}

function isChanged(text: string, listed: string): boolean {
  return Number(text) !== Number(listed)
}

interface QuantityChange {
  readonly row: Row
  readonly quantity: number
}

/** A quantity of 0 removes an item. New items are added while the list has space. */
function changeItems(
  items: readonly EnquiryItem[],
  changes: readonly QuantityChange[],
): { readonly next: readonly EnquiryItem[]; readonly refused: readonly Row[] } {
  let next = [...items]
  const refused: Row[] = []
  for (const { row, quantity } of changes) {
    const item = itemOf(row)
    const index = next.findIndex((other) => isSameItem(other, item))
    if (quantity === 0) next = next.filter((_item, other) => other !== index)
    else if (index >= 0) next[index] = { ...next[index]!, quantity }
    else if (next.length < ENQUIRY_ITEMS_MAX) next.push({ ...item, quantity, note: '' })
    else refused.push(row)
  }
  return { next, refused }
}
