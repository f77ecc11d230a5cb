import type { Contact, Site } from './site.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { AnyLoadedPage, Frame, PageView } from './page-data.ts'
import type { RouteName } from './routes.ts'

export interface ShownFrame extends Omit<Frame, 'site'> {
  readonly site: Pick<
    Site,
    'name' | 'base' | 'locale' | 'timeZone' | 'navigation' | 'logo' | 'pageTitles' | 'wording'
  > & {
    readonly contact: Omit<Contact, 'openingHours'>
  }
}

export interface ClientSettings {
  /** The value 0 disables the check for a newer build. */
  readonly buildCheckIntervalMs: number
  /** '/' or another origin. */
  readonly httpBaseUrl: string
}

type PageStyles = Readonly<Record<RouteName, readonly string[]>>

/** The document's JSON block, from which the browser hydrates the page. */
export interface DocumentData {
  readonly buildId: string
  /** Scripts relative to `/builds/`, which the start script loads on first use. */
  readonly scripts: readonly [messages: string, ...others: string[]]
  /** Undefined if all settings have their defaults. */
  readonly settings?: ClientSettings
  /** The style sheets of each page. Set only in development, because the production script contains them. */
  readonly styles?: PageStyles
  readonly frame: ShownFrame
  /** The page without its deferred values; undefined if the document shows an error. */
  readonly page?: AnyLoadedPage
  readonly error?: HttpErrorBody
  readonly deferred?: readonly string[]
}

export interface OpenedDocument extends Pick<DocumentData, 'buildId' | 'frame'> {
  readonly styles: PageStyles
  readonly settings: ClientSettings
  readonly view: PageView
  /** False while deferred values are pending. */
  readonly isComplete: boolean
}
