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

export interface PageHooks {
  on<Name extends keyof PageEvents>(name: Name, listener: (event: PageEvents[Name]) => void): void
  emit<Name extends keyof PageEvents>(name: Name, event: PageEvents[Name]): void
}

/** @param onError receives the error of a listener; the other listeners are still called */
export function createPageHooks(onError: (error: unknown) => void): PageHooks {
  const listeners: { [Name in keyof PageEvents]: ((event: PageEvents[Name]) => void)[] } = {
    'loading-start': [],
    'page-start': [],
    'page-finish': [],
    'loading-failed': [],
    'loading-end': [],
  }
  return {
    on: (name, listener) => {
      listeners[name].push(listener)
    },
    emit: (name, event) => {
      for (const listener of listeners[name]) {
        try {
          listener(event)
        } catch (error) {
          onError(error)
        }
      }
    },
  }
}
