import { useRef, useState } from 'react'
import YetAnotherLightbox, { type Slide } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { fullSizeUrl, listRenditions, type RenditionWidth } from '../../../shared/renditions.ts'
import { useMessages } from '../../base/context.tsx'

declare module 'yet-another-react-lightbox' {
  interface SlideImage {
    readonly lang?: string | undefined
  }
}

const WIDTHS: readonly RenditionWidth[] = [640, 960, 1200, 1920, 2560]
const PLUGINS = [Zoom]
const NO_BUTTONS = { buttonPrev: () => null, buttonNext: () => null }

export interface LightboxProps {
  readonly images: readonly CatalogImage[]
  readonly firstIndex: number
  readonly onClose: () => void
}

/** Only the browser renders it: the Content-Security-Policy permits the library's styles because scripts set them. */
export function Lightbox({ images, firstIndex, onClose }: LightboxProps) {
  const messages = useMessages()
  // With other slides, the library would go back to the first picture.
  const [slides] = useState(() => images.map(describeSlide))
  const [index, setIndex] = useState(firstIndex)
  const isClosing = useRef(false)
  const hasOthers = slides.length > 1
  return (
    <YetAnotherLightbox
      open
      // The library calls this once for each press of Escape while the lightbox fades out.
      close={() => {
        if (!isClosing.current) onClose()
        isClosing.current = true
      }}
      className="lightbox"
      slides={slides}
      index={firstIndex}
      plugins={PLUGINS}
      on={{ view: (viewed) => setIndex(viewed.index) }}
      carousel={{
        finite: !hasOthers,
        padding: 0,
        preload: 1,
        imageProps: (slide) => ('lang' in slide ? { lang: slide.lang } : {}),
      }}
      controller={{ closeOnPullDown: true }}
      // The library would move the page by the width of the scrollbar.
      noScroll={{ disabled: true }}
      zoom={{ scrollToZoom: true, pinchZoomV4: true, maxZoomPixelRatio: 2 }}
      labels={{
        Lightbox: messages.pictures,
        'Photo gallery': messages.pictures,
        Carousel: '',
        Slide: '',
        '{index} of {total}': '{index} / {total}',
        Previous: messages.previousPicture,
        Next: messages.nextPicture,
        Close: messages.close,
        'Zoom in': messages.zoomIn,
        'Zoom out': messages.zoomOut,
      }}
      render={{
        ...(hasOthers ? {} : NO_BUTTONS),
        iconError: () => <span className="lightbox-failed" />,
        controls: () => (
          <p className="caption lightbox-count" role="status">
            <span>{messages.pictureOf(index + 1, slides.length)}</span>{' '}
            <span className="visually-hidden" lang={slides[index]?.lang}>
              {slides[index]?.alt}
            </span>
          </p>
        ),
      }}
    />
  )
}

function describeSlide(image: CatalogImage): Slide {
  const slide = { src: fullSizeUrl(image), alt: image.alt, lang: image.lang }
  if (!('hash' in image)) return slide
  const { width, height } = image
  const renditions = listRenditions(image, WIDTHS)
  return {
    ...slide,
    width,
    height,
    srcSet: renditions.map(({ url, width: scaled }) => ({
      src: url,
      width: scaled,
      height: (height * scaled) / width,
    })),
  }
}
