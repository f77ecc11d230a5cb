import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

/** Sets up one element of the owner's HTML. @returns a function that undoes it */
type SetUp = (element: HTMLElement, messages: Messages) => () => void

/** Where the owner's HTML stands. */
const OWNER_HTML = '.prose'

/** What becomes of the elements in the owner's texts, by selector; loaded where there is one. */
const WIDGETS: Readonly<Record<string, () => Promise<SetUp>>> = {
  table: async () => (await import('./scrollable-table.ts')).setUpScrollableTable,
  'abbr[title]': async () => {
    const { setUpTooltip } = await import('../widgets/tooltip/set-up-tooltip.ts')
    return (term) => setUpTooltip(term, term.title)
  },
}

/** Sets the widgets of the owner's HTML up after each page, and takes down those of the page before. */
export function startOwnerWidgets(hooks: PageHooks, messages: Messages): void {
  let takeDown: (() => void)[] = []
  let present = {}
  hooks.on('page-start', () => {
    present = {}
    for (const undo of takeDown) undo()
    takeDown = []
  })
  hooks.on('page-finish', () => {
    const page = present
    for (const [selector, load] of Object.entries(WIDGETS)) {
      const elements = document.querySelectorAll<HTMLElement>(`${OWNER_HTML} ${selector}`)
      if (elements.length === 0) continue
      load().then(
        (setUp) => {
          if (page === present) takeDown.push(...Array.from(elements, (element) => setUp(element, messages)))
        },
        // The text is as the owner wrote it, and can be read.
        (error: unknown) => console.warn(`The widgets of ${selector} could not be loaded.`, error),
      )
    }
  })
}
