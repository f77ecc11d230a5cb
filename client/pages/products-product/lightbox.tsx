import './lightbox.css'
import type { CatalogImage } from '../../../shared/catalog.ts'
import { Icon } from '../../components/icon.tsx'
import { ProductImage } from '../../components/product-image.tsx'
import { useMessages } from '../../messages-context.ts'
import { OverlayClose, OverlayPanel } from '../../widgets/overlay/overlay.tsx'
import { toLogicalArrowKey } from '../../widgets/logical-arrow-key.ts'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'

interface LightboxProps {
  readonly images: readonly CatalogImage[]
  readonly index: number
  readonly onIndexChange: (index: number) => void
}

export function Lightbox({ images, index, onIndexChange }: LightboxProps) {
  const messages = useMessages()
  const move = (step: number) => onIndexChange((index + step + images.length) % images.length)
  return (
    <OverlayPanel
      placement="full"
      className="lightbox"
      aria-label={messages.pictures}
      onKeyDown={(event) => {
        const key = toLogicalArrowKey(event.key)
        if (key === 'ArrowRight') move(1)
        else if (key === 'ArrowLeft') move(-1)
      }}
    >
      <div className="overlay-head">
        <p className="caption lightbox-count" role="status">
          {messages.pictureOf(index + 1, images.length)}
        </p>
        <div className="lightbox-buttons">
          {images.length > 1 ? (
            <>
              <MoveButton label={messages.previousPicture} path="M15 5l-7 7 7 7" onMove={() => move(-1)} />
              <MoveButton label={messages.nextPicture} path="M9 5l7 7-7 7" onMove={() => move(1)} />
            </>
          ) : null}
          <OverlayClose className="button" />
        </div>
      </div>
      <ProductImage image={images[index] ?? null} place="lightbox" />
    </OverlayPanel>
  )
}

function MoveButton({
  label,
  path,
  onMove,
}: {
  readonly label: string
  readonly path: string
  readonly onMove: () => void
}) {
  return (
    <Tooltip text={label}>
      <button type="button" className="button" aria-label={label} onClick={onMove}>
        <Icon path={path} />
      </button>
    </Tooltip>
  )
}
