import './price-notes.css'
import type { PriceNote } from '../../shared/shown-catalog.ts'
import { SiteLink } from './site-link.tsx'

/** The owner's notes about tax and delivery, in one line. */
export function PriceNotes({ notes }: { readonly notes?: readonly PriceNote[] | undefined }) {
  if (!notes?.length) return null
  return (
    <p className="caption price-notes">
      {notes.map(({ href, label, lang }, index) => (
        <span key={label}>
          {index > 0 ? ', ' : ''}
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
