import { useMessages } from '../../base/context.tsx'
import './page.css'
import { DataTableExample } from './data-table-example.tsx'
import { DropdownExample } from './dropdown-example.tsx'
import { OverlayExample } from './overlay-example.tsx'
import { StepperExample } from './stepper-example.tsx'
import { Icon } from '../../components/icon.tsx'
import { Tooltip } from '../../widgets/tooltip/tooltip.tsx'
import { useState } from 'react'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'
import { PasswordStrength } from '../../widgets/password-strength/password-strength.tsx'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'

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

function TooltipExample() {
  return (
    <div className="widgets-row row">
      <Tooltip text="Share this piece">
        <button type="button" className="button" aria-label="Share this piece">
          <Icon path="M12 15V4M7 8l5-5 5 5M5 14v6h14v-6" />
        </button>
      </Tooltip>
      <Tooltip text="You will find it again under your bookmarks">
        <button type="button" className="button">
          Remember
        </button>
      </Tooltip>
    </div>
  )
}

const KNOWN_REFERENCE = 'ABCD2345'

function PinInputExample() {
  const [completed, setCompleted] = useState<readonly string[]>([])
  const isUnknown = completed.length > 0 && completed.at(-1) !== KNOWN_REFERENCE
  return (
    <form>
      <PinInput
        label="Reference"
        length={8}
        name="reference"
        error={isUnknown ? 'There is no enquiry with this reference.' : undefined}
        onComplete={(reference) => setCompleted((before) => [...before, reference])}
      />
      <div className="widgets-row row">
        <button type="submit" className="button">
          Look up
        </button>
        <output className="caption">{completed.join(', ')}</output>
      </div>
    </form>
  )
}

function PasswordStrengthExample() {
  return <PasswordStrength label="Password" name="password" defaultValue="Abc1!x" />
}

/** Every day but Saturday. */
const OPEN_DAYS = [1, 2, 3, 4, 5, 7]

function DatepickerExample() {
  const [reported, setReported] = useState('')
  return (
    <form action="/contact">
      <Datepicker
        name="visit"
        label="Preferred time"
        locale="en-US"
        timeZone="America/Los_Angeles"
        openDays={OPEN_DAYS}
        defaultValue=""
        onValueChange={(value, problem) => setReported(problem ?? value)}
      />
      <button type="submit" className="button">
        Send
      </button>
      <output>{reported}</output>
    </form>
  )
}
