import type { Location } from 'react-router-dom'
import type { View } from '../base/view.ts'
import type { ConfirmedLocation } from './navigation.ts'

export interface ShownView extends ConfirmedLocation {
  readonly view: View
}

interface PageEvents {
  /** The old page is still shown. */
  'loading-start': undefined
  /** The next page is loaded, but not rendered. */
  'page-start': { readonly leaving: Location }
  /** Also emitted when the first page is hydrated. */
  'page-finish': FinishedPage
  /** The current page stays. */
  'loading-failed': { readonly path: string }
  /** The page is shown, or the navigation was cancelled. */
  'loading-end': undefined
}

interface FinishedPage extends ShownView {
  readonly isFirst: boolean
}

/** The browser reports the error of a listener, and still calls the others. */
export class PageHooks {
  readonly #events = new EventTarget()

  on<Name extends keyof PageEvents>(name: Name, listener: (event: PageEvents[Name]) => void): void {
    this.#events.addEventListener(name, (event) => listener((event as CustomEvent<PageEvents[Name]>).detail))
  }

  emit<Name extends keyof PageEvents>(name: Name, detail: PageEvents[Name]): void {
    this.#events.dispatchEvent(new CustomEvent(name, { detail }))
  }
}
