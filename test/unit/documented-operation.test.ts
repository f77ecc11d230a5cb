import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { MetricObject } from 'prom-client'
import { expect, test } from 'vitest'
import { EVENTS } from '../../server/base/log.ts'
import { ENQUIRY_BODY_MAX_BYTES } from '../../server/http/forms/enquiry-body.ts'
import { getProcessMetrics } from '../../server/metrics/process-metrics.ts'
import { ServerMetrics } from '../../server/metrics/server-metrics.ts'
import { createWorkerGauge } from '../../server/metrics/worker-metrics.ts'
import { ROUTE_NAMES } from '../../shared/routes.ts'
import { readTables } from '../support/documents.ts'
import { PROJECT_DIR } from '../support/folders.ts'

/** Returns the path and the text of every source file below a folder. */
function listSources(folder: string): readonly (readonly [path: string, code: string])[] {
  const paths = readdirSync(join(PROJECT_DIR, folder), { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.tsx?$/.test(path),
  )
  return paths.map((path) => [path, readFileSync(join(PROJECT_DIR, folder, path), 'utf8')])
}

/** Finds the texts of all log lines in the code, with an ellipsis for variable parts. */
function findLogLines(): readonly string[] {
  const code = readFileSync(join(PROJECT_DIR, 'server/base/log.ts'), 'utf8')
  const calls = [
    ...code.matchAll(/\b(?:logger|plain)(?:\.|\[)[^\n]*\((?:[^;]*?[\s,(])??(['`])((?:(?!\1).)+)\1,?\s*\)\n/g),
  ]
  const texts = [...calls.map(([, , text]) => text!), ...Object.values(EVENTS).map(([, text]) => text)]
  return [...new Set(texts.map((text) => text.replace(/\$\{[^}]*\}/g, '…')))]
}

test('the table of log lines matches the lines that the code writes', () => {
  expect(
    readTables('server/deploy/README.md', '## The log', 'Line')
      .map(([line]) => line!.replaceAll('`', ''))
      .sort(),
  ).toEqual([...findLogLines()].sort())
})

/** Lists the values of a field that the documentation of the log names. */
function listDocumented(field: string): readonly string[] {
  const [, meaning] = readTables('server/deploy/README.md', '## The log', 'Field').find(([names]) =>
    names!.includes(`\`${field}\``),
  )!
  return [...meaning!.matchAll(/`([a-z-]+)`/g)].map(([, text]) => text!)
}

test('only log.ts writes log lines', () => {
  const writing = listSources('server').filter(
    ([path, code]) => path !== 'base/log.ts' && /\blogger\.(?:fatal|error|warn|info|debug|trace)\(/.test(code),
  )
  expect(writing.map(([path]) => path)).toEqual([])
})

test('the table of metrics matches the code', () => {
  const { registry } = new ServerMetrics()
  createWorkerGauge(registry)
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
  const processMetrics = getProcessMetrics()
    .getMetricsAsArray()
    .map(({ name }) => `\`${name}\``)
  expect(processMetrics).toEqual(
    expect.arrayContaining(readTables('server/deploy/README.md', '## Metrics', 'Process metric').map(([name]) => name)),
  )
})

test('the table of log fields lists every route and outcome in the code', () => {
  const code = ['server/http', 'server/render']
    .flatMap(listSources)
    .map(([, text]) => text)
    .join('\n')
  const given = (field: string) => {
    const values = [...code.matchAll(new RegExp(`\\b${field}(?: =|:) ([^,;\\n}]*)`, 'g'))].map(([, value]) => value!)
    return new Set(values.flatMap((value) => [...value.matchAll(/'([a-z-]+)'/g)].map(([, text]) => text!)))
  }
  const pages: readonly string[] = ROUTE_NAMES
  expect(listDocumented('route').toSorted()).toEqual(
    [...given('route')].filter((route) => !pages.includes(route)).toSorted(),
  )
  // The search does not find `payload`, which is set from a variable; `development` is logged only by a development
  // server.
  expect(listDocumented('outcome').toSorted()).toEqual(
    [...new Set([...given('outcome'), 'payload'])].filter((outcome) => outcome !== 'development').toSorted(),
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
