import { useEffect, useState, type Ref } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { fullSizeUrl } from '../../../shared/renditions.ts'
import { describeSource } from '../../components/product-image.tsx'
import { FITTED, type PictureView } from './picture-zoom.ts'

interface LightboxSlideProps {
  readonly image: CatalogImage
  /** Place in the endless row of pictures. Places before the first picture are negative. */
  readonly position: number
  /** Null for the pictures beside the current one, which are loaded in advance. */
  readonly view: PictureView | null
  readonly pictureRef: Ref<HTMLImageElement> | undefined
  readonly onLoad: () => void
}

/**
 * The slide may have `style` attributes, because only the browser renders it: the Content-Security-Policy permits
 * styles set by script.
 */
export function LightboxSlide({ image, position, view, pictureRef, onLoad }: LightboxSlideProps) {
  const { scale, x, y } = view ?? FITTED
  const fullUrl = useFullSize(image, scale > 1)
  return (
    <span
      className="picture lightbox-slide"
      data-current={view ? '' : undefined}
      style={{ insetInlineStart: `${position * 100}%` }}
    >
      <img
        ref={pictureRef}
        {...(fullUrl === null ? { ...describeSource(image, 'lightbox'), ...describeSize(image) } : { src: fullUrl })}
        alt=""
        decoding={fullUrl === null ? 'async' : 'sync'}
        draggable={false}
        onLoad={onLoad}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      />
    </span>
  )
}

/** A picture is either as wide or as high as the window. */
function describeSize(image: CatalogImage) {
  return 'hash' in image ? { sizes: `min(100vw,${Math.round((100 * image.width) / image.height)}vh)` } : {}
}

function useFullSize(image: CatalogImage, isEnlarged: boolean): string | null {
  const [loadedUrl, setLoadedUrl] = useState<string | null>(null)
  const url = 'hash' in image ? fullSizeUrl(image) : null
  useEffect(() => {
    if (!isEnlarged || url === null) return
    let isOutdated = false
    const picture = new Image()
    picture.src = url
    picture.decode().then(
      () => isOutdated || setLoadedUrl(url),
      () => {},
    )
    return () => {
      isOutdated = true
    }
  }, [isEnlarged, url])
  return loadedUrl
}
