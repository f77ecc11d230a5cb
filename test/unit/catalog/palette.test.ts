import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { assert, integer, property } from 'fast-check'
import { expect, test } from 'vitest'
import {
  contrast,
  lowestContrast,
  accentContrast,
  buildPalettes,
  DEFAULT_PALETTES,
  PALETTE_NAMES,
  type Theme,
} from '../../../server/catalog/rules/palette.ts'
import { PROJECT_DIR } from '../../support/folders.ts'

const THEMES: readonly Theme[] = ['light', 'dark']

const anyColor = integer({ min: 0, max: 0xffffff }).map((color) => `#${color.toString(16).padStart(6, '0')}`)

test('DEFAULT_PALETTES contains the colours of the style sheet', () => {
  const css = readFileSync(join(PROJECT_DIR, 'client', 'styles', 'tokens.css'), 'utf8')
  for (const name of PALETTE_NAMES)
    expect(css).toContain(`--${name}: light-dark(${DEFAULT_PALETTES.light[name]}, ${DEFAULT_PALETTES.dark[name]});`)
})

test('for any accent, and any paper and ink with a contrast of at least 4.5, texts and controls are readable in both themes', () => {
  let readable = 0
  assert(
    property(anyColor, anyColor, anyColor, (paperColor, inkColor, accentColor) => {
      if (contrast(paperColor, inkColor) < 4.5) return
      readable += 1
      const palettes = buildPalettes({ accentColor, paperColor, inkColor })
      expect(palettes[palettes.main]).toMatchObject({ paper: paperColor, ink: inkColor })
      for (const theme of THEMES) {
        const palette = palettes[theme]
        const { paper, sheet, wall, ink, quiet, control } = palette
        const surfaces = [paper, sheet]
        expect(lowestContrast(ink, surfaces)).toBeGreaterThanOrEqual(4.5)
        expect(lowestContrast(quiet, surfaces)).toBeGreaterThanOrEqual(4.5)
        expect(lowestContrast(control, surfaces)).toBeGreaterThanOrEqual(3)
        expect(accentContrast(palette.accent, palette)).toBeGreaterThanOrEqual(4.5)
        // The wall, on which pictures are shown, is always light, so that pictures keep their colours.
        expect(contrast(wall, '#ffffff')).toBeLessThan(1.7)
      }
      expect(contrast(palettes.dark.paper, '#000000')).toBeLessThan(palettes.main === 'dark' ? 21 : 1.4)
      expect(contrast(palettes.light.paper, palettes.dark.paper)).toBeGreaterThan(3)
    }),
    { numRuns: 600 },
  )
  expect(readable).toBeGreaterThan(80)
})

test('with a light paper colour, the light theme has the owner’s colours and the dark theme has a tint of the ink', () => {
  const { light, dark, main } = buildPalettes({ accentColor: null, paperColor: '#fdf6e3', inkColor: '#002b36' })
  expect([main, light.paper, light.ink]).toEqual(['light', '#fdf6e3', '#002b36'])
  expect([dark.paper, dark.ink]).toEqual(['#0d1c20', '#f2eee5'])
})

test('a dark paper colour makes the dark theme the main one, with a light wall behind pictures', () => {
  const { dark, light, main } = buildPalettes({ accentColor: null, paperColor: '#102030', inkColor: '#ffe600' })
  expect([main, dark.paper, dark.ink]).toEqual(['dark', '#102030', '#ffe600'])
  expect(dark.wall).toMatch(/^#f[e-f]f[0-9a-f]d0$/)
  expect(contrast(light.paper, '#ffffff')).toBeLessThan(1.7)
})
