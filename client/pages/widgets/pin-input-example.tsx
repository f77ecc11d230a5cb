import { useState } from 'react'
import { PinInput } from '../../widgets/pin-input/pin-input.tsx'

const KNOWN_REFERENCE = 'ABCD2345'

export function PinInputExample() {
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
        <button type="reset" className="button">
          Clear
        </button>
        <output className="caption">{completed.join(', ')}</output>
      </div>
    </form>
  )
}
