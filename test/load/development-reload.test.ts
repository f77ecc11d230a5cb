import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useBrowser, waitUntilHydrated } from '../support/browser.ts'
import { copyProject, replaceInFile } from '../support/changed-sources.ts'
import { findFreePort } from '../support/find-free-port.ts'

const browser = await useBrowser()

test('a source change is rebuilt, served by a new process and shown in the open tab', async () => {
  await using folder = await copyProject()
  const port = await findFreePort()
  const child = spawn(process.execPath, ['build.mjs', '--watch'], {
    cwd: folder.path,
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(port),
      DEMO: 'false',
      LOG_LEVEL: 'silent',
      DATA_DIR: join(folder.path, 'data'),
    },
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  const url = `http://127.0.0.1:${port}/about`
  await expect.poll(async () => (await fetch(url).catch(() => undefined))?.status).toBe(200)

  const page = await browser.newPage()
  await page.goto(url)
  await waitUntilHydrated(page)
  await replaceInFile(join(folder.path, 'shared', 'messages', 'en.ts'), "about: 'About'", "about: 'All about it'")
  const readHeading = () => page.locator('h1').textContent()
  await expect.poll(() => readHeading().catch(() => '')).toBe('All about it')

  await page.close()
  child.kill('SIGTERM')
  expect((await ended)[0]).toBe(0)
  await expect(fetch(url)).rejects.toThrow('fetch failed')
})
