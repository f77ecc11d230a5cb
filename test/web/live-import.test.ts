import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { copyDemoData } from '../support/demo-server.ts'
import { SHARED_DATA_DIR } from '../support/folders.ts'
import { runCommand } from '../support/run-command.ts'
import { startProcess } from '../support/start-process.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

const EXPORT = join(SHARED_DATA_DIR, 'shopify-apparel.csv')

test.skipIf(!existsSync(EXPORT))(
  'the import of a real export replaces the demo on a running server, including its photos',
  async () => {
    await using folder = await makeTemporaryFolder()
    await copyDemoData(folder.path)
    await using server = await startProcess({ environment: { DATA_DIR: folder.path } })
    const read = async (path: string) => (await fetch(server.url + path)).text()
    expect(await read('/products')).not.toContain('Ayres Chambray')
    const { out } = await runCommand(
      'catalog',
      { DATA_DIR: server.dataDir },
      'import',
      EXPORT,
      '--images',
      join(SHARED_DATA_DIR, 'images'),
    )
    expect(out).toContain('25 new')
    await expect.poll(() => read('/products?sort=name')).toContain('Ayres Chambray')
    const photo = /\/images\/[0-9a-f]{20}\/\d+\.webp/.exec(await read('/products/ayers-chambray'))![0]
    const response = await fetch(server.url + photo)
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/webp'])
    expect(response.headers.get('cache-control')).toContain('immutable')
  },
)
