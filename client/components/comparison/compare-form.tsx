import { useNavigate } from 'react-router-dom'
import { ROUTES } from '../../../shared/routes.ts'
import { COMPARE_KEY, comparisonPath } from '../../../shared/comparison.ts'
import { Form } from '../../base/form.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { COMPARE_FORM_ID } from './compare-box.tsx'
import { useMarks } from './marks.ts'

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
