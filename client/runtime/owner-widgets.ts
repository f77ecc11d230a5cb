import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

/** Returns a function that restores the element. */
type SetUp = (element: HTMLElement, messages: Messages) => () => void

const OWNER_HTML = '.prose'

/** Functions that load a widget's chunk, by the selector of the elements that need it. */
const WIDGETS: Readonly<Record<string, () => Promise<SetUp>>> = {
  table: async () => (await import('./scrollable-table.ts')).setUpScrollableTable,
  'abbr[title]': async () => {
    const { setUpTooltip } = await import('../widgets/tooltip/set-up-tooltip.ts')
    return (term) => setUpTooltip(term, term.title)
  },
}

/** Sets up the widgets in the owner's HTML after each navigation. */
export function startOwnerWidgets(hooks: PageHooks, messages: Messages): void {
  let cleanups: (() => void)[] = []
  /** A chunk that is loaded after a navigation finds another object here, and sets up nothing. */
  let currentPage = {}
  hooks.on('page-start', () => {
    currentPage = {}
    for (const cleanUp of cleanups) cleanUp()
    cleanups = []
  })
  hooks.on('page-finish', () => {
    const page = currentPage
    for (const [selector, load] of Object.entries(WIDGETS)) {
      const elements = document.querySelectorAll<HTMLElement>(`${OWNER_HTML} ${selector}`)
      if (elements.length === 0) continue
      load().then(
        (setUp) => {
          if (page === currentPage) cleanups.push(...Array.from(elements, (element) => setUp(element, messages)))
        },
        (error: unknown) => console.warn(`The widget for "${selector}" could not be loaded.`, error),
      )
    }
  })
}
