import './tooltip.css'
import { cloneElement, useId, type ReactElement } from 'react'
import { attachTooltip } from './attach-tooltip.ts'

interface AnchorProps {
  readonly 'aria-label'?: string | undefined
  readonly 'aria-describedby'?: string | undefined
}

interface TooltipProps {
  readonly text: string
  /** One element that can be focused, and that stays the same one. */
  readonly children: ReactElement<AnchorProps>
}

/**
 * A short text that shows while its element is hovered or focused, and that describes it. An element that shows an icon
 * alone is named by `aria-label`; where the tooltip says the same, it is no description as well, or it would be read twice.
 */
export function Tooltip({ text, children }: TooltipProps) {
  const id = useId()
  const { 'aria-label': label, 'aria-describedby': describedBy } = children.props
  return (
    <>
      {label === text
        ? children
        : cloneElement(children, { 'aria-describedby': describedBy === undefined ? id : `${describedBy} ${id}` })}
      <span ref={attachToPrevious} id={id} role="tooltip" popover="manual" className="tooltip" data-state="closed">
        {text}
      </span>
    </>
  )
}

function attachToPrevious(bubble: HTMLSpanElement): () => void {
  return attachTooltip(bubble.previousElementSibling as HTMLElement, bubble)
}
