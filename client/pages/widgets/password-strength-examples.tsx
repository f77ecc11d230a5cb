import { useState } from 'react'
import {
  PasswordStrength,
  PasswordStrengthHints,
  PasswordStrengthInput,
  PasswordStrengthMeter,
} from '../../widgets/password-strength/password-strength.tsx'

export function PasswordStrengthExamples() {
  const [isMounted, setMounted] = useState(true)
  return (
    <section aria-labelledby="password-strength-examples">
      <h2 id="password-strength-examples">Password strength</h2>
      <div className="widgets-row">
        <PasswordStrength>
          <Parts id="password-all" label="All checks" />
        </PasswordStrength>
        {isMounted ? (
          <PasswordStrength checks={{ 'special-characters': false, uppercase: false }} minLength={10}>
            <Parts id="password-some" label="Three checks, ten characters" />
          </PasswordStrength>
        ) : null}
        <form aria-label="Change of password">
          <PasswordStrength>
            <Parts id="password-given" label="Password with a default value" defaultValue="Abc1!x" />
          </PasswordStrength>
          <button type="reset" className="button">
            Reset
          </button>
        </form>
        <button type="button" className="button" onClick={() => setMounted(false)}>
          Unmount the second password
        </button>
      </div>
    </section>
  )
}

interface PartsProps {
  readonly id: string
  readonly label: string
  readonly defaultValue?: string
}

function Parts({ id, label, ...input }: PartsProps) {
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <PasswordStrengthInput {...input} id={id} name="password" />
      <PasswordStrengthMeter />
      <PasswordStrengthHints />
    </>
  )
}
