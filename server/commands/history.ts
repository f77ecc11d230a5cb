import type { CatalogStatistics, CatalogStore, JournalledChange } from '../catalog/store/catalog-store.ts'
import type { CatalogCall } from './catalog-call.ts'
import { count } from '../import/format-report.ts'
import { askYesOrNo } from './site.ts'

export async function writeHistory({ terminal }: CatalogCall, store: CatalogStore): Promise<0> {
  const changes = await store.listChanges()
  terminal.log(changes.length === 0 ? 'There is no change to undo.' : 'Changes that can be undone, newest first:')
  for (const change of changes) terminal.log(`  ${describeChange(change)}`)
  if (changes.length > 0) terminal.log('Undo the newest: npm run catalog -- rollback')
  return 0
}

/** Undoes the newest change. @returns 0; 2 if the owner does not confirm it; 3 if there is none */
export async function rollBack({ values, own, terminal }: CatalogCall, store: CatalogStore): Promise<0 | 2 | 3> {
  const { products, productsAfterRollback: after } = await store.readStatistics()
  const current = products.public + products.unlisted + products.hidden
  if (after !== null) {
    const before = `before the last change it had ${count(after, 'product')}`
    terminal.log(`The catalogue now has ${count(current, 'product')}; ${before}.`)
    // Outside of a terminal nobody can answer, which counts as no.
    const confirm = async () =>
      values.yes || (own.stdin.isTTY && (await askYesOrNo(own, 'Remove all products? [y/N] ', 'no')))
    if (after === 0 && current > 0 && !(await confirm())) {
      terminal.error('Nothing was changed. To remove all products: npm run catalog -- rollback --yes')
      return 2
    }
  }
  const [newest, ...others] = await store.listChanges()
  if (!newest || !(await store.rollback())) {
    terminal.error('There is no change to undo. "npm run catalog -- history" lists those that can be undone.')
    return 3
  }
  const restored = await store.readStatistics()
  terminal.log(
    `Undone: ${describeChange(newest)}. The catalogue has ${describeProducts(restored.products)} products again${restored.isDemo ? '; these are the demo' : ''}. ${count(others.length, 'earlier change')} can be undone.`,
  )
  return 0
}

function describeProducts(products: CatalogStatistics['products']): string {
  return `${products.public} public, ${products.unlisted} unlisted, ${products.hidden} hidden`
}

/** Writes for example `2026-11-26 05:12 UTC, import products.csv (3 new, 12 changed)`. */
function describeChange({ at, description }: JournalledChange): string {
  const time = at === null ? 'unknown time' : `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
  if (!description) return `${time}, a change by an older version`
  const { source, created, changed, removed } = description
  const counts = Object.entries({ new: created, changed, removed }).filter(([, number]) => number > 0)
  return `${time}, ${source} (${counts.map(([what, number]) => `${number} ${what}`).join(', ') || 'no products'})`
}
