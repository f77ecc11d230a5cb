import type { OwnerPage, PageLinkPlace, PageRole, Site } from '../../../shared/site.ts'
import type { Frame } from '../../../shared/page-data.ts'

/** Usual slugs, in the languages of the interface, of pages that name no role. */
// prettier-ignore
const SLUGS_BY_ROLE: Readonly<Record<PageRole, readonly string[]>> = {
  imprint: ['imprint', 'legal-notice', 'impressum', 'aviso-legal'],
  privacy: [
    'privacy', 'privacy-policy', 'datenschutz', 'datenschutzerklaerung', 'datenschutzerklärung',
    'privacidad', 'politica-de-privacidad', 'política-de-privacidad',
  ],
}

export const PAGE_ROLES = Object.keys(SLUGS_BY_ROLE) as PageRole[]

/** Finds the page that names a role, otherwise the first one with a usual slug. */
export function findPageOfRole(pages: readonly OwnerPage[], role: PageRole): OwnerPage | undefined {
  return (
    pages.find((page) => page.role === role) ??
    pages.find((page) => page.role === null && SLUGS_BY_ROLE[role].includes(page.slug))
  )
}

/** Sorts pages by position; those without one come last, by slug. */
export function sortPages(pages: readonly OwnerPage[]): readonly OwnerPage[] {
  return pages.toSorted(
    (left, right) => (left.position ?? Infinity) - (right.position ?? Infinity) || (left.slug < right.slug ? -1 : 1),
  )
}

/** Builds the links to the owner's pages for all pages. */
export function buildPageLinks({ pages, navigation }: Site): Pick<Frame, 'pageLinks' | 'privacyPath'> {
  const inNavigation = new Set(navigation.map(({ href }) => href))
  const linksIn = (place: PageLinkPlace) =>
    pages
      .filter(({ slug, links }) => links.includes(place) && !inNavigation.has(aboutPagePath(slug)))
      .map(({ slug, title, lang }) => ({ label: title, href: aboutPagePath(slug), ...(lang && { lang }) }))
  const privacy = findPageOfRole(pages, 'privacy')
  return {
    pageLinks: { menu: linksIn('menu'), footer: linksIn('footer') },
    privacyPath: privacy ? aboutPagePath(privacy.slug) : null,
  }
}

export function aboutPagePath(slug: string): string {
  return `/about/${encodeURIComponent(slug)}`
}
