import { expect, test } from 'vitest'
import type { HttpClient } from '../../../client/base/http.ts'
import { createPayloadCache } from '../../../client/runtime/payload-cache.ts'
import { HttpError } from '../../../shared/http-error.ts'
import type { OpenedDocument } from '../../../shared/page-data.ts'
import { BUILD_ID_HEADER, FRAME_ID_HEADER } from '../../../shared/urls.ts'

test('if the server fails, a page comes from the cache, unless it is private', async () => {
  let isDown = false
  const headers = new Headers({ [BUILD_ID_HEADER]: 'build', [FRAME_ID_HEADER]: 'frame' })
  const http: HttpClient = async (url) => {
    if (isDown) throw new HttpError(503, 'busy')
    return { body: { isPrivate: url.includes('item=') }, headers, url: `https://shop.example${url}` }
  }
  const cache = createPayloadCache(http, { buildId: 'build', frame: { id: 'frame' } } as OpenedDocument)
  const load = (search: string) => cache.load('/contact', search, new AbortController().signal)
  const searches = ['?page=1', '?item=bowl:1']
  await Promise.all(searches.map(load))
  isDown = true
  const results = await Promise.allSettled(searches.map(load))
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
})
