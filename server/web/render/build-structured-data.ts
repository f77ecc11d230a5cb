import type { CategoryLink } from '../../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { AnyLoadedPage, Frame, PageHead } from '../../../shared/page-data.ts'
import { withBase } from '../../../shared/languages.ts'
import { namePages } from '../../../shared/page-title.ts'
import type { RouteName } from '../../../shared/routes.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { absoluteUrl, previewUrl } from './absolute-url.ts'
import { categoryPath, productPath } from '../../../shared/urls.ts'
import { iconPath } from '../files/site-icon.ts'
import { messagesFor } from '../../platform/language.ts'
import { buildProductData, SCHEMA, type Absolute, type JsonLd } from './product-data.ts'

interface Builder<Name extends RouteName> {
  (page: AnyLoadedPage & { readonly name: Name }, site: Frame['site'], absolute: Absolute): readonly JsonLd[]
}

const BUILDERS: { readonly [Name in RouteName]?: Builder<Name> } = {
  index: (_page, site, absolute) => [
    buildOrganization(site, absolute),
    { '@context': SCHEMA, '@type': 'WebSite', name: site.name, url: absolute.page('/'), inLanguage: site.locale },
  ],
  'about-page': ({ data, head }, site, absolute) => [
    buildBreadcrumbList([
      { name: namePages(site, messagesFor(site)).about, item: absolute.page('/about') },
      { name: data.title, item: absolute.file(head.canonicalPath) },
    ]),
  ],
  contact: (_page, site, absolute) => [
    buildOrganization(site, absolute, site.contact.address ? 'LocalBusiness' : 'Organization'),
  ],
  category: ({ data: { tiles, groups }, head }, site, absolute) => {
    const categories = [...tiles, ...groups.flatMap((group) => group.categories)]
    const paths = categories.map(({ slug }) => categoryPath(slug))
    return [buildCollection(head, paths, 0, site, absolute)]
  },
  'category-category': ({ data: { category, ancestors, listing }, head }, site, absolute) => [
    buildBreadcrumbList(listCategoryBreadcrumbs([...ancestors, category], site, absolute)),
    buildListing(listing, head, site, absolute),
  ],
  products: ({ data, head }, site, absolute) =>
    'comparison' in data ? [] : [buildListing(data.listing, head, site, absolute)],
  'products-product': ({ data, head }, site, absolute) => {
    const { product, breadcrumb, partPrices, safety } = data
    const url = absolute.file(head.canonicalPath)
    const place = { url, categories: breadcrumb, manufacturer: safety?.manufacturer }
    const own = buildProductData(product, place, partPrices, absolute, site)
    if (breadcrumb.length === 0) return [own]
    const last = { name: product.name, item: url }
    return [own, buildBreadcrumbList([...listCategoryBreadcrumbs(breadcrumb, site, absolute), last])]
  },
}

export function buildStructuredData(page: AnyLoadedPage, { site, siteUrl }: Frame): readonly JsonLd[] {
  if (page.head.robots === 'noindex') return []
  // The compiler cannot infer that this builder accepts the page.
  const build = BUILDERS[page.name] as Builder<RouteName> | undefined
  const absolute: Absolute = {
    file: (path) => absoluteUrl(path, siteUrl),
    page: (path) => absoluteUrl(withBase(site.base ?? '', path), siteUrl),
  }
  return build?.(page, site, absolute) ?? []
}

/** The breadcrumb of all categories comes first. */
function listCategoryBreadcrumbs(categories: readonly CategoryLink[], site: Frame['site'], absolute: Absolute) {
  return [
    { name: namePages(site, messagesFor(site)).categories, item: absolute.page('/category') },
    ...categories.map(({ slug, name }) => ({ name, item: absolute.page(categoryPath(slug)) })),
  ]
}

function buildBreadcrumbList(breadcrumbs: readonly { readonly name: string; readonly item: string }[]): JsonLd {
  const itemListElement = breadcrumbs.map((crumb, index) => ({ '@type': 'ListItem', position: index + 1, ...crumb }))
  return { '@context': SCHEMA, '@type': 'BreadcrumbList', itemListElement }
}

function buildListing({ items, query }: ShownListing, head: PageHead, site: Frame['site'], absolute: Absolute): JsonLd {
  const paths = items.map(({ slug }) => productPath(slug))
  return buildCollection(head, paths, (query.page - 1) * LISTING_PAGE_SIZE, site, absolute)
}

/** Lists pages by URL only, because each contains its own description. */
function buildCollection(
  head: PageHead,
  paths: readonly string[],
  before: number,
  { base = '', locale }: Frame['site'],
  absolute: Absolute,
): JsonLd {
  return {
    '@context': SCHEMA,
    '@type': 'CollectionPage',
    name: head.title,
    url: absolute.file(head.canonicalPath),
    // A page without a translation has the first language's page as canonical.
    inLanguage: head.canonicalPath.startsWith(base) ? locale : head.alternates?.[0]?.lang,
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: paths.map((path, index) => ({
        '@type': 'ListItem',
        position: before + index + 1,
        url: absolute.page(path),
      })),
    },
  }
}

function buildOrganization(
  site: Frame['site'],
  absolute: Absolute,
  type: 'Organization' | 'LocalBusiness' = 'Organization',
): JsonLd {
  const { email, phone, address, openingHours } = site.contact
  const logo = absolute.file(site.logo ? previewUrl(site.logo) : iconPath(site, 'icon-512.png'))
  const isPlace = type === 'LocalBusiness'
  const picture = site.hero?.image ? absolute.file(previewUrl(site.hero.image)) : logo
  return {
    '@context': SCHEMA,
    '@type': type,
    '@id': absolute.file(isPlace ? '/#place' : '/#organization'),
    name: site.name,
    url: absolute.page('/'),
    logo,
    ...(isPlace && { image: picture }),
    ...(email && { email }),
    ...(phone && { telephone: phone }),
    ...(address && { address: { '@type': 'PostalAddress', ...address } }),
    ...(site.sameAs.length > 0 && { sameAs: site.sameAs }),
    ...(isPlace &&
      openingHours.length > 0 && {
        openingHoursSpecification: openingHours.map(({ days, opens, closes }) => ({
          '@type': 'OpeningHoursSpecification',
          dayOfWeek: days.map((day) => `${SCHEMA}/${day}`),
          opens,
          closes,
        })),
      }),
  }
}
