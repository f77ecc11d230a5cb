import type { Card } from '../../shared/shown-catalog.ts'

/** Whether a list of products shows pictures: if at most one in ten has one, it would consist of empty frames. */
export function hasPictures(products: readonly Pick<Card, 'image'>[]): boolean {
  return products.filter(({ image }) => image).length * 10 > products.length
}
