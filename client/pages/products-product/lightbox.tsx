import { useId, useRef, useState, type KeyboardEvent } from 'react'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { measureFullSize } from '../../../shared/renditions.ts'
import { Icon } from '../../components/icon.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { toLogicalArrowKey } from '../../widgets/logical-arrow-key.ts'
import { Overlay, OverlayPanel } from '../../widgets/overlay/overlay.tsx'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { LightboxSlide } from './lightbox-slide.tsx'
import type { Point, Size } from './picture-zoom.ts'
import { usePictureGestures } from './use-picture-gestures.ts'

const ZOOM_STEP = 1.5
const PAN_STEP_PX = 80

/** An arrow key shows more of the side to which it points, so the picture moves the other way. */
const PAN_STEPS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: PAN_STEP_PX, y: 0 },
  ArrowRight: { x: -PAN_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: PAN_STEP_PX },
  ArrowDown: { x: 0, y: -PAN_STEP_PX },
}

export interface LightboxProps {
  readonly images: readonly CatalogImage[]
  readonly firstIndex: number
  readonly isOpenedByKey: boolean
}

export function Lightbox({ images: openedImages, firstIndex, isOpenedByKey }: LightboxProps) {
  const messages = useMessages()
  const [isOpen, setOpen] = useState(true)
  // A closed lightbox must not load the pictures of the next product.
  const [images] = useState(openedImages)
  const [position, setPosition] = useState(firstIndex)
  const [hasUsedKey, setUsedKey] = useState(isOpenedByKey)
  const [isLoaded, setLoaded] = useState(false)
  const countId = useId()
  const stageRef = useRef<HTMLDivElement>(null)
  const pictureRef = useRef<HTMLImageElement>(null)
  const hasOthers = images.length > 1
  const indexAt = (place: number) => ((place % images.length) + images.length) % images.length
  const index = indexAt(position)
  const image = images[index]!

  const { motion, handlers, zoomBy, panBy, reset } = usePictureGestures({
    stageRef,
    hasOthers,
    measurePicture: () => measurePicture(image, pictureRef.current),
    onSwipe(direction) {
      if (direction === 'down') setOpen(false)
      else move(toLogicalArrowKey(direction === 'left' ? 'ArrowRight' : 'ArrowLeft') === 'ArrowRight' ? 1 : -1)
    },
  })
  const { view, offset, isDirect, canZoomIn } = motion
  const isZoomed = view.scale > 1

  function move(step: number): void {
    if (!hasOthers) return
    reset()
    setPosition(position + step)
  }

  function handleKey(event: KeyboardEvent): void {
    setUsedKey(true)
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const panStep = isZoomed ? PAN_STEPS[event.key] : undefined
    const key = toLogicalArrowKey(event.key)
    if (panStep) panBy(panStep)
    else if (key === 'ArrowRight') move(1)
    else if (key === 'ArrowLeft') move(-1)
    else if (key === '+' || key === '=') zoomBy(ZOOM_STEP)
    else if (key === '-') zoomBy(1 / ZOOM_STEP)
    else if (key === '0') reset()
    else return
    event.preventDefault()
  }

  const shown = hasOthers && isLoaded ? [position - 1, position, position + 1] : [position]
  return (
    <Overlay open={isOpen} onOpenChange={setOpen}>
      <OverlayPanel placement="full" className="lightbox" aria-label={messages.pictures} onKeyDown={handleKey}>
        {/* A dialog focuses its first element, so the picture comes before the bar that is displayed above it. */}
        <div
          ref={stageRef}
          className="lightbox-stage"
          tabIndex={0}
          role="img"
          aria-label={image.alt || messages.pictures}
          lang={image.lang}
          aria-describedby={countId}
          data-used-key={hasUsedKey ? '' : undefined}
          data-zoomed={isZoomed ? '' : undefined}
          data-direct={isDirect ? '' : undefined}
          {...handlers}
        >
          <div
            className="lightbox-track"
            style={{
              transform: `translate(calc(var(--flow) * ${-position * 100}% + ${offset.x}px), ${offset.y}px)`,
            }}
          >
            {shown.map((place) => (
              <LightboxSlide
                key={place}
                image={images[indexAt(place)]!}
                position={place}
                view={place === position ? view : null}
                pictureRef={place === position ? pictureRef : undefined}
                onLoad={() => setLoaded(true)}
              />
            ))}
          </div>
        </div>
        <div className="lightbox-bar">
          <p className="caption lightbox-count" role="status">
            <span id={countId}>{messages.pictureOf(index + 1, images.length)}</span>{' '}
            <span className="visually-hidden" lang={image.lang}>
              {image.alt}
            </span>
          </p>
          <BarButton
            label={messages.zoomOut}
            path="M5 12h14"
            isDisabled={!isZoomed}
            onPress={() => zoomBy(1 / ZOOM_STEP)}
          />
          <BarButton
            label={messages.zoomIn}
            path="M5 12h14M12 5v14"
            isDisabled={!canZoomIn}
            onPress={() => zoomBy(ZOOM_STEP)}
          />
          {hasOthers ? (
            <>
              <BarButton
                label={messages.previousPicture}
                path="M15 5l-7 7 7 7"
                className="lightbox-previous"
                onPress={() => move(-1)}
              />
              <BarButton
                label={messages.nextPicture}
                path="M9 5l7 7-7 7"
                className="lightbox-next"
                onPress={() => move(1)}
              />
            </>
          ) : null}
          <BarButton
            label={messages.close}
            path="M6 6l12 12M18 6L6 18"
            className="overlay-close"
            onPress={() => setOpen(false)}
          />
        </div>
      </OverlayPanel>
    </Overlay>
  )
}

/** Returns the full resolution in pixels. A picture on another server has only one file, whose size is used. */
function measurePicture(image: CatalogImage, picture: HTMLImageElement | null): Size {
  if ('hash' in image) return measureFullSize(image)
  return { width: picture?.naturalWidth ?? 0, height: picture?.naturalHeight ?? 0 }
}

interface BarButtonProps {
  readonly label: string
  readonly path: string
  readonly className?: string
  /** A button that becomes disabled keeps the focus. */
  readonly isDisabled?: boolean
  readonly onPress: () => void
}

function BarButton({ label, path, className = '', isDisabled = false, onPress }: BarButtonProps) {
  return (
    <Tooltip text={label}>
      <button
        type="button"
        className={`lightbox-button ${className}`}
        aria-label={label}
        aria-disabled={isDisabled || undefined}
        onClick={isDisabled ? undefined : onPress}
      >
        <Icon path={path} />
      </button>
    </Tooltip>
  )
}
