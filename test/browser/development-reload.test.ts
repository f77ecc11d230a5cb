import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, waitUntilHydrated } from '../support/browser.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

/** Long enough for two bundles, a new process and a reload on a busy machine. */
const PATIENCE_MS = 20_000

let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())

test('a change is built, served by a new process and shown in the open tab', async () => {
  await using folder = await makeTemporaryFolder()
  for (const name of ['build.mjs', 'package.json', 'client', 'server', 'shared', 'public']) {
    await cp(join(PROJECT_DIR, name), join(folder.path, name), { recursive: true })
  }
  await symlink(join(PROJECT_DIR, 'node_modules'), join(folder.path, 'node_modules'))
  const port = await findFreePort()
  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    cwd: folder.path,
    env: { ...process.env, HOST: '127.0.0.1', PORT: String(port), DEMO: 'false', LOG_LEVEL: 'silent', DATA_DIR: join(folder.path, 'data') },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/about`
  await expect.poll(() => fetch(url).then(({ status }) => status, () => 0), { timeout: PATIENCE_MS }).toBe(200)

  const page = await browser.newPage()
  await page.goto(url)
  await waitUntilHydrated(page.locator('h1'))
  const file = join(folder.path, 'shared', 'messages', 'en.ts')
  await writeFile(file, (await readFile(file, 'utf8')).replace("about: 'About'", "about: 'All about it'"))
  await expect.poll(() => page.locator('h1').textContent().catch(() => ''), { timeout: PATIENCE_MS }).toBe('All about it')

  await page.close()
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
}, 60_000)

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
