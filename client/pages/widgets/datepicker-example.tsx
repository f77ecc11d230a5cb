import { useState } from 'react'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'

/** Every day but Saturday. */
const OPEN_DAYS = [1, 2, 3, 4, 5, 7]

export function DatepickerExample() {
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
