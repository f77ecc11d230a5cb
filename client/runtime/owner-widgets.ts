import { setUpTooltip } from '../widgets/tooltip/set-up-tooltip.ts'
import type { PageHooks } from './page-hooks.ts'
import { setUpScrollableTable } from './scrollable-table.ts'

/** Brings an element of the owner's to life. @returns what undoes it */
type SetUp = (element: HTMLElement) => () => void

/** Where the owner's HTML stands. */
const OWNER_HTML = '.prose'

/** What becomes of the elements in the owner's texts, by selector. */
const WIDGETS: Readonly<Record<string, SetUp>> = {
  table: setUpScrollableTable,
  'abbr[title]': (term) => setUpTooltip(term, term.title),
}

/** Sets the widgets of the owner's HTML up after each page, and takes down those of the page before. */
export function startOwnerWidgets(hooks: PageHooks): void {
  let takeDown: (() => void)[] = []
  hooks.on('page-start', () => {
    for (const undo of takeDown) undo()
    takeDown = []
  })
  hooks.on('page-finish', () => {
    for (const [selector, setUp] of Object.entries(WIDGETS)) {
      for (const element of document.querySelectorAll<HTMLElement>(`${OWNER_HTML} ${selector}`)) takeDown.push(setUp(element))
    }
  })
}
