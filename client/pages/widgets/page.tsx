import { useMessages } from '../../base/messages-context.ts'
import './page.css'
import { DataTableExample } from './data-table-example.tsx'
import { DatepickerExample } from './datepicker-example.tsx'
import { DropdownExample } from './dropdown-example.tsx'
import { OverlayExample } from './overlay-example.tsx'
import { PasswordStrengthExample } from './password-strength-example.tsx'
import { PinInputExample } from './pin-input-example.tsx'
import { StepperExample } from './stepper-example.tsx'
import { TooltipExample } from './tooltip-example.tsx'

const EXAMPLES = {
  Overlay: OverlayExample,
  Dropdown: DropdownExample,
  Tooltip: TooltipExample,
  Stepper: StepperExample,
  'Password strength': PasswordStrengthExample,
  'Pin input': PinInputExample,
  'Data table': DataTableExample,
  Datepicker: DatepickerExample,
}

export function Page() {
  const messages = useMessages()
  return (
    <div className="section widgets">
      <h1>{messages.widgets}</h1>
      {Object.entries(EXAMPLES).map(([name, Example]) => (
        <section key={name} aria-label={name}>
          <h2>{name}</h2>
          <Example />
        </section>
      ))}
    </div>
  )
}
