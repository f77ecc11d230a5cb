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
          <label htmlFor="password-all">All checks</label>
          <PasswordStrengthInput id="password-all" name="password" />
          <PasswordStrengthMeter />
          <PasswordStrengthHints />
        </PasswordStrength>
        {isMounted ? (
          <PasswordStrength checks={{ 'special-characters': false, uppercase: false }} minLength={10}>
            <label htmlFor="password-some">Three checks, ten characters</label>
            <PasswordStrengthInput id="password-some" name="password" />
            <PasswordStrengthMeter />
            <PasswordStrengthHints />
          </PasswordStrength>
        ) : null}
        <form aria-label="Change of password">
          <PasswordStrength>
            <label htmlFor="password-given">With a value from the start</label>
            <PasswordStrengthInput id="password-given" name="password" defaultValue="Abc1!x" />
            <PasswordStrengthMeter />
            <PasswordStrengthHints />
          </PasswordStrength>
          <button type="reset" className="button">
            As it was
          </button>
        </form>
        <button type="button" className="button" onClick={() => setMounted(false)}>
          Take the second password away
        </button>
      </div>
    </section>
  )
}
