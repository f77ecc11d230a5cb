import './take-away.css'
import { useState } from 'react'
import { BYTE_ORDER_MARK, chooseSeparator, writeCsvRows, writeTabRows } from '../../shared/csv-rows.ts'
import type { TakeAwayTexts } from '../../shared/messages/server-texts/en.ts'
import { useFrame, useMessages } from '../base/context.tsx'

interface TakeAwayProps {
  /** Whether the file is named after a list or a comparison. */
  readonly name: 'list' | 'comparison'
  readonly texts: TakeAwayTexts
  readonly writeRows: () => readonly (readonly string[])[]
}

/** Spreadsheets do not recognise '10 mm' with the no-break space that keeps the unit on the line. */
const UNBREAKABLE = /[\u00A0\u202F]/g

/** The browser itself makes the CSV file and the copied cells. */
export function TakeAway({ name, texts, writeRows }: TakeAwayProps) {
  const { locale } = useFrame().site
  const { langAttribute } = useMessages()
  const [outcome, setOutcome] = useState('')

  const listRows = () => writeRows().map((cells) => cells.map((cell) => cell.replace(UNBREAKABLE, ' ')))

  function download(): void {
    const csv = BYTE_ORDER_MARK + writeCsvRows(listRows(), '\r\n', chooseSeparator(locale))
    const href = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }))
    Object.assign(document.createElement('a'), { href, download: `${texts[name]}.csv` }).click()
    // Some browsers read the file after the click.
    setTimeout(() => URL.revokeObjectURL(href), 60_000)
  }

  async function copy(): Promise<void> {
    // Screen readers announce a message again only if it was removed before.
    setOutcome('')
    try {
      await navigator.clipboard.writeText(writeTabRows(listRows()))
      setOutcome(texts.copied)
    } catch {
      // Without HTTPS there is no clipboard, and the browser may deny access.
      setOutcome(texts.notCopied)
    }
  }

  return (
    <span className="take-away cluster scripted on-screen" lang={langAttribute}>
      <button type="button" className="text-button" onClick={download}>
        {texts.download}
      </button>
      <button type="button" className="text-button" onClick={() => void copy()}>
        {texts.copy}
      </button>
      <span role="status" className="caption">
        {outcome}
      </span>
    </span>
  )
}
