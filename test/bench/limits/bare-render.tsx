// The second minimal server: the least that a streamed React page needs. It reads the page's data and pipes React's stream through
// `compression`, without a framework, route matching, an HTML document around the page, a cache or a log. `server.ts` bundles it.
//   SITE_URL=https://shop.example node bare-render.js DATABASE
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import compression from 'compression'
import type { Request, Response } from 'express'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../../client/app.tsx'
import { openSqliteStore } from '../../support/open-stores.ts'
import { messagesFor } from '../../../server/platform/language.ts'
import { loadFrame, loadPage } from '../../../server/web/pages/load-page.ts'
import { pageComponents } from '../../../server/web/render.tsx'
import { awaitDeferred } from '../../../server/web/pages/deferred-data.ts'
import type { RouteMatch } from '../../../shared/routes.ts'

const PRODUCTS = '/products'
const compress = compression()
const store = await openSqliteStore(process.argv[2]!)

const server = createServer((req, res) => void render(req, res))

async function render(req: IncomingMessage, res: ServerResponse): Promise<void> {
  const url = req.url!
  const [path = '', search = ''] = url.split('?')
  const match: RouteMatch =
    path === PRODUCTS
      ? { name: 'products', params: {} }
      : { name: 'products-product', params: { product: path.slice(PRODUCTS.length + 1) } }
  // Neither of the measured pages reads enquiries or logs an error.
  const context = {} as Parameters<typeof loadPage>[0]
  const loaded = await loadPage(context, { store }, match, search, '')
  const page = await awaitDeferred(loaded)
  const frame = await loadFrame(store, process.env['SITE_URL']!)
  const stream = renderToPipeableStream(
    <StaticRouter location={url}>
      <App frame={frame} messages={messagesFor(frame.site)} view={{ page, Page: pageComponents.get(page.name)! }} />
    </StaticRouter>,
    {
      progressiveChunkSize: Infinity,
      onShellReady: () => {
        res.setHeader('content-type', 'text/html; charset=utf-8')
        compress(req as Request, res as Response, () => stream.pipe(res))
      },
      onError: fail,
    },
  )
}
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})

function fail(error: unknown): never {
  throw error
}
