import './row-quantities.css'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router-dom'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, QUANTITY_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { isSameItem, listPath, ROW_PREFIX } from '../../../shared/enquiry-items.ts'
import { findFittingQuantity, fillInQuantity } from '../../../shared/order-terms.ts'
import type { Messages } from '../../../shared/messages/messages.ts'
import type { Card, CardRow } from '../../../shared/shown-catalog.ts'
import { productPath } from '../../../shared/urls.ts'
import { Form, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { getDeviceList, setDeviceList, useDeviceList } from './device-list.ts'

const FORM_ID = 'row-quantities'

type Row = Pick<Card, 'slug' | 'name' | 'onlyVariant' | 'href'> & Pick<CardRow, 'quantityTerms'>

/** Families, and products whose variant has to be chosen first, have a link instead of a quantity field. */
export function RowQuantity({ row }: { readonly row: Row }) {
  const messages = useMessages()
  return row.href !== undefined || row.onlyVariant === '' ? (
    <Link
      to={row.href ?? productPath(row.slug)}
      className="row-choose"
      aria-label={`${row.name}. ${messages.enquiryList.choose}`}
      {...(row.href === undefined ? { 'data-product': row.slug } : { rel: 'nofollow' })}
    >
      {messages.enquiryList.choose}
    </Link>
  ) : (
    // `RowQuantities` changes attributes of the field and the button.
    <div className="row-quantity">
      <input
        className="field"
        type="number"
        name={ROW_PREFIX + [row.slug, ...(row.onlyVariant ? [row.onlyVariant] : [])].join(':')}
        form={FORM_ID}
        min="0"
        max={QUANTITY_MAX}
        inputMode="numeric"
        aria-label={messages.enquiryList.quantityOf(row.name)}
      />
      <button type="button" aria-label={messages.enquiryList.addProduct(row.name)} />
    </div>
  )
}

interface RowQuantitiesProps {
  readonly rows: readonly Row[]
  /** A list with a `RowQuantity` in each row. */
  readonly children: ReactNode
}

/**
 * Fields show how many pieces are on the enquiry list of this device; Enter or the button applies all changes. Without
 * scripts, the form opens the contact page with them.
 */
export function RowQuantities({ rows, children }: RowQuantitiesProps) {
  const messages = useMessages()
  const texts = messages.enquiryList
  const navigate = useNavigate()
  const items = useDeviceList()
  const areaRef = useRef<HTMLDivElement>(null)
  const [pending, setPending] = useState({ count: 0, hasListed: false })
  const [outcome, setOutcome] = useState('')

  // This runs after each render, because a navigation may have replaced rows.
  useLayoutEffect(() => {
    const area = areaRef.current
    if (!area) return
    showListed(area, rows, items, messages)
    countPending(area)
  })

  function countPending(area: HTMLElement): void {
    const changed = listFields(area).filter(isPending)
    const next = { count: changed.length, hasListed: changed.some(({ defaultValue }) => defaultValue !== '') }
    setPending((shown) => (shown.count === next.count && shown.hasListed === next.hasListed ? shown : next))
  }

  function apply(fields: readonly HTMLInputElement[]): void {
    const changes = fields.map((field) => ({ ...readRow(field), quantity: Number(field.value) }))
    for (const [index, { quantity }] of changes.entries()) fields[index]!.value = quantity > 0 ? String(quantity) : ''
    const { next, isFull } = changeItems(getDeviceList(), changes)
    setDeviceList(next)
    const [only] = changes
    const name = rows.find(({ slug }) => slug === only?.product)?.name ?? ''
    const isOneListed = changes.length === 1 && only!.quantity > 0
    const listed = isOneListed ? `${name}. ${texts.listed(only!.quantity)}` : texts.listOf(next.length)
    setOutcome([isFull ? texts.full(ENQUIRY_ITEMS_MAX) : listed, ...changes.flatMap(describeMisfit)].join(' '))
  }

  function describeMisfit({ product, quantity }: Pick<EnquiryItem, 'product' | 'quantity'>): readonly string[] {
    const row = rows.find(({ slug }) => slug === product)
    const fitting = row?.quantityTerms ? findFittingQuantity(quantity, row.quantityTerms) : quantity
    if (!row?.quantityTerms || fitting === quantity) return []
    return [`${row.name}: ${fillInQuantity(row.quantityTerms.misfit, messages.formatCount(fitting))}`]
  }

  function submit(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const fields = listFields(areaRef.current!)
    const changed = fields.filter(isPending)
    if (changed.length > 0) apply(changed)
    else fields[0]?.focus()
  }

  const onPress = useEffectEvent(({ target, detail }: MouseEvent) => {
    const button = target instanceof Element ? target.closest<HTMLButtonElement>('.row-quantity button') : null
    const field = button?.previousElementSibling as HTMLInputElement | undefined
    // The second click of a double click would open the list that the first one added to.
    if (!field || detail > 1 || !field.reportValidity()) return
    if (!isPending(field) && field.defaultValue !== '') return void navigate(listPath(items))
    if (!isPending(field)) field.value = '1'
    apply([field])
  })
  const onInput = useEffectEvent(() => areaRef.current && countPending(areaRef.current))

  useEffect(() => {
    const controller = new AbortController()
    const { signal } = controller
    areaRef.current?.addEventListener('click', (event) => onPress(event), { signal })
    areaRef.current?.addEventListener('input', () => onInput(), { signal })
    return () => controller.abort()
  }, [])

  const { count, hasListed } = pending
  const action = hasListed ? texts.update : texts.add
  return (
    <div ref={areaRef} className="row-quantities stack">
      {children}
      <Form
        id={FORM_ID}
        action={CONTACT_PATH}
        autoComplete="off"
        lang={messages.langAttribute}
        data-in-place=""
        data-pending={count > 0 ? '' : undefined}
        onSubmit={submit}
      >
        <button type="submit" className={count > 0 ? 'button button-primary' : 'button'}>
          {count > 0 ? `${action}: ${messages.productCount(count)}` : texts.add}
        </button>
        <p role="status" className="caption">
          {outcome === '' ? null : <Link to={listPath(items)}>{outcome}</Link>}
        </p>
      </Form>
    </div>
  )
}

function listFields(area: HTMLElement): readonly HTMLInputElement[] {
  return [...area.querySelectorAll<HTMLInputElement>('.row-quantity input')]
}

/** The default value of a field is the quantity on the list; '' if the product is not on it. */
function isPending({ value, defaultValue }: HTMLInputElement): boolean {
  return Number(value) !== Number(defaultValue)
}

function readRow({ name }: HTMLInputElement): Pick<EnquiryItem, 'product' | 'variant'> {
  const [product = '', ...variant] = name.slice(ROW_PREFIX.length).split(':')
  return { product, variant: variant.length > 0 ? variant.join(':') : null }
}

/** Fields that the visitor has changed keep their values. */
function showListed(
  area: HTMLElement,
  rows: readonly Row[],
  items: readonly EnquiryItem[],
  { enquiryList: texts }: Messages,
): void {
  const names = new Map(rows.map(({ slug, name }) => [slug, name]))
  const describe = (name: string, quantity: number) => `${name}. ${texts.listed(quantity)}`
  for (const field of listFields(area)) {
    const row = readRow(field)
    const name = names.get(row.product) ?? row.product
    const listed = items.find((item) => isSameItem(item, row))?.quantity
    const wasPending = isPending(field)
    field.defaultValue = listed === undefined ? '' : String(listed)
    if (!wasPending) field.value = field.defaultValue
    const button = field.nextElementSibling!
    button.toggleAttribute('data-added', listed !== undefined)
    button.ariaLabel = listed === undefined ? texts.addProduct(name) : `${describe(name, listed)}. ${texts.show}`
  }
  for (const link of area.querySelectorAll<HTMLElement>('.row-choose[data-product]')) {
    const { product = '' } = link.dataset
    const quantity = items.reduce((sum, item) => sum + (item.product === product ? item.quantity : 0), 0)
    const name = names.get(product) ?? product
    if (quantity > 0) link.dataset['listed'] = String(quantity)
    else delete link.dataset['listed']
    link.ariaLabel = `${quantity > 0 ? describe(name, quantity) : name}. ${texts.choose}`
  }
}

/** A quantity of 0 removes an item. New items are added while the list has space. */
function changeItems(
  items: readonly EnquiryItem[],
  changes: readonly Omit<EnquiryItem, 'note'>[],
): { readonly next: readonly EnquiryItem[]; readonly isFull: boolean } {
  let next = [...items]
  let isFull = false
  for (const change of changes) {
    const index = next.findIndex((item) => isSameItem(item, change))
    if (change.quantity === 0) next = next.filter((_item, other) => other !== index)
    else if (index >= 0) next[index] = { ...next[index]!, ...change }
    else if (next.length < ENQUIRY_ITEMS_MAX) next.push({ ...change, note: '' })
    else isFull = true
  }
  return { next, isFull }
}

interface ListingRowsProps {
  readonly rows: readonly Card[]
  readonly renderCards: (renderQuantity: (card: Card) => ReactNode) => ReactNode
}

export function ListingRows({ rows, renderCards }: ListingRowsProps) {
  return (
    <RowQuantities rows={rows}>
      {renderCards((card) => (
        <RowQuantity row={card} />
      ))}
    </RowQuantities>
  )
}
