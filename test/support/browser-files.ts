import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { BUILDS_DIR, PROJECT_DIR } from './folders.ts'

export interface BrowserFiles {
  readonly executablePath: string
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Finds the Chromium of `CHROMIUM_PATH`, or the headless one of the dependencies, which needs half the CPU time and
 * comes with libraries that a minimal system lacks.
 */
export async function findBrowserFiles(): Promise<BrowserFiles> {
  const named = process.env['CHROMIUM_PATH']
  if (named) {
    if (!existsSync(named)) throw new Error(`CHROMIUM_PATH is ${named}, which does not exist.`)
    return { executablePath: named, environment: {} }
  }
  const { version } = JSON.parse(
    readFileSync(join(PROJECT_DIR, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'),
  ) as { readonly version: string }
  const folder = join(BUILDS_DIR, `chromium-${version}`)
  if (!existsSync(folder)) await unpackChromium(folder)
  return {
    executablePath: join(folder, 'chromium'),
    environment: { FONTCONFIG_PATH: join(folder, 'fonts'), LD_LIBRARY_PATH: join(folder, 'al2023', 'lib') },
  }
}

async function unpackChromium(folder: string): Promise<void> {
  const unfinished = `${folder}.${process.pid}`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { recursive: true })
  // The package unpacks into the system's temporary folder, and its libraries only on AWS Lambda.
  await promisify(execFile)(
    process.execPath,
    ['--input-type=module', '-e', "(await import('@sparticuz/chromium')).default.executablePath()"],
    { cwd: PROJECT_DIR, env: { ...process.env, TMPDIR: unfinished, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' } },
  )
  const fonts = join(unfinished, 'fonts', 'fonts.conf')
  await writeFile(fonts, (await readFile(fonts, 'utf8')).replaceAll('/tmp/', `${folder}/`))
  await rename(unfinished, folder)
}
