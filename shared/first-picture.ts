import type { CatalogImage, Product } from './catalog.ts'

/** The picture that a product's page shows first: the chosen variant's, else the first one. */
export function chooseFirstPicture(
  { images, variants }: Pick<Product, 'images' | 'variants'>,
  variantKey: string,
): CatalogImage | null {
  const variant = variants.find(({ key }) => key === variantKey) ?? variants[0]
  return images[variant.imageIndex ?? 0] ?? null
}
