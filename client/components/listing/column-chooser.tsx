import { useEffect, useRef, useState, type FormEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { TABLE_COLUMNS_MAX } from '../../../shared/constants.ts'
import { LISTING_KEYS, readListingQuery, writeListingQuery } from '../../../shared/listing-query.ts'
import { Form, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { pushEscapeHandler } from '../../widgets/escape-stack.ts'
import type { ListingProps } from './listing.tsx'

export function ColumnChooser({ listing: { query, columns }, path }: Omit<ListingProps, 'relaxations'>) {
  const messages = useMessages()
  const navigate = useNavigate()
  const detailsRef = useRef<HTMLDetailsElement>(null)
  const summaryRef = useRef<HTMLElement>(null)
  const [isOpen, setOpen] = useState(false)

  const close = () => closeDetails(detailsRef.current, summaryRef.current)

  useEffect(() => {
    const details = detailsRef.current
    if (!isOpen || !details) return
    const removeEscapeHandler = pushEscapeHandler(() => closeDetails(details, summaryRef.current))
    const closeOutside = ({ target }: Event) => {
      if (target instanceof Node && !details.contains(target)) details.open = false
    }
    document.addEventListener('pointerdown', closeOutside)
    return () => {
      removeEscapeHandler()
      document.removeEventListener('pointerdown', closeOutside)
    }
  }, [isOpen])

  const apply = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const params = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])
    close()
    void navigate(path + writeListingQuery(readListingQuery(params)), { preventScrollReset: true })
  }

  const others = new URLSearchParams(writeListingQuery({ ...query, columns: [] }))
  const shown = columns.filter((column) => column.isShown).map(({ key }) => key)
  return (
    <details
      ref={detailsRef}
      className="columns"
      lang={messages.langAttribute}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
        limitChoices(currentTarget)
      }}
    >
      <summary ref={summaryRef} className="button">
        {messages.columns}
      </summary>
      {/* A new key resets the checkboxes after a navigation. */}
      <Form
        key={shown.join()}
        action={path}
        method="get"
        autoComplete="off"
        aria-label={messages.columns}
        onChange={({ currentTarget }) => limitChoices(currentTarget)}
        onSubmit={apply}
      >
        {[...others].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        {columns.length > TABLE_COLUMNS_MAX ? (
          <p className="caption">{messages.chosenLimit(TABLE_COLUMNS_MAX)}</p>
        ) : null}
        {columns.map(({ key, name, isShown }) => (
          <label key={key} className="choice">
            <input type="checkbox" name={LISTING_KEYS.columns} value={key} defaultChecked={isShown} />
            <span>{name}</span>
          </label>
        ))}
        <button type="submit" className="button button-primary">
          {messages.applyFilters}
        </button>
        {query.columns.length > 0 ? (
          <Link to={path + writeListingQuery({ ...query, columns: [] })} rel="nofollow" keepsScroll onClick={close}>
            {messages.defaultColumns}
          </Link>
        ) : null}
      </Form>
    </details>
  )
}

/** The server ignores columns beyond `TABLE_COLUMNS_MAX`. */
function limitChoices(element: HTMLElement): void {
  const boxes = [...element.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const isFull = boxes.filter(({ checked }) => checked).length >= TABLE_COLUMNS_MAX
  for (const box of boxes) box.disabled = isFull && !box.checked
}

function closeDetails(details: HTMLDetailsElement | null, summary: HTMLElement | null): void {
  if (details) details.open = false
  summary?.focus()
}
