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

export function Page() {
  const messages = useMessages()
  return (
    <div className="section widgets">
      <h1>{messages.widgets}</h1>
      <OverlayExamples />
      <DropdownExamples />
      <TooltipExamples />
      <StepperExamples />
      <PasswordStrengthExamples />
      <PinInputExamples />
      <DataTableExamples />
      <DatepickerExamples />
    </div>
  )
}
