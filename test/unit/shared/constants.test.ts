import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as constants from '../../../shared/constants.ts'
import { PROJECT_DIR } from '../../support/folders.ts'

const CLIENT_DIR = join(PROJECT_DIR, 'client')
const styleSheets = readdirSync(CLIENT_DIR, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => ({ name, text: readFileSync(join(CLIENT_DIR, name), 'utf8') }))

test('constants have their required values', () => {
  expect(constants).toMatchObject({
    RELOAD_MARKER_LIFETIME_MS: 10_000,
    PRELOAD_SKIPPED_CONNECTION: 'slow-2g',
    MANIFEST_DELAY_MS: 1_000,
    PRELOADS_CONCURRENT_MAX: 4,
    BREAKPOINTS_PX: { sm: 640, md: 768, lg: 1024, xl: 1280, '2xl': 1536 },
    DATEPICKER_LATEST_DATE: '2470-12-31',
    DATEPICKER_DEFAULT_TIME: '12:00',
    TABLE_PAGE_BUTTONS: 3,
    RESIZE_DEBOUNCE_MS: 150,
    LONG_PRESS_MS: 400,
    DROPDOWN_OFFSET_PX: 10,
    TOOLTIP_OFFSET_PX: 5,
    OVERLAY_OPEN_DELAY_MS: 50,
    LOADING_DELAY_MS: 200,
  })
})

test.each(styleSheets)('$name uses only the five breakpoints', ({ text }) => {
  const breakpoints = new Set(Object.values(constants.BREAKPOINTS_PX).map((width) => `(min-width: ${width}px)`))
  const used = text.match(/\((?:min|max)-width:[^)]*\)/g) ?? []
  expect(used.filter((query) => !breakpoints.has(query))).toEqual([])
})

test('style sheets and scripts use the same loading delay', () => {
  const tokens = styleSheets.find(({ name }) => name.endsWith('tokens.css'))!
  expect(tokens.text).toContain(`--loading-delay: ${constants.LOADING_DELAY_MS}ms;`)
})
