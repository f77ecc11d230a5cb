import type { CategoryLink } from '../../shared/catalog.ts'
import type { Card, CardImage, CategoryCard } from '../../shared/shown-catalog.ts'

/** The products in a list of cards that the server drew. @param name of the list */
export function readCards(name: string): readonly Card[] {
  return Array.from(document.querySelectorAll<HTMLElement>(`[data-list="${name}"] > .card`), (card) => {
    const [notes, formerPrice] = [findText(card, '.caption'), findText(card, 's')]
    return {
      slug: card.dataset['slug']!,
      name: readText(card, '.card-name'),
      image: readImage(card),
      price: readText(card, formerPrice === undefined ? '.price' : '.price-reduced'),
      ...(formerPrice !== undefined && { formerPrice }),
      ...(notes !== undefined && { notes }),
    }
  })
}

/** The categories in a list of tiles that the server drew. */
export function readTiles(): readonly CategoryCard[] {
  return Array.from(document.querySelectorAll('#main .tile'), (tile) => ({
    slug: readSlug(tile),
    name: readText(tile, '.tile-name'),
    image: readImage(tile),
    count: readText(tile, '.caption'),
  }))
}

/** The categories above a page. */
export function readBreadcrumb(): readonly CategoryLink[] {
  const [, ...categories] = document.querySelectorAll('.breadcrumb a')
  return categories.map((link) => ({ slug: readSlug(link.parentElement!), name: link.textContent }))
}

/** The text of an element that is there. */
export function readText(within: ParentNode, selector: string): string {
  return within.querySelector(selector)!.textContent!
}

function findText(within: ParentNode, selector: string): string | undefined {
  return within.querySelector(selector)?.textContent
}

/** Of the thing that the first link leads to. */
function readSlug(within: ParentNode): string {
  return decodeURIComponent(within.querySelector('a')!.pathname.split('/')[2]!)
}

function readImage(within: ParentNode): CardImage | null {
  const image = within.querySelector('img')
  if (!image) return null
  const [url, width, height] = ['src', 'width', 'height'].map((name) => image.getAttribute(name)!) as [string, string, string]
  return url.startsWith('/images/') ? { hash: url.split('/')[2]!, width: Number(width), height: Number(height) } : { url }
}
