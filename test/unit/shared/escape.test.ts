import { expect, test } from 'vitest'
import { stringifyForHtml } from '../../../shared/escape.ts'
import { escapeHtml } from '../../../server/platform/escape-html.ts'

test('escapes text so that it cannot close an HTML attribute, tag or script block', () => {
  expect(escapeHtml(`<a href="x" title='y'>&`)).toBe('&lt;a href=&quot;x&quot; title=&#39;y&#39;&gt;&amp;')
  const hostile = { text: '</script><!--<script>\u2028' }
  const json = stringifyForHtml(hostile)
  expect(json).not.toMatch(/[<>&\u2028]/)
  expect(JSON.parse(json)).toEqual(hostile)
})
