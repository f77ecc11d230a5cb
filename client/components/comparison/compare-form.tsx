import { useNavigate } from 'react-router-dom'
import { COMPARE_KEY, comparisonPath } from '../../../shared/comparison.ts'
import { CarriedInputs } from '../../base/carried-list.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { COMPARE_FORM_ID } from './compare-box.tsx'
import { useMarks } from './marks.ts'

/** Compares the marked products: with scripts those of this device, without scripts those of the shown list. */
export function CompareForm() {
  const messages = useMessages()
  const navigate = useNavigate()
  const { marks } = useMarks()
  return (
    <form
      id={COMPARE_FORM_ID}
      action="/products"
      onSubmit={(event) => {
        event.preventDefault()
        void navigate(comparisonPath(marks.map(({ slug }) => slug)))
      }}
    >
      <CarriedInputs />
      {/* Its empty value leads to an explanation if no product is marked. */}
      <button type="submit" className="button" name={COMPARE_KEY} value="">
        {messages.compare}
      </button>
    </form>
  )
}
