import { Icon } from '../../components/icon.tsx'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'

export function TooltipExample() {
  return (
    <div className="widgets-row row">
      <Tooltip text="Share this piece">
        <button type="button" className="button" aria-label="Share this piece">
          <Icon path="M12 15V4M7 8l5-5 5 5M5 14v6h14v-6" />
        </button>
      </Tooltip>
      <Tooltip text="You will find it again under your bookmarks">
        <button type="button" className="button">
          Remember
        </button>
      </Tooltip>
    </div>
  )
}
