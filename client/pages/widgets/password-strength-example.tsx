import {
  PasswordStrength,
  PasswordStrengthHints,
  PasswordStrengthInput,
  PasswordStrengthMeter,
} from '../../widgets/password-strength/password-strength.tsx'

export function PasswordStrengthExample() {
  return (
    <form>
      <PasswordStrength>
        <label htmlFor="password">Password</label>
        <PasswordStrengthInput id="password" name="password" defaultValue="Abc1!x" />
        <PasswordStrengthMeter />
        <PasswordStrengthHints />
      </PasswordStrength>
      <button type="reset" className="button">
        Reset
      </button>
    </form>
  )
}
