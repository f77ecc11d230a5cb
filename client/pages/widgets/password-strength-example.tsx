import { PasswordStrength } from '../../widgets/password-strength/password-strength.tsx'

export function PasswordStrengthExample() {
  return (
    <form>
      <PasswordStrength label="Password" name="password" defaultValue="Abc1!x" />
      <button type="reset" className="button">
        Reset
      </button>
    </form>
  )
}
