import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, realpath, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findExecutable } from '../support/find-executable.ts'
import { PROJECT_DIR } from '../support/folders.ts'

const run = promisify(execFile)

export const BASE_IMAGE = 'docker.io/library/node:24-slim'

/** The registry of images has this long for its response. */
const PULL_TIMEOUT_MS = 300_000

/** Size of the output of a build. */
const OUTPUT_MAX_BYTES = 64 * 1024 * 1024

/** Lists what is missing for building images on this machine; the list is empty if nothing is. */
export function listMissing(): readonly string[] {
  const programs = ['buildah', 'unshare', 'chroot'].filter((name) => findExecutable(name) === undefined)
  return [
    ...(process.platform === 'linux' ? [] : ['Linux']),
    ...(process.getuid?.() === 0 ? [] : ['root (run it as root)']),
    ...programs.map((name) => `${name} (on Debian: apt-get install buildah)`),
  ]
}

/** Runs buildah with images and containers in a folder. Building needs neither a daemon nor nested containers. */
export class Buildah {
  readonly #storage: readonly string[]

  constructor(folder: string) {
    this.#storage = ['--root', join(folder, 'images'), '--runroot', join(folder, 'running'), '--storage-driver', 'vfs']
  }

  /** @returns the standard output without surrounding spaces @throws with the error output if the command fails */
  async run(args: readonly string[], { timeout = 0 } = {}): Promise<string> {
    const { stdout } = await run('buildah', [...this.#storage, ...args], {
      cwd: PROJECT_DIR,
      env: { ...process.env, BUILDAH_ISOLATION: 'chroot' },
      maxBuffer: OUTPUT_MAX_BYTES,
      timeout,
    })
    return stdout.trim()
  }
}

/**
 * Provides the base image of the Dockerfile: from the registry, or else made of Debian's packages and the Node and npm of this
 * project.
 * @returns where it comes from
 */
export async function provideBaseImage(buildah: Buildah, folder: string): Promise<string> {
  const debootstrap = findExecutable('debootstrap')
  try {
    await buildah.run(['pull', BASE_IMAGE], { timeout: PULL_TIMEOUT_MS })
    return 'the registry'
  } catch (error) {
    if (debootstrap === undefined)
      throw new Error(`${BASE_IMAGE} cannot be pulled, and debootstrap is not installed to make it.`, { cause: error })
  }
  const root = join(folder, 'base')
  await run(debootstrap, ['--variant=minbase', 'stable', root], { maxBuffer: OUTPUT_MAX_BYTES })
  await cp(join(PROJECT_DIR, 'node_modules/node/bin/node'), join(root, 'usr/local/bin/node'))
  await cp(await findNpm(), join(root, 'usr/local/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(root, 'usr/local/bin/npm'))
  await addLine(join(root, 'etc/group'), 'node:x:1000:')
  await addLine(join(root, 'etc/passwd'), 'node:x:1000:1000::/home/node:/bin/sh')
  await mkdir(join(root, 'home/node'))
  const container = await buildah.run(['from', 'scratch'])
  await buildah.run(['add', container, root, '/'])
  await buildah.run(['config', '--env', 'PATH=/usr/local/bin:/usr/bin:/bin', container])
  await buildah.run(['commit', container, BASE_IMAGE])
  await buildah.run(['rm', container])
  return 'debootstrap'
}

async function findNpm(): Promise<string> {
  const npm = findExecutable('npm')
  if (npm === undefined) throw new Error('npm is not in the PATH.')
  return dirname(dirname(await realpath(npm)))
}

async function addLine(path: string, line: string): Promise<void> {
  await writeFile(path, `${await readFile(path, 'utf8')}${line}\n`)
}

/**
 * Lists the options that mount this machine's npm settings and its certificate authorities into a build, so that they are in no
 * layer of the image.
 */
export async function listNpmMounts(folder: string): Promise<readonly string[]> {
  const [registry, ofNpm] = [await readNpmSetting('registry'), await readNpmSetting('cafile')]
  const authorities = ofNpm === '' || ofNpm === 'null' ? process.env['NODE_EXTRA_CA_CERTS'] : ofNpm
  const settings = join(folder, 'npmrc')
  const own = await readFile(await readNpmSetting('userconfig'), 'utf8').catch(() => '')
  await writeFile(settings, `${own}\nregistry=${registry}\n${authorities ? 'cafile=/etc/npm-authorities.crt\n' : ''}`)
  return [
    '--volume',
    `${settings}:/root/.npmrc:ro`,
    ...(authorities ? ['--volume', `${await realpath(authorities)}:/etc/npm-authorities.crt:ro`] : []),
  ]
}

async function readNpmSetting(name: string): Promise<string> {
  return (await run('npm', ['config', 'get', name], { cwd: PROJECT_DIR })).stdout.trim()
}
