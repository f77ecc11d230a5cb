import type { CatalogImage } from '../../../shared/catalog.ts'
import { messages } from '../../../shared/messages/en.ts'
import { ProductImage } from '../../components/product-image.tsx'
import { TravellingPicture } from '../../components/travelling-picture.tsx'

interface GalleryProps {
  /** The product's. */
  readonly slug: string
  readonly images: readonly CatalogImage[]
  readonly firstIndex: number
}

/** All pictures, the chosen variant's first: a strip to swipe on small screens, one below the other on large ones. */
export function Gallery({ slug, images, firstIndex }: GalleryProps) {
  const first = images[firstIndex] ?? null
  const others = images.filter((image) => image !== first)
  return (
    <div className="gallery" {...(others.length > 0 ? { role: 'group', 'aria-label': messages.pictures, tabIndex: 0 } : {})}>
      <TravellingPicture slug={slug}>
        <ProductImage key={first && keyOf(first)} image={first} isFirst isWhole />
      </TravellingPicture>
      {others.map((image) => (
        <ProductImage key={keyOf(image)} image={image} isWhole />
      ))}
    </div>
  )
}

function keyOf(image: CatalogImage): string {
  return 'hash' in image ? image.hash : image.url
}
