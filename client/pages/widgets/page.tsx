import { useLocation } from 'react-router-dom'
import { Link } from '../../base/link.tsx'
import { useMessages } from '../../base/messages-context.ts'
import './page.css'
import { DataTableExamples } from './data-table-examples.tsx'
import { DatepickerExamples } from './datepicker-examples.tsx'
import { DropdownExamples } from './dropdown-examples.tsx'
import { OverlayExamples } from './overlay-examples.tsx'
import { PasswordStrengthExamples } from './password-strength-examples.tsx'
import { PinInputExamples } from './pin-input-examples.tsx'
import { StepperExamples } from './stepper-examples.tsx'
import { TooltipExamples } from './tooltip-examples.tsx'

const EXAMPLES = {
  overlay: OverlayExamples,
  dropdown: DropdownExamples,
  tooltip: TooltipExamples,
  stepper: StepperExamples,
  'password-strength': PasswordStrengthExamples,
  'pin-input': PinInputExamples,
  'data-table': DataTableExamples,
  datepicker: DatepickerExamples,
}

/** `?only=` shows one widget, because the whole page has about 4,800 elements. */
export function Page() {
  const messages = useMessages()
  const only = new URLSearchParams(useLocation().search).get('only')
  return (
    <div className="section widgets">
      <h1>{messages.widgets}</h1>
      <p className="widgets-row">
        {Object.keys(EXAMPLES).map((name) => (
          <Link key={name} to={`/widgets?only=${name}`}>
            {name}
          </Link>
        ))}
      </p>
      {Object.entries(EXAMPLES).map(([name, Examples]) => (only ?? name) === name && <Examples key={name} />)}
    </div>
  )
}
