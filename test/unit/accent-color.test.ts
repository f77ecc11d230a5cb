import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fitAccent, lowestContrast, SURFACES, type Theme } from '../../server/catalog/accent-color.ts'
import { PROJECT_DIR } from '../support/folders.ts'

const THEMES: readonly Theme[] = ['light', 'dark']

test('SURFACES contains the colours of the style sheet', () => {
  const css = readFileSync(join(PROJECT_DIR, 'client', 'styles', 'tokens.css'), 'utf8')
  const tokens = ['paper', 'sheet', 'on-accent'].map((name) =>
    new RegExp(`--${name}: light-dark\\((#\\w{6}), (#\\w{6})\\)`).exec(css),
  )
  expect(tokens.map((token) => token?.[1])).toEqual(SURFACES.light)
  expect(tokens.map((token) => token?.[2])).toEqual(SURFACES.dark)
})

test.each(['#000000', '#ffffff', '#ffe600', '#0000ff', '#00a651', '#808080', '#ff00ff'])(
  'gives %s a contrast of at least 4.5 in both themes',
  (color) => {
    for (const theme of THEMES) {
      const fitted = fitAccent(color, theme)
      expect(lowestContrast(fitted, theme), `${fitted} in ${theme}`).toBeGreaterThanOrEqual(4.5)
      // The colour changes no more than necessary.
      expect(fitted === color || lowestContrast(fitted, theme) < 4.8, `${fitted} in ${theme}`).toBe(true)
    }
  },
)

test('keeps a colour with sufficient contrast unchanged', () => {
  expect(fitAccent('#9a3f1f', 'light')).toBe('#9a3f1f')
  expect(fitAccent('#e39a72', 'dark')).toBe('#e39a72')
})
