import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MessagesContext } from '../../../client/base/context.tsx'
import { PasswordStrength } from '../../../client/widgets/password-strength/password-strength.tsx'
import { Datepicker } from '../../../client/widgets/datepicker/datepicker.tsx'
import { PinInput } from '../../../client/widgets/pin-input/pin-input.tsx'
import { messages } from '../../support/english-messages.ts'

const render = (element: ReactElement) =>
  renderToStaticMarkup(<MessagesContext value={messages}>{element}</MessagesContext>)

test('a password field counts and lists only the checks that are enabled, with the given length', () => {
  const html = render(
    <PasswordStrength label="Password" checks={['lowercase', 'numbers', 'min-length']} minLength={10} />,
  )
  expect(html).toContain('aria-valuemax="3"')
  const checks = [...html.matchAll(/data-check="([^"]+)"/g)].map(([, check]) => check)
  expect(checks).toEqual(['lowercase', 'numbers', 'min-length'])
  expect(html).toContain('At least 10 characters')
})

test('the boxes of a code are filled by the allowed characters of its default value, which may have dashes before hydration', () => {
  const html = render(<PinInput label="Code" length={6} pattern="[0-9]" defaultValue="12-a34" />)
  expect(html.match(/data-state="filled"/g)).toHaveLength(4)
  expect(html).not.toMatch(/maxLength|pattern/)
})

test('the error of a date picker is its message, and its date is invalid', () => {
  const html = render(
    <Datepicker
      name="time"
      label="Time"
      locale="en"
      timeZone="UTC"
      openDays={[]}
      defaultValue="2030-01-05T10:30"
      error="We are closed then."
      onValueChange={() => undefined}
    />,
  )
  expect(html).toContain('value="2030-01-05"')
  expect(html).toContain('aria-invalid="true"')
  expect(html).toContain('data-problem="server"')
  expect(html).toContain('We are closed then.')
})
