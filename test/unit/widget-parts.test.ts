import { createElement, type ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import * as dropdown from '../../client/widgets/dropdown/dropdown.tsx'
import * as overlay from '../../client/widgets/overlay/overlay.tsx'

const FAMILIES = { Overlay: overlay, Dropdown: dropdown }
const parts = Object.entries(FAMILIES).flatMap(([root, family]) =>
  Object.entries(family).flatMap(([name, part]) => (name === root ? [] : [{ name, root, part: part as ComponentType }])),
)

test.each(parts)('$name says so where it stands outside of $root', ({ name, root, part }) => {
  expect(() => renderToStaticMarkup(createElement(part))).toThrow(`<${name}> stands outside of <${root}>`)
})
