// Builds the Dockerfile with buildah, starts the image with a read-only root, reads pages, imports a file and stops it.
//   npm run test:long -- image
import { execFile, spawn } from 'node:child_process'
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { chown, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { findFreePort } from '../support/find-free-port.ts'
import { openRunFolder } from '../support/run-folder.ts'
import { BASE_IMAGE, Buildah, listMissing, listNpmMounts, provideBaseImage } from './container-tools.ts'

const IMAGE = 'localhost/vitrine-test'

/** Id of the user `node` of the base image. */
const NODE_USER = 1_000

const PRODUCTS = 'Slug,Name,SKU,Price,Availability\nfile-chair,A chair from a file,FC-1,49.00,in stock\n'

/** The parts of the image's settings that this test uses. */
interface ImageConfig {
  readonly Env: readonly string[]
  readonly Cmd: readonly string[]
  readonly WorkingDir: string
  readonly User: string
}

/** Mounts the image read-only, with a folder as `/data`, and runs a command in it in place of this shell. */
const START = `set -e
mount --bind "$1" "$1" && mount -o remount,ro,bind "$1"
mount --bind "$2" "$1/data"
mount -t proc proc "$1/proc"
mount -t tmpfs tmpfs "$1/tmp"
root=$1 user=$3; shift 3
exec chroot --userspec="$user:$user" "$root" env -i "$@"`

async function testImage(): Promise<void> {
  const folder = tmpdir()
  const buildah = new Buildah(folder)
  console.log(`base image ${BASE_IMAGE}: from ${await provideBaseImage(buildah, folder)}`)
  const mounts = await listNpmMounts(folder)
  const startedAt = performance.now()
  await buildah.run(['bud', '--pull-never', '--network', 'host', ...mounts, '--tag', IMAGE, '.'])
  console.log(`built in ${((performance.now() - startedAt) / 1_000).toFixed(0)} s`)

  const container = await buildah.run(['from', '--pull-never', IMAGE])
  const root = await buildah.run(['mount', container])
  const { OCIv1 } = JSON.parse(await buildah.run(['inspect', '--type', 'image', IMAGE])) as {
    readonly OCIv1: { readonly config: ImageConfig }
  }
  const data = join(folder, 'data')
  await mkdir(data)
  await chown(data, NODE_USER, NODE_USER)
  await useImage(root, data, OCIv1.config)
  const { stdout } = await promisify(execFile)('du', ['--summarize', '--bytes', join(root, 'app')])
  console.log(`the project adds ${(Number.parseInt(stdout, 10) / 1e6).toFixed(0)} MB to its base image`)
}

/** Starts the image, reads pages, imports a file into its volume and stops it. @throws if one of these fails */
async function useImage(root: string, data: string, config: ImageConfig): Promise<void> {
  assert.equal(config.User, 'node')
  const port = await findFreePort()
  const start = (command: readonly string[], settings: readonly string[] = []) =>
    spawn(
      'unshare',
      ['--mount', 'sh', '-c', START, 'start', root, data, String(NODE_USER)].concat(
        [`--chdir=${config.WorkingDir}`, ...config.Env, ...settings],
        command,
      ),
      { stdio: ['ignore', 'pipe', 'inherit'] },
    )
  const server = start(config.Cmd, [`PORT=${port}`])
  const stopped = once(server, 'exit') as Promise<[number | null, string | null]>
  const lines: string[] = []
  const listening = new Promise<void>((resolve) => {
    createInterface({ input: server.stdout }).on('line', (line) => {
      lines.push(line)
      if (line.includes('"address"')) resolve()
    })
  })
  const failed = stopped.then(([code]) => assert.fail(`the server ended with ${code}:\n${lines.join('\n')}`))
  await Promise.race([listening, failed])
  const get = async (path: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`)
    assert.equal(response.status, 200, path)
    return response.text()
  }
  for (const path of ['/healthz', '/', '/products', '/contact', '/robots.txt']) await get(path)
  assert.match(await get('/products?q=bowl'), /href="\/products\/breakfast-bowl"/)
  const style = /href="(\/builds\/[^"]+\.css)"/.exec(await get('/'))
  assert.ok(style, 'the home page has no style sheet')
  await get(style[1]!)
  const picture = /src="(\/images\/[^"]+)"/.exec(await get('/products'))
  assert.ok(picture, 'the products have no pictures')
  await get(picture[1]!.replaceAll('&amp;', '&'))

  await writeFile(join(data, 'products.csv'), PRODUCTS)
  const importer = start(['node', 'server/commands/catalog.ts', 'import', '/data/products.csv'])
  const [report, [code]] = await Promise.all([text(importer.stdout), once(importer, 'exit')])
  assert.equal(code, 0, report)
  assert.match(await get('/products?q=chair'), /A chair from a file/)

  server.kill('SIGTERM')
  assert.deepEqual(await stopped, [0, null])
  console.log('started with a read-only root, responded, imported a file and stopped with 0')
}

const missing = listMissing()
if (missing.length > 0) console.log(`skipped, because this machine lacks: ${missing.join(', ')}`)
else {
  const runFolder = await openRunFolder()
  try {
    await testImage()
  } finally {
    for (const name of await readdir(tmpdir())) await rm(join(tmpdir(), name), { recursive: true, force: true })
    await runFolder.close()
  }
}
