import { useState } from 'react'
import { Datepicker } from '../../widgets/datepicker/datepicker.tsx'

export function DatepickerExamples() {
  const [reported, setReported] = useState('')
  return (
    <section aria-labelledby="datepicker-heading">
      <div className="section-head">
        <h2 id="datepicker-heading">Datepicker</h2>
      </div>
      <form action="/contact">
        <Datepicker
          name="visit"
          label="Preferred time"
          locale="en-US"
          timeZone="America/Los_Angeles"
          onValueChange={(value, problem) => setReported(problem ?? value)}
        />
        <output data-testid="reported">{reported}</output>
        <button type="submit" className="button">
          Send
        </button>
      </form>
      <form>
        <Datepicker
          name="abholung"
          label="Abholung"
          locale="de"
          timeZone="Europe/Berlin"
          defaultValue="2027-03-27T15:30"
        />
      </form>
      <form>
        <Datepicker
          name="late"
          label="With an error"
          locale="en-GB"
          timeZone="Pacific/Kiritimati"
          openDays={[2, 3, 4, 5, 6]}
          error="We are closed then."
        />
      </form>
    </section>
  )
}
