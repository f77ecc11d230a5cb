import { useLayoutEffect, useRef } from 'react'
import { COMPARE_KEY, comparisonPath } from '../../../shared/urls.ts'
import { useMessages, useHydrated } from '../../base/context.tsx'
import { setMarked, useMarks, type Mark } from './marks.ts'
import { useNavigate } from 'react-router-dom'
import { ROUTES } from '../../../shared/routes.ts'
import { Form } from '../../base/link.tsx'
import { Icon } from '../icon.tsx'

const COMPARE_FORM_ID = 'compare'

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
    <label className="compare-box on-screen">
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

/** Compares the products marked on this device or, without scripts, those checked in the list. */
export function CompareForm() {
  const messages = useMessages()
  const navigate = useNavigate()
  const { marks } = useMarks()
  return (
    <Form
      id={COMPARE_FORM_ID}
      action={ROUTES.products.path}
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(comparisonPath(marks.map(({ slug }) => slug)))
      }}
    >
      {/* If no product is marked, the empty value opens a page that explains how to mark products. */}
      <button type="submit" className="button" name={COMPARE_KEY} value="">
        {messages.compare}
      </button>
    </Form>
  )
}

/** Without scripts, the button opens a comparison with only this product. */
export function CompareButton({ slug, name }: Mark) {
  const messages = useMessages()
  const isHydrated = useHydrated()
  const isMarked = useMarks().marks.some((mark) => mark.slug === slug)
  return (
    <Form
      action={ROUTES.products.path}
      data-in-place=""
      onSubmit={(event) => {
        event.preventDefault()
        setMarked({ slug, name }, !isMarked)
      }}
    >
      <button
        type="submit"
        name={COMPARE_KEY}
        value={slug}
        className="button"
        aria-pressed={isHydrated ? isMarked : undefined}
      >
        {isMarked ? <Icon path="M5 13l5 5 9-11" /> : null}
        <span>{messages.compare}</span>
      </button>
    </Form>
  )
}
