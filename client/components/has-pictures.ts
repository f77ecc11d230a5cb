import type { Card } from '../../shared/shown-catalog.ts'

/** Whether a list shows pictures. If at most one product in ten had one, most frames would be empty. */
export function hasPictures(products: readonly Pick<Card, 'image'>[]): boolean {
  return products.filter(({ image }) => image).length * 10 > products.length
}
