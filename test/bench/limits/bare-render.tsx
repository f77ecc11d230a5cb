// The second limit: `node:http`, the reads of a page and React's drawing of it to its end, and nothing else: no framework, no
// matching of routes, no document around what React draws, no cache, no compression, no log.
//   SITE_URL=https://shop.example node bare-render.js DATABASE          (bundled as the server is)
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { renderToPipeableStream } from 'react-dom/server'
import { StaticRouter } from 'react-router-dom'
import { App } from '../../../client/app.tsx'
import { openSqliteStore } from '../../../server/catalog/sqlite/sqlite-store.ts'
import type { EnquiryStore } from '../../../server/enquiries/enquiry-store.ts'
import { loadFrame, loadPage } from '../../../server/loaders/load-page.ts'
import { pageComponents } from '../../../server/render/page-components.ts'
import { awaitDeferred } from '../../../server/render/settle-deferred.ts'
import type { RouteMatch } from '../../../shared/routes.ts'

const PRODUCTS = '/products'
const store = openSqliteStore(process.argv[2]!)

const server = createServer(async (req, res) => {
  const url = req.url!
  const [path = '', search = ''] = url.split('?')
  const match: RouteMatch = path === PRODUCTS ? { name: 'products', params: {} } : { name: 'products-product', params: { product: path.slice(PRODUCTS.length + 1) } }
  const loaded = await loadPage(match, {
    store,
    // Neither of the two pages asks for one.
    enquiries: {} as EnquiryStore,
    query: new URLSearchParams(search),
    onDeferredError: fail,
  })
  if (!loaded || 'movedTo' in loaded) throw new Error(`There is no page at ${url}.`)
  const page = await awaitDeferred(loaded)
  const frame = await loadFrame(store, process.env['SITE_URL']!)
  const stream = renderToPipeableStream(
    <StaticRouter location={url}>
      <App frame={frame} view={{ page, Page: pageComponents.get(page.name)! }} />
    </StaticRouter>,
    {
      progressiveChunkSize: Infinity,
      onAllReady: () => {
        res.writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        stream.pipe(res)
      },
      onError: fail,
    },
  )
})
server.listen(0, '127.0.0.1', () => {
  console.log(JSON.stringify({ address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
})

function fail(error: unknown): never {
  throw error
}
