import { useEffect, useRef, type ReactNode } from 'react'
import { useMessages } from '../../messages-context.ts'
import { getPageSelection, togglePage, toggleRow } from './data-table-state.ts'

/** Ids of the chosen rows, those of other pages too. It belongs to the caller; without it rows cannot be chosen. */
export interface RowSelection {
  readonly selection?: ReadonlySet<string>
  readonly onSelectionChange?: (selection: ReadonlySet<string>) => void
}

/** The checkbox above all others: it speaks for the current page only. */
export function SelectPage({
  selection,
  onSelectionChange,
  rowIds,
}: Required<RowSelection> & { readonly rowIds: readonly string[] }) {
  const messages = useMessages()
  const input = useRef<HTMLInputElement>(null)
  const selected = getPageSelection(selection, rowIds)
  // The third state has no attribute: it is a property only.
  useEffect(() => {
    input.current!.indeterminate = selected === 'some'
  }, [selected])
  return (
    <label className="data-table-check">
      <input
        ref={input}
        type="checkbox"
        aria-label={messages.selectPage}
        checked={selected === 'all'}
        disabled={rowIds.length === 0}
        data-state={selected === 'all' ? 'checked' : selected === 'some' ? 'indeterminate' : 'unchecked'}
        onChange={() => onSelectionChange(togglePage(selection, rowIds))}
      />
    </label>
  )
}

interface SelectRowProps extends Required<RowSelection> {
  readonly rowId: string
  readonly name: string
}

export function SelectRow({ selection, onSelectionChange, rowId, name }: SelectRowProps) {
  const messages = useMessages()
  const isSelected = selection.has(rowId)
  return (
    <label className="data-table-check">
      <input
        type="checkbox"
        aria-label={messages.selectRow(name)}
        checked={isSelected}
        data-state={isSelected ? 'checked' : 'unchecked'}
        onChange={() => onSelectionChange(toggleRow(selection, rowId))}
      />
    </label>
  )
}

/**
 * How many rows are chosen, the way to choose none, and what the page offers to do with them.
 * It belongs below the table, in the same container: there it stays in view while any of the rows is.
 */
export function SelectionBar({
  selection,
  onSelectionChange,
  children,
}: Required<RowSelection> & { readonly children: ReactNode }) {
  const messages = useMessages()
  const isEmpty = selection.size === 0
  return (
    <div className="selection-bar" data-state={isEmpty ? 'empty' : 'selected'}>
      <p role="status">{isEmpty ? '' : messages.selectedCount(selection.size)}</p>
      {isEmpty ? null : (
        <>
          <button type="button" className="text-button" onClick={() => onSelectionChange(new Set())}>
            {messages.clearSelection}
          </button>
          {children}
        </>
      )}
    </div>
  )
}
