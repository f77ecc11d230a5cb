import type { FormEvent, SyntheticEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import { TABLE_COLUMNS_MAX } from '../../../shared/constants.ts'
import { LISTING_KEYS, readListingQuery, writeListingQuery } from '../../../shared/listing-query.ts'
import { Form, HiddenInputs, Link } from '../../base/link.tsx'
import { useMessages } from '../../base/context.tsx'
import { Dropdown, DropdownPopup, DropdownTrigger } from '../../widgets/dropdown/dropdown.tsx'
import type { ListingProps } from './listing.tsx'

export function ColumnChooser({ listing: { query, columns }, path }: ListingProps) {
  const messages = useMessages()
  const navigate = useNavigate()

  function apply(event: FormEvent<HTMLFormElement>): void {
    event.preventDefault()
    const params = new URLSearchParams([...new FormData(event.currentTarget)] as [string, string][])
    event.currentTarget.closest<HTMLElement>('[popover]')?.hidePopover()
    void navigate(path + writeListingQuery(readListingQuery(params)), { preventScrollReset: true })
  }

  const shown = columns.filter((column) => column.isShown).map(({ key }) => key)
  return (
    <Dropdown kind="navigation" placement="bottom-end">
      <DropdownTrigger className="button">{messages.columns}</DropdownTrigger>
      <DropdownPopup>
        <li className="columns">
          {/* A new key resets the checkboxes after a navigation. */}
          <Form
            key={shown.join()}
            className="stack"
            action={path}
            method="get"
            autoComplete="off"
            aria-label={messages.columns}
            onFocus={limitChoices}
            onChange={limitChoices}
            onSubmit={apply}
          >
            <HiddenInputs query={writeListingQuery({ ...query, columns: [] })} />
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
              <Link to={path + writeListingQuery({ ...query, columns: [] })} rel="nofollow" keepsScroll>
                {messages.defaultColumns}
              </Link>
            ) : null}
          </Form>
        </li>
      </DropdownPopup>
    </Dropdown>
  )
}

/** The server ignores columns beyond `TABLE_COLUMNS_MAX`. */
function limitChoices({ currentTarget }: SyntheticEvent<HTMLElement>): void {
  const boxes = [...currentTarget.querySelectorAll<HTMLInputElement>('input[type=checkbox]')]
  const isFull = boxes.filter(({ checked }) => checked).length >= TABLE_COLUMNS_MAX
  for (const box of boxes) box.disabled = isFull && !box.checked
}
