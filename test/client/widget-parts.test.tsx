import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { MessagesContext } from '../../client/base/messages-context.ts'
import * as contextMenu from '../../client/widgets/dropdown/context-menu.tsx'
import * as dropdown from '../../client/widgets/dropdown/dropdown.tsx'
import * as overlay from '../../client/widgets/overlay/overlay.tsx'
import * as passwordStrength from '../../client/widgets/password-strength/password-strength.tsx'
import * as stepper from '../../client/widgets/stepper/stepper.tsx'
import { messages } from '../support/english-messages.ts'

const FAMILIES = {
  Dropdown: { ...dropdown, ...contextMenu },
  Overlay: overlay,
  PasswordStrength: passwordStrength,
  Stepper: stepper,
}
// This part only arranges buttons, so it uses no context.
const WITHOUT_CONTEXT = ['StepperActions']
const parts = Object.entries(FAMILIES).flatMap(([root, family]) =>
  Object.entries(family).flatMap(([name, part]) =>
    name === root || WITHOUT_CONTEXT.includes(name) ? [] : [{ name, root, part: part as ComponentType }],
  ),
)

test.each(parts)('$name throws outside $root', ({ name, root, part }) => {
  expect(() => renderToStaticMarkup(createElement(part))).toThrow(`<${name}> must be inside <${root}>`)
})

test('StepperPanel throws if its step does not exist', () => {
  const { Stepper, StepperPanel } = stepper
  const stray = (
    <MessagesContext value={messages}>
      <Stepper steps={[{ id: 'first', title: 'First' }]}>
        <StepperPanel step="lost" />
      </Stepper>
    </MessagesContext>
  )
  expect(() => renderToStaticMarkup(stray)).toThrow('<StepperPanel> has an unknown step: "lost"')
})
