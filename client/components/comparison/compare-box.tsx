import { useLayoutEffect, useRef } from 'react'
import { COMPARE_KEY } from '../../../shared/comparison.ts'
import { useMessages } from '../../base/messages-context.ts'
import { setMarked, useMarks, type Mark } from './marks.ts'

export const COMPARE_FORM_ID = 'compare'

/** The checkbox that marks a product for comparison. Without scripts, the form in the list's toolbar submits it. */
export function CompareBox({ slug, name }: Mark) {
  const messages = useMessages()
  const ref = useRef<HTMLInputElement>(null)
  const { marks } = useMarks()
  useLayoutEffect(() => {
    // The visitor may have checked the box before hydration.
    if (ref.current?.checked) setMarked({ slug, name }, true)
  }, [slug, name])
  return (
    <label className="compare-box">
      <input
        ref={ref}
        type="checkbox"
        name={COMPARE_KEY}
        value={slug}
        form={COMPARE_FORM_ID}
        aria-label={messages.compareProduct(name)}
        checked={marks.some((mark) => mark.slug === slug)}
        onChange={({ target }) => setMarked({ slug, name }, target.checked)}
      />
      <span>{messages.compare}</span>
    </label>
  )
}
