import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MetricObject } from 'prom-client'
import { expect, test } from 'vitest'
import { ENQUIRY_BODY_MAX_BYTES } from '../../server/web/forms/enquiry-body.ts'
import { PROCESS_METRICS, ServerMetrics } from '../../server/web/metrics.ts'
import { readTables } from '../support/documents.ts'
import { PROJECT_DIR } from '../support/folders.ts'

/** Returns the path and the text of every source file below a folder. */
function listSources(folder: string): readonly (readonly [path: string, code: string])[] {
  const paths = readdirSync(join(PROJECT_DIR, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  return paths.map((path) => [path, readFileSync(join(PROJECT_DIR, folder, path), 'utf8')])
}

const LOG_CALL = /\.(fatal|error|warn|info)\(\s*(?:[^()]|\([^()]*\))*?(['`])([^'`$]+)[^'`]*\2,?\s*\)/g

test('the table of log lines has all warnings and errors of the code, and no line that is not written', () => {
  const written = listSources('server').flatMap(([, code]) =>
    /\b[lL]ogger\b/.test(code)
      ? [...code.matchAll(LOG_CALL)].map(([, level, , text = '']) => ({ level, text: text.trim() }))
      : [],
  )
  const documented = readTables('server/deploy/README.md', '## The log', 'Line').flatMap(([lines = '']) =>
    [...lines.matchAll(/`([^`…]+)…?`/g)].map(([, text = '']) => text.trim()),
  )
  expect(written.map(({ text }) => text)).toEqual(expect.arrayContaining(documented))
  expect(documented).toEqual(
    expect.arrayContaining(written.filter(({ level }) => level !== 'info').map(({ text }) => text)),
  )
})

test('the table of metrics matches the code', () => {
  const { registry } = new ServerMetrics()
  const rows = (
    registry.getMetricsAsArray() as unknown as readonly (MetricObject & { labelNames: readonly string[] })[]
  ).map(({ name, help, labelNames }) => [
    labelNames.length > 0 ? `\`${name}\` by ${labelNames.map((label) => `\`${label}\``).join(', ')}` : `\`${name}\``,
    help,
  ])
  const documented = readTables('server/deploy/README.md', '## Metrics', 'Metric').map(([metric, meaning]) => [
    metric,
    meaning,
  ])
  expect(documented.toSorted()).toEqual(rows.toSorted())
  const processMetrics = PROCESS_METRICS.getMetricsAsArray().map(({ name }) => `\`${name}\``)
  expect(processMetrics).toEqual(
    expect.arrayContaining(readTables('server/deploy/README.md', '## Metrics', 'Process metric').map(([name]) => name)),
  )
})

test('nginx.conf and the documentation have the body limit of an enquiry', () => {
  const [nginx, readme] = ['nginx.conf', 'README.md'].map((name) =>
    readFileSync(join(PROJECT_DIR, 'server/deploy', name), 'utf8'),
  )
  const [, kilobytes] = /client_max_body_size (\d+)k;/.exec(nginx!)!
  expect(Number(kilobytes) * 1_024).toBeGreaterThan(ENQUIRY_BODY_MAX_BYTES)
  expect(readme).toContain(`${ENQUIRY_BODY_MAX_BYTES / 1_000} KB for an enquiry`)
})
