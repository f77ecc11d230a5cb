import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { METRICS } from '../../server/metrics/metric-table.ts'
import { readTables } from '../support/documents.ts'
import { PROJECT_DIR } from '../support/folders.ts'

/** Texts of all lines that the code writes, with an ellipsis for what varies. */
function findLogLines(): readonly string[] {
  const code = readFileSync(join(PROJECT_DIR, 'server/log.ts'), 'utf8')
  const calls = [...code.matchAll(/\b(?:logger|plain)(?:\.|\[)[^\n]*\((?:[^;]*?[\s,(])??(['`])((?:(?!\1).)+)\1,?\s*\)\n/g)]
  return [...new Set(calls.map(([, , text]) => text!.replace(/\$\{[^}]*\}/g, '…')))]
}

test('the table of log lines is what the code writes', () => {
  expect(readTables('server/deploy/README.md', '## The log', 'Line').map(([line]) => line!.replaceAll('`', '')).sort()).toEqual([...findLogLines()].sort())
})

test('no line is written past the table', () => {
  const files = readdirSync(join(PROJECT_DIR, 'server'), { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file) && file !== 'log.ts')
  const writing = files.filter((file) => /\blogger\.(?:fatal|error|warn|info|debug|trace)\(/.test(readFileSync(join(PROJECT_DIR, 'server', file), 'utf8')))
  expect(writing).toEqual([])
})

test('the table of metrics is the one in the code', () => {
  const rows = Object.entries(METRICS).map(([name, { labels, meaning, advice }]) => {
    const named = labels.length > 0 ? `\`${name}\` by ${labels.map((label) => `\`${label}\``).join(', ')}` : `\`${name}\``
    return [named, meaning, advice]
  })
  expect(readTables('server/deploy/README.md', '## Metrics', 'Metric')).toEqual(rows)
})
