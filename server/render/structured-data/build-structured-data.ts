import type { CategoryLink } from '../../../shared/catalog.ts'
import { LISTING_PAGE_SIZE } from '../../../shared/constants.ts'
import type { AnyLoadedPage, Frame, PageHead } from '../../../shared/page-data.ts'
import { namePages } from '../../../shared/page-title.ts'
import type { ShownListing } from '../../../shared/shown-catalog.ts'
import { previewUrl } from '../../../shared/renditions.ts'
import { absoluteUrl, categoryPath, productPath } from '../../../shared/urls.ts'
import { iconPath } from '../../icons/web-app-manifest.ts'
import { messagesFor } from '../../base/language.ts'
import { SCHEMA, type Absolute, type JsonLd } from './json-ld.ts'
import { buildProductData } from './product-data.ts'

/** Builds the schema.org descriptions of a page and its breadcrumbs (formats.md, section 7). */
export function buildStructuredData(page: AnyLoadedPage, { site, siteUrl }: Frame): readonly JsonLd[] {
  const absolute = (path: string) => absoluteUrl(path, siteUrl)
  if (page.head.robots === 'noindex') return []
  switch (page.name) {
    case 'index':
      return [
        buildOrganization(site, absolute),
        { '@context': SCHEMA, '@type': 'WebSite', name: site.name, url: absolute('/') },
      ]
    case 'contact':
      return [buildOrganization(site, absolute, site.contact.address ? 'LocalBusiness' : 'Organization')]
    case 'about-page': {
      const place = { name: page.data.title, item: absolute(page.head.canonicalPath) }
      return [
        buildBreadcrumbList([
          { name: namePages(site, messagesFor(site.locale)).about, item: absolute('/about') },
          place,
        ]),
      ]
    }
    case 'products':
      return 'comparison' in page.data ? [] : [buildListing(page.data.listing, page.head, absolute)]
    case 'category': {
      const { tiles, groups } = page.data
      const categories = [...tiles, ...groups.flatMap((group) => group.categories)]
      const paths = categories.map(({ slug }) => categoryPath(slug))
      return [buildCollection(page.head, paths, 0, absolute)]
    }
    case 'category-category': {
      const { category, ancestors, listing } = page.data
      return [
        buildBreadcrumbList(listCategoryPlaces([...ancestors, category], site, absolute)),
        buildListing(listing, page.head, absolute),
      ]
    }
    case 'products-product': {
      const { product, breadcrumb, partPrices } = page.data
      const own = buildProductData(product, breadcrumb, partPrices, absolute)
      if (breadcrumb.length === 0) return [own]
      const place = { name: product.name, item: absolute(productPath(product.slug)) }
      return [own, buildBreadcrumbList([...listCategoryPlaces(breadcrumb, site, absolute), place])]
    }
    default:
      return []
  }
}

interface Place {
  readonly name: string
  readonly item: string
}

/** Lists the breadcrumbs of categories, which begin with the page of all categories. */
function listCategoryPlaces(
  categories: readonly CategoryLink[],
  site: Frame['site'],
  absolute: Absolute,
): readonly Place[] {
  return [
    { name: namePages(site, messagesFor(site.locale)).categories, item: absolute('/category') },
    ...categories.map(({ slug, name }) => ({ name, item: absolute(categoryPath(slug)) })),
  ]
}

function buildBreadcrumbList(places: readonly Place[]): JsonLd {
  return {
    '@context': SCHEMA,
    '@type': 'BreadcrumbList',
    itemListElement: places.map((place, index) => ({ '@type': 'ListItem', position: index + 1, ...place })),
  }
}

function buildListing({ items, query }: ShownListing, head: PageHead, absolute: Absolute): JsonLd {
  return buildCollection(
    head,
    items.map(({ slug }) => productPath(slug)),
    (query.page - 1) * LISTING_PAGE_SIZE,
    absolute,
  )
}

/** Describes a list of pages by their URLs only, because each page contains its own description. */
function buildCollection(head: PageHead, paths: readonly string[], before: number, absolute: Absolute): JsonLd {
  return {
    '@context': SCHEMA,
    '@type': 'CollectionPage',
    name: head.title,
    url: absolute(head.canonicalPath),
    mainEntity: {
      '@type': 'ItemList',
      itemListElement: paths.map((path, index) => ({
        '@type': 'ListItem',
        position: before + index + 1,
        url: absolute(path),
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
  const logo = absolute(site.logo ? previewUrl(site.logo) : iconPath(site, 'icon-512.png'))
  const isPlace = type === 'LocalBusiness'
  const picture = site.hero?.image ? absolute(previewUrl(site.hero.image)) : logo
  return {
    '@context': SCHEMA,
    '@type': type,
    '@id': absolute(isPlace ? '/#place' : '/#organization'),
    name: site.name,
    url: absolute('/'),
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
