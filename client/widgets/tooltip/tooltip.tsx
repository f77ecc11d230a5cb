import './tooltip.css'
import { cloneElement, useId, type ReactElement } from 'react'
import { attachTooltip } from './attach-tooltip.ts'

interface AnchorProps {
  readonly 'aria-label'?: string | undefined
  readonly 'aria-describedby'?: string | undefined
}

interface TooltipProps {
  readonly text: string
  /** A single focusable element that is never replaced by another one. */
  readonly children: ReactElement<AnchorProps>
}

/**
 * The tooltip describes its element. If it only repeats the `aria-label`, it is not linked as a description, so that
 * screen readers do not read it twice.
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
