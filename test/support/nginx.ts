import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findExecutable } from './find-executable.ts'
import { findFreePort } from './find-free-port.ts'
import { PROJECT_DIR } from './folders.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Path of nginx; undefined if it is not installed, in which case its tests are skipped. */
export const NGINX = findExecutable('nginx')

interface Nginx extends AsyncDisposable {
  readonly url: string
}

/** Starts nginx on a free port with `server/deploy/nginx.conf`, but without TLS, until the end of the scope. */
export async function startNginx(nodes: readonly [URL, URL]): Promise<Nginx> {
  if (NGINX === undefined) throw new Error('nginx is not installed')
  const port = await findFreePort()
  const folder = await makeTemporaryFolder()
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder.path, name)};`,
  )
  const main = `daemon off; master_process off; pid ${join(folder.path, 'pid')}; error_log stderr error;
    events { worker_connections 1024; }
    http { access_log off; ${paths.join(' ')} ${adaptSite(nodes, port)} }`
  const file = join(folder.path, 'nginx.conf')
  await writeFile(file, main)
  const child = spawn(NGINX, ['-p', folder.path, '-c', file, '-e', 'stderr'], { stdio: ['ignore', 'ignore', 'pipe'] })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4_000)
  })
  const ended = once(child, 'close')
  const url = `http://127.0.0.1:${port}`
  await Promise.race([
    waitForResponse(url),
    ended.then(() => Promise.reject(new Error(`nginx did not start: ${said}`))),
  ])
  return {
    url,
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', kill)
      child.kill('SIGTERM')
      await ended
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** @throws if a replacement no longer matches */
function adaptSite([one, other]: readonly [URL, URL], port: number): string {
  const changes: readonly (readonly [RegExp, string])[] = [
    [/^server \{\n {4}listen 80;[^]*?^\}\n/m, ''],
    [/listen 443 ssl http2;/, `listen 127.0.0.1:${port};`],
    [/(?: *ssl_[^\n]*;\n)+/, ''],
    [/vitrine-1:3000/, one.host],
    [/vitrine-2:3000/, other.host],
  ]
  return changes.reduce(
    (text, [pattern, replacement]) => {
      if (!pattern.test(text)) throw new Error(`server/deploy/nginx.conf does not contain ${pattern}`)
      return text.replace(pattern, replacement)
    },
    readFileSync(join(PROJECT_DIR, 'server', 'deploy', 'nginx.conf'), 'utf8'),
  )
}

/** Polls `/healthz`, which nodes do not log, so that the tested log has only a test's own requests. */
async function waitForResponse(url: string): Promise<void> {
  for (;;) {
    if (
      await fetch(`${url}/healthz`).then(
        ({ ok }) => ok,
        () => false,
      )
    )
      return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}
