import { PICTURE_PLACES, type PicturePlaceName } from '../../client/components/picture-places.ts'
import type { CatalogImage } from '../../shared/catalog.ts'
import { escapeHtml } from '../../shared/escape.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type { AnyLoadedPage, Frame } from '../../shared/page-data.ts'
import type { CardImage } from '../../shared/shown-catalog.ts'
import { buildSrcSet } from '../../shared/renditions.ts'

/** Lets the browser ask for a page's largest picture before it has read the page; '' where there is none. */
export function preloadPicture(page: AnyLoadedPage, { site }: Frame): string {
  const [image, place] = findLargestPicture(page, site.hero?.image ?? null)
  if (!image || !('hash' in image)) return ''
  const { sizes, widths } = PICTURE_PLACES[place]
  return `<link rel="preload" as="image" imagesrcset="${escapeHtml(buildSrcSet(image, widths))}" imagesizes="${sizes}" fetchpriority="high">`
}

function findLargestPicture(
  page: AnyLoadedPage,
  hero: CatalogImage | null,
): readonly [CatalogImage | CardImage | null, PicturePlaceName] {
  switch (page.name) {
    case 'index':
      return [hero, 'hero']
    case 'products-product':
      return [chooseFirstPicture(page.data.product, page.data.variantKey), 'gallery']
    case 'products':
    case 'category-category':
      return [page.data.listing.query.view === 'grid' ? (page.data.listing.items[0]?.image ?? null) : null, 'card']
    case 'category':
      return [page.data.categories[0]?.image ?? null, 'tile']
    default:
      return [null, 'card']
  }
}
