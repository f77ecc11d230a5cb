import { spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { closeSync, mkdtempSync, openSync, rmdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import supertest from 'supertest'
import { expect, test } from 'vitest'
import { CONTACT_PATH } from '../../shared/enquiry-fields.ts'
import { useBuild } from '../support/builds.ts'
import { messages } from '../support/english-messages.ts'
import { ENQUIRY } from '../support/enquiries.ts'
import { findFreePort } from '../support/find-free-port.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { limitFileSize } from '../support/limit-file-size.ts'
import { openSqliteEnquiryStore } from '../support/open-stores.ts'
import { buildProduct } from '../support/products.ts'
import { spawnServer, startProcess, type ServerProcess } from '../support/start-process.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

/** Mounts a small file system in memory. Root on Linux usually may. @throws if this process may not */
function mountSmallDisk(kilobytes: number) {
  const path = mkdtempSync(join(tmpdir(), 'vitrine-disk-'))
  const mount = (...options: string[]) => {
    const { status, stderr } = spawnSync('mount', [...options, path], { encoding: 'utf8' })
    if (status !== 0) throw new Error(`No disk can be mounted: ${stderr}`)
  }
  mount('-t', 'tmpfs', '-o', `size=${kilobytes}k`, 'tmpfs')
  const filler = join(path, 'filler')
  return {
    path,
    fill() {
      const { bavail, bsize } = statfsSync(path)
      writeFileSync(filler, Buffer.alloc(bavail * bsize, 1))
    },
    free: () => rmSync(filler),
    setReadOnly: (isReadOnly: boolean) => mount('-o', `remount,${isReadOnly ? 'ro' : 'rw'}`),
    [Symbol.dispose]() {
      spawnSync('umount', [path])
      rmdirSync(path)
    },
  }
}

function tryToMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  try {
    using disk = mountSmallDisk(64)
    return disk.path !== ''
  } catch {
    return false
  }
}
const canMountDisks = tryToMount()

/** @returns the status of an enquiry that another client sends for each number */
async function sendEnquiry({ url }: Pick<ServerProcess, 'url'>, number = 0): Promise<number> {
  const post = supertest(url).post(CONTACT_PATH).set('X-Forwarded-For', `192.0.2.${number}`)
  const { status } = await post.send({ ...ENQUIRY, request: `${number} ${'x'.repeat(3_500)}` })
  return status
}

/** The hash of a picture that no other test uses. */
const HASH = randomUUID().replaceAll('-', '').padEnd(64, '0')

test.skipIf(!canMountDisks)(
  'with a full disk, serves pages and pictures, rejects enquiries with 503, and recovers once there is space',
  async () => {
    using disk = mountSmallDisk(3_000)
    await using server = await startServer({
      products: [buildProduct({ slug: 'chair' }), buildProduct({ slug: 'stool' })],
      environment: { DATA_DIR: disk.path },
    })
    const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#9a3f1f' } })
      .webp()
      .toBuffer()
    await server.store.write((writer) => writer.putImage(HASH, { bytes, format: 'webp' }))
    disk.fill()
    expect((await server.request.get('/products/chair')).status).toBe(200)
    expect((await server.request.get(`/images/${HASH}/160.webp`)).status).toBe(200)
    const form = await server.request.post(CONTACT_PATH).type('form').send(ENQUIRY)
    expect([form.status, form.headers['retry-after']]).toEqual([503, '30'])
    expect(form.text).toContain(messages.enquiry.busy)
    expect(form.text).toContain(ENQUIRY.email)
    expect((await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(503)
    expect(await server.context.enquiries.list('all')).toEqual([])
    await expect.poll(() => JSON.stringify(server.logLines)).toContain('cannot be used: the disk is full')
    disk.free()
    expect((await server.request.post(CONTACT_PATH).send(ENQUIRY)).status).toBe(201)
    expect((await server.request.get('/products/stool')).status).toBe(200)
  },
)

test.skipIf(!canMountDisks)(
  'logs the reason and exits at start if the disk is full or read-only, and damages no data',
  async () => {
    using disk = mountSmallDisk(3_000)
    const buildDir = await useBuild('production')
    const start = () => spawnServer(buildDir, { DATA_DIR: disk.path })
    disk.fill()
    const full = start()
    expect(await full.ended).toBe(1)
    expect(full.logLines.at(-1)?.['level']).toBe(60)
    expect(full.logLines.at(-1)?.['msg']).toMatch(/^Vitrine cannot start: The database .* cannot be used: .*full/)
    disk.free()
    {
      // The server is killed, so that it leaves its files behind.
      await using server = await startProcess({ environment: { DATA_DIR: disk.path } })
      expect(await sendEnquiry(server)).toBe(201)
    }
    disk.setReadOnly(true)
    const readOnly = start()
    expect(await readOnly.ended).toBe(1)
    expect(readOnly.logLines.at(-1)?.['level']).toBe(60)
    const reason = /^Vitrine cannot start: DATA_DIR: the folder .* its file system is read-only/
    expect(readOnly.logLines.at(-1)?.['msg']).toMatch(reason)
    disk.setReadOnly(false)
    const store = await openSqliteEnquiryStore(join(disk.path, 'vitrine.db'))
    expect(await store.list('all')).toHaveLength(1)
    await store.close()
  },
)

test('stores exactly the acknowledged enquiries if the database file cannot grow', async () => {
  await using folder = await makeTemporaryFolder()
  let taken = 0
  {
    await using server = await startProcess({
      environment: { DATA_DIR: folder.path, TRUST_PROXY: '1' },
      through: limitFileSize(620),
    })
    while ((await sendEnquiry(server, taken)) === 201) taken++
    expect(await sendEnquiry(server, taken)).toBe(503)
    expect((await fetch(server.url)).status).toBe(200)
  }
  expect(taken).toBeGreaterThan(5)
  const store = await openSqliteEnquiryStore(join(folder.path, 'vitrine.db'))
  const stored = (await store.list('all')).map(({ request }) => Number.parseInt(request, 10))
  await store.close()
  expect(stored.toSorted((one, other) => one - other)).toEqual(Array.from({ length: taken }, (_, number) => number))
})

test.skipIf(process.platform !== 'linux')('keeps running and reports once if the log is not writable', async () => {
  await using folder = await makeTemporaryFolder()
  const port = String(await findFreePort())
  const full = openSync('/dev/full', 'w')
  const child = spawn(process.execPath, [join(await useBuild('production'), 'server', 'main.js')], {
    cwd: PROJECT_DIR,
    env: { DATA_DIR: folder.path, HOST: '127.0.0.1', PORT: port, DEMO: 'false' },
    stdio: ['ignore', full, 'pipe'],
  })
  closeSync(full)
  let errorOutput = ''
  child.stderr!.setEncoding('utf8').on('data', (text: string) => (errorOutput += text))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const ask = async () => (await fetch(`http://127.0.0.1:${port}/about`).catch(() => undefined))?.status
  await expect.poll(ask).toBe(200)
  expect(await ask()).toBe(200)
  child.kill('SIGTERM')
  expect(await ended).toBe(0)
  expect(errorOutput.match(/The log cannot be written/g)).toHaveLength(1)
})
