import type { JournalledChange } from '../catalog/store/catalog-store.ts'
import type { ChangeDescription } from '../catalog/store/catalog-writer.ts'

export function formatHistory(changes: readonly JournalledChange[]): string {
  if (changes.length === 0) return 'There is no change to undo.'
  const lines = changes.map((change) => `  ${describeChange(change)}`)
  return ['Changes that can be undone, newest first:', ...lines, 'Undo the newest: npm run catalog -- rollback'].join(
    '\n',
  )
}

/** Writes for example `2026-11-26 05:12 UTC, import products.csv (3 new, 12 changed)`. */
export function describeChange({ at, description }: JournalledChange): string {
  const time = at === null ? 'unknown time' : formatTime(at)
  if (!description) return `${time}, a change by an older version`
  const { source } = description
  return `${time}, ${source} (${describeCounts(description)})`
}

/** Writes for example `2026-11-26 05:12 UTC`. */
export function formatTime(time: number): string {
  return `${new Date(time).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

function describeCounts({ created, changed, removed }: ChangeDescription): string {
  const counts = Object.entries({ new: created, changed, removed }).filter(([, count]) => count > 0)
  return counts.length === 0 ? 'no products' : counts.map(([what, count]) => `${count} ${what}`).join(', ')
}
