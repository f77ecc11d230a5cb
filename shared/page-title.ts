import type { Site } from './site.ts'
import type { HttpErrorBody } from './http-error.ts'
import type { Messages } from './messages/messages.ts'

/** The names of the main pages in navigation, headings and links. */
export interface PageNames {
  readonly products: string
  /** Name of the products page in links from other pages. */
  readonly allProducts: string
  readonly categories: string
  readonly about: string
  readonly contact: string
}

/** Names each page as the owner's navigation does, or else by its default, so that headings and links agree. */
export function namePages({ navigation }: Pick<Site, 'navigation'>, messages: Messages): PageNames {
  const nameOf = (path: string, usual: string) => navigation.find(({ href }) => href === path)?.label ?? usual
  const products = nameOf('/products', messages.products)
  return {
    products,
    allProducts: products === messages.products ? messages.allProducts : products,
    categories: nameOf('/category', messages.categories),
    about: nameOf('/about', messages.about),
    contact: nameOf('/contact', messages.contact),
  }
}

type TitledSite = Pick<Site, 'name' | 'pageTitles'>

/** Builds a page title from its name and the site's. If the owner chose so, it has only the site's name. */
export function buildTitle(name: string, site: TitledSite): string {
  return site.pageTitles === 'site' ? site.name : `${name} · ${site.name}`
}

export function buildErrorTitle({ statusCode }: HttpErrorBody, site: TitledSite, messages: Messages): string {
  return buildTitle(errorHeading(statusCode, messages), site)
}

export function errorHeading(statusCode: number, messages: Messages): string {
  if (statusCode === 404 || statusCode === 410) return messages.notFoundHeading
  return isRequestError(statusCode) ? messages.requestErrorHeading : messages.errorHeading
}

export function isRequestError(statusCode: number): boolean {
  return statusCode >= 400 && statusCode < 500
}
