import type { Location } from 'react-router-dom'
import type { Shown } from '../client-app.tsx'

/** What happens on the way from page to page, in this order. */
interface PageEvents {
  /** Something has to be loaded; the old page stays as it is. */
  'loading-start': undefined
  /** The next page is confirmed and about to be drawn. */
  'page-start': { readonly leaving: Location }
  /** The page is on the screen; also once after the first one is hydrated. */
  'page-finish': FinishedPage
  /** What was loading is shown, or was given up. */
  'loading-end': undefined
}

interface FinishedPage extends Shown {
  /** The page that came with the document. */
  readonly isFirst: boolean
}

/** Where the behaviours of the runtime hook in. */
export interface PageHooks {
  on<Name extends keyof PageEvents>(name: Name, listener: (event: PageEvents[Name]) => void): void
  emit<Name extends keyof PageEvents>(name: Name, event: PageEvents[Name]): void
}

/** @param onError told of what a listener throws; the others are called all the same */
export function createPageHooks(onError: (error: unknown) => void): PageHooks {
  const listeners: { [Name in keyof PageEvents]: ((event: PageEvents[Name]) => void)[] } = {
    'loading-start': [],
    'page-start': [],
    'page-finish': [],
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
