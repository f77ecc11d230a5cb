import type { Messages } from '../../shared/messages/messages.ts'
import type { PageHooks } from './page-hooks.ts'

/** Enhances one element of the owner's HTML. @returns a function that restores the element */
type SetUp = (element: HTMLElement, messages: Messages) => () => void

/** Selector of the elements that contain the owner's HTML. */
const OWNER_HTML = '.prose'

/** Widgets for elements in the owner's HTML, by selector; a chunk is loaded only if the page has such an element. */
const WIDGETS: Readonly<Record<string, () => Promise<SetUp>>> = {
  table: async () => (await import('./scrollable-table.ts')).setUpScrollableTable,
  'abbr[title]': async () => {
    const { setUpTooltip } = await import('../widgets/tooltip/set-up-tooltip.ts')
    return (term) => setUpTooltip(term, term.title)
  },
}

/** Sets up the widgets in the owner's HTML after each navigation, and removes those of the previous page. */
export function startOwnerWidgets(hooks: PageHooks, messages: Messages): void {
  let cleanups: (() => void)[] = []
  /** Replaced at each navigation, so that widgets loaded too late are not set up. */
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
