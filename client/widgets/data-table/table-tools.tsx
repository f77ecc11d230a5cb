import { useEffect, useEffectEvent, useId, useRef } from 'react'
import { useMessages } from '../../messages-context.ts'

/** Words to look for. What was typed before the scripts came counts too. */
export function SearchField({ onSearch }: { readonly onSearch: (search: string) => void }) {
  const messages = useMessages()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const takeOver = useEffectEvent(() => {
    if (input.current!.value) onSearch(input.current!.value)
  })
  useEffect(() => takeOver(), [])
  return (
    <div className="data-table-search">
      <label htmlFor={id} className="caption">
        {messages.search}
      </label>
      <input
        ref={input}
        id={id}
        type="search"
        className="field"
        autoComplete="off"
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
    </div>
  )
}

interface PageLengthFieldProps {
  readonly pageLength: number
  readonly pageLengths: readonly number[]
  readonly onChange: (pageLength: number) => void
}

export function PageLengthField({ pageLength, pageLengths, onChange }: PageLengthFieldProps) {
  const messages = useMessages()
  const id = useId()
  return (
    <div className="data-table-length">
      <label htmlFor={id} className="caption">
        {messages.pageLength}
      </label>
      <select
        id={id}
        className="field"
        value={pageLength}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {pageLengths.map((length) => (
          <option key={length}>{length}</option>
        ))}
      </select>
    </div>
  )
}
