import type { Contact, Site } from './catalog.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { AnyLoadedPage, Frame, PageView } from './page-data.ts'
import type { RouteName } from './routes.ts'

/** The part of the frame that the browser renders. */
export interface ShownFrame extends Omit<Frame, 'site'> {
  readonly site: Pick<Site, 'name' | 'locale' | 'currency' | 'timeZone' | 'navigation' | 'logo' | 'pageTitles'> & {
    readonly contact: Omit<Contact, 'openingHours'>
  }
}

export interface ClientSettings {
  /** 0 disables the check for a newer build. */
  readonly buildCheckIntervalMs: number
  /** Prefix of the URLs that the browser fetches: '/' or another origin. */
  readonly httpBaseUrl: string
}

type PageStyles = Readonly<Record<RouteName, readonly string[]>>

/** The document's JSON block: all data that the browser needs to hydrate the page. */
export interface DocumentData {
  readonly buildId: string
  /** Absent if they are the defaults. */
  readonly settings?: ClientSettings
  /** Only in development: a production bundle has them built in. */
  readonly styles?: PageStyles
  readonly frame: ShownFrame
  /** The page's payload without its deferred values. Absent if the document shows an error. */
  readonly page?: AnyLoadedPage
  readonly error?: HttpErrorBody
  /** Names of the values that are streamed after the shell, each in its own JSON block. */
  readonly deferred?: readonly string[]
}

/** The document's data with defaults filled in, and a promise for each deferred value. */
export interface OpenedDocument extends Pick<DocumentData, 'buildId' | 'frame'> {
  readonly styles: PageStyles
  readonly settings: ClientSettings
  readonly view: PageView
  /** False while deferred values are missing. */
  readonly isComplete: boolean
}
