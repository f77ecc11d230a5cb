import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findExecutable } from './find-executable.ts'
import { findFreePort } from './find-free-port.ts'
import { PROJECT_DIR } from './folders.ts'
import { startProgram } from './start-program.ts'
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
  const main = `daemon off; master_process off; pid ${join(folder.path, 'pid')}; error_log stderr notice;
    events { worker_connections 1024; }
    http { access_log off; ${paths.join(' ')} ${adaptSite(nodes, port)} }`
  const file = join(folder.path, 'nginx.conf')
  await writeFile(file, main)
  const nginx = startProgram(NGINX, ['-p', folder.path, '-c', file, '-e', 'stderr'])
  // It listens before it writes how it waits for events.
  await nginx.waitForOutput(/ event method/)
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await nginx[Symbol.asyncDispose]()
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
