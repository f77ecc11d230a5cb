import { ROUTES } from '../../../shared/routes.ts'
import { COMPARE_KEY } from '../../../shared/comparison.ts'
import { Form } from '../../base/form.tsx'
import { useMessages } from '../../base/messages-context.ts'
import { useHydrated } from '../../base/use-hydrated.ts'
import { Icon } from '../icon.tsx'
import { setMarked, useMarks, type Mark } from './marks.ts'

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
