import type { Site } from './catalog.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { Messages } from './messages/messages.ts'

type TitledSite = Pick<Site, 'name' | 'pageTitles'>

/** The title of a page: its own name first, so that tabs and history tell pages apart, or only the site's name if the owner asks for that. */
export function buildTitle(name: string, site: TitledSite): string {
  return site.pageTitles === 'site' ? site.name : `${name} · ${site.name}`
}

export function buildErrorTitle({ statusCode }: HttpErrorBody, site: TitledSite, messages: Messages): string {
  return buildTitle(errorHeading(statusCode, messages), site)
}

/** The heading of an error page, by the status. */
export function errorHeading(statusCode: number, messages: Messages): string {
  if (statusCode === 404) return messages.notFoundHeading
  return isRequestError(statusCode) ? messages.requestErrorHeading : messages.errorHeading
}

/** Whether the request is at fault, and not the server. */
export function isRequestError(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500
}
