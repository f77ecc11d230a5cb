import { hash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import express, { type RequestHandler } from 'express'
import { BUILDS_PATH } from '../../../shared/urls.ts'
import type { AppContext } from '../app-context.ts'
import { IMMUTABLE } from '../cache-control.ts'
import { negotiateEncoding, sendEncoded } from '../compression.ts'
import { requestState } from '../request-state.ts'
import { sendNotFound, sendIfNotModified } from './send-file.ts'

/** The scripts name the licences of their packages, which are text files. */
const SERVED = ['.js', '.css', '.map', '.txt']

/**
 * `/builds/`: the newest build's id, its manifest and the browser's files. An unknown path gets a short 404, because a
 * browser would try to run an HTML page.
 */
export function builds({ build, buildDir }: Pick<AppContext, 'build' | 'buildDir'>): RequestHandler {
  const folder = join(buildDir, 'builds')
  const assets = new Map(readdirSync(folder).flatMap((name) => readAsset(folder, name)))
  const latest = readFileSync(join(folder, 'latest.json'))
  const meta = readFileSync(join(folder, 'meta', `${build.id}.json`))

  return (req, res) => {
    const state = requestState(res)
    state.outcome = 'asset'
    const name = req.path.slice(BUILDS_PATH.length)
    if (name === 'latest.json') return void res.set('Cache-Control', 'no-store').type('json').send(latest)
    const [, id] = /^meta\/([^/]+?)(?:\.json)?$/.exec(name) ?? []
    if (id === build.id) return void res.set('Cache-Control', IMMUTABLE).type('json').send(meta)
    if (id !== undefined) {
      state.outcome = 'missing'
      const body = { statusCode: 404, statusMessage: 'There is no such build.' }
      return void res.status(404).set('Cache-Control', 'no-store').json(body)
    }
    const asset = assets.get(name)
    if (!asset) return sendNotFound(res, 'There is no such file in this build.', 'no-store')
    res.set({ 'Cache-Control': IMMUTABLE, ETag: asset.etag, Vary: 'Accept-Encoding' }).type(extname(name))
    if (sendIfNotModified(req, res)) return
    const encoding = negotiateEncoding(req)
    sendEncoded(res, asset.byEncoding[encoding], encoding)
  }
}

function readAsset(folder: string, name: string) {
  if (!SERVED.includes(extname(name))) return []
  const path = join(folder, name)
  const identity = readFileSync(path)
  const etag = `"${hash('sha256', identity, 'base64url').slice(0, 22)}"`
  const byEncoding = { identity, gzip: readFileSync(`${path}.gz`), br: readFileSync(`${path}.br`) }
  return [[name, { etag, byEncoding }] as const]
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
export function developmentReload({ build }: Pick<AppContext, 'build'>): RequestHandler {
  return (_req, res) => {
    requestState(res).outcome = 'development'
    res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store' }).flushHeaders()
    res.write(`retry: 300\ndata: ${build.id}\n\n`)
  }
}
