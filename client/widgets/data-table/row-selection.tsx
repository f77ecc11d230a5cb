import { useMessages } from '../../base/messages-context.ts'
import { getPageSelection, togglePage, toggleRow } from './data-table-state.ts'

/** Ids on all pages. Without these props rows cannot be selected. */
export interface RowSelection {
  readonly selection?: ReadonlySet<string>
  readonly onSelectionChange?: (selection: ReadonlySet<string>) => void
}

/** Selects all rows of the current page. */
export function SelectPage({
  selection,
  onSelectionChange,
  rowIds,
}: Required<RowSelection> & { readonly rowIds: readonly string[] }) {
  const messages = useMessages()
  const selected = getPageSelection(selection, rowIds)
  return (
    <label className="data-table-check">
      <input
        // The indeterminate state is only a property.
        ref={(input) => {
          if (input) input.indeterminate = selected === 'some'
        }}
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
