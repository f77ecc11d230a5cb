import type { PriceNote } from '../../shared/shown-catalog.ts'
import { SiteLink } from './site-link.tsx'

interface PriceNotesProps {
  readonly notes?: readonly PriceNote[] | undefined
  readonly isSection?: boolean
}

export function PriceNotes({ notes, isSection = false }: PriceNotesProps) {
  if (!notes?.length) return null
  return (
    <p className={isSection ? 'section caption price-notes' : 'caption price-notes'}>
      {notes.map(({ href, label, lang }, index) => (
        <span key={label}>
          {index > 0 ? <span>, </span> : null}
          {href === undefined ? (
            <span lang={lang}>{label}</span>
          ) : (
            <SiteLink link={{ href, label, ...(lang !== undefined && { lang }) }} />
          )}
        </span>
      ))}
    </p>
  )
}
