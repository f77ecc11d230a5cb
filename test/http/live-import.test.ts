import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { runCommand } from '../support/run-command.ts'
import { startProcess } from '../support/start-process.ts'

const EXPORT = join(SHARED_DATA_DIR, 'shopify-apparel.csv')

/** The longest that a running server may take to show an import. */
const SHOWN_WITHIN_MS = 2_000

test.skipIf(!existsSync(EXPORT))('a real export replaces the demo under a running server, with its photos', async () => {
  await using server = await startProcess({ environment: { DEMO: 'true' } })
  const demo = await (await fetch(`${server.url}/products`)).text()
  const { out } = await runCommand('catalog', { DATA_DIR: server.dataDir }, 'import', EXPORT, '--images', join(SHARED_DATA_DIR, 'images'))
  expect(out).toContain('25 new')
  const importedAt = performance.now()
  let text = demo
  while (!text.includes('Ayres Chambray') && performance.now() - importedAt < SHOWN_WITHIN_MS) {
    text = await (await fetch(`${server.url}/products?sort=name`)).text()
  }
  expect(text).toContain('Ayres Chambray')
  const product = await (await fetch(`${server.url}/products/ayers-chambray`)).text()
  const photo = /\/images\/[0-9a-f]{20}\/\d+\.webp/.exec(product)![0]
  const answer = await fetch(server.url + photo)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/webp'])
  expect(answer.headers.get('cache-control')).toContain('immutable')
})
