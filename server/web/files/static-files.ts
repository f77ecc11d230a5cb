import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { Router, type RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { negotiateEncoding, sendEncoded, type Encoding } from '../compression.ts'
import { allowMethods } from '../request-checks.ts'
import { recordAs, requestState } from '../request-state.ts'
import { sendNotFound, sendIfNotModified } from './send-file.ts'

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  // The scripts name the licences of their packages, which are text files.
  '.txt': 'text/plain; charset=utf-8',
}

interface Asset {
  readonly type: string
  readonly etag: string
  readonly byEncoding: Readonly<Record<Encoding, Buffer>>
}

/**
 * `/builds/`: the newest build's id, its manifest and the browser's files. An unknown path gets a short 404, because a
 * browser would try to run an HTML page.
 */
export function builds({ build, buildDir }: Pick<AppContext, 'build' | 'buildDir'>): Router {
  const assets = readAssets(join(buildDir, 'builds'))
  const latest = readFileSync(join(buildDir, 'builds', 'latest.json'))
  const meta = readFileSync(join(buildDir, 'builds', 'meta', `${build.id}.json`))

  const router = Router({ caseSensitive: true, strict: true })
  router.use('/builds', allowMethods('GET', 'HEAD'), recordAs({ route: 'builds', outcome: 'asset' }))
  router.get('/builds/latest.json', (_req, res) => {
    res.set('Cache-Control', 'no-store').type('json').send(latest)
  })
  router.get('/builds/meta/:id', (req, res) => {
    if (req.params.id.replace(/\.json$/, '') === build.id) {
      res.set('Cache-Control', IMMUTABLE).type('json').send(meta)
      return
    }
    requestState(res).outcome = 'missing'
    res.status(404).set('Cache-Control', 'no-store').json({ statusCode: 404, statusMessage: 'There is no such build.' })
  })
  router.use('/builds', (req, res) => {
    const asset = assets.get(req.path.slice(1))
    if (!asset) return sendNotFound(res, 'There is no such file in this build.', 'no-store')
    res.set({ 'Cache-Control': IMMUTABLE, ETag: asset.etag, Vary: 'Accept-Encoding' }).type(asset.type)
    if (sendIfNotModified(req, res)) return
    const encoding = negotiateEncoding(req)
    sendEncoded(res, asset.byEncoding[encoding], encoding)
  })
  return router
}

function readAssets(folder: string): Map<string, Asset> {
  const assets = new Map<string, Asset>()
  for (const name of readdirSync(folder)) {
    const type = TYPES[extname(name)]
    if (!type) continue
    const path = join(folder, name)
    const bytes = readFileSync(path)
    assets.set(name, {
      type,
      etag: `"${hash('sha256', bytes, 'base64url').slice(0, 22)}"`,
      byEncoding: { identity: bytes, gzip: readFileSync(`${path}.gz`), br: readFileSync(`${path}.br`) },
    })
  }
  return assets
}

/** Browsers cache the files of `public/` for a day, because their names do not change with their content. */
export function publicFiles({ projectDir }: Pick<AppContext, 'projectDir'>): RequestHandler {
  const serve = express.static(join(projectDir, 'public'), {
    index: false,
    redirect: false,
    dotfiles: 'ignore',
    maxAge: '1d',
    setHeaders: (res) => {
      Object.assign(requestState(res), { route: 'public', outcome: 'asset' })
    },
  })
  return (req, res, next) => (req.path.includes('.') ? serve(req, res, next) : next())
}

/** Open tabs connect again after a restart, and reload if the build's id has changed. */
export function developmentReload({ build }: Pick<AppContext, 'build'>): Router {
  const router = Router()
  router.get('/_development/reload', (_req, res) => {
    Object.assign(requestState(res), { route: 'health', outcome: 'development' })
    res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
    res.write(`retry: 300\ndata: ${build.id}\n\n`)
  })
  return router
}
