import type { CatalogImage } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/en.ts'
import { ProductImage } from '../../components/product-image.tsx'

/** All pictures, the chosen variant's first: a strip to swipe on small screens, one below the other on large ones. */
export function Gallery({ images, firstIndex }: { readonly images: readonly CatalogImage[]; readonly firstIndex: number }) {
  const first = images[firstIndex]
  if (!first) {
    return (
      <div className="gallery">
        <ProductImage image={null} isFirst />
      </div>
    )
  }
  const ordered = [first, ...images.filter((image) => image !== first)]
  return (
    <div className="gallery" role="group" aria-label={messages.pictures} tabIndex={ordered.length > 1 ? 0 : undefined}>
      {ordered.map((image, index) => (
        <ProductImage key={'hash' in image ? image.hash : image.url} image={image} isFirst={index === 0} isWhole />
      ))}
    </div>
  )
}
