import { useState } from 'react'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'

const KNOWN_REFERENCE = 'ABCD2345'

export function PinInputExamples() {
  const [isMounted, setMounted] = useState(true)
  return (
    <section aria-labelledby="pin-input-examples">
      <h2 id="pin-input-examples">Pin input</h2>
      <div className="widgets-row">
        <ReferenceExample />
        {isMounted ? <PinInput label="Any letters and digits" length={5} onComplete={() => setMounted(false)} /> : null}
        <PinInput label="Digits only" length={6} pattern="[0-9]" inputMode="numeric" />
        <PinInput label="With a default value" length={4} defaultValue="a1b2" />
        <PinInput label="Disabled" length={4} defaultValue="a1b2" disabled />
        <PinInput label="Read-only" length={4} defaultValue="a1b2" readOnly />
      </div>
    </section>
  )
}

function ReferenceExample() {
  const [completed, setCompleted] = useState<readonly string[]>([])
  const [error, setError] = useState<string>()
  return (
    <form action="/widgets" method="get" aria-label="Reference">
      <PinInput
        label="Reference of your enquiry"
        length={8}
        name="reference"
        normalize={(text) => text.toUpperCase()}
        error={error}
        onChange={() => setError(undefined)}
        onComplete={(reference) => {
          setCompleted((before) => [...before, reference])
          setError(reference === KNOWN_REFERENCE ? undefined : 'There is no enquiry with this reference.')
        }}
      />
      <div className="widgets-row">
        <button type="submit" className="button">
          Look up
        </button>
        <button type="reset" className="button">
          Clear
        </button>
        <output className="caption" aria-label="Completed">
          {completed.join(', ')}
        </output>
      </div>
    </form>
  )
}
