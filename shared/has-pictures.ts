import type { Card } from './shown-catalog.ts'

/** Whether a list shows pictures. If one product in ten or fewer had one, most of the boxes would be empty. */
export function hasPictures(products: readonly Pick<Card, 'image'>[]): boolean {
  return products.filter(({ image }) => image).length * 10 > products.length
}
