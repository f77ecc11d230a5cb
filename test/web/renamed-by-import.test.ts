import { join } from 'node:path'
import { writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import { writeCsv } from '../support/csv-text.ts'
import { startServer } from '../support/start-server.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

test('redirects each former slug directly to the present one; a rollback restores the previous slug', async () => {
  await using server = await startServer()
  await using folder = await makeTemporaryFolder()
  const importAs = async (slug: string) => {
    const path = join(folder.path, 'products.csv')
    await writeFile(path, writeCsv([{ Slug: slug, Name: 'Cup', SKU: 'A-1' }]))
    await importFile(server.store, path)
  }
  for (const slug of ['cup', 'mug', 'beaker']) await importAs(slug)
  for (const former of ['cup', 'mug']) {
    const response = await server.request.get(`/products/${former}`)
    expect([response.status, response.headers['location'], response.headers['cache-control']]).toEqual([
      301,
      '/products/beaker',
      'public, max-age=0, s-maxage=30',
    ])
    const payload = await server.request.get(`/products/${former}/_payload.json?b`)
    expect([payload.status, payload.headers['cache-control']]).toEqual([301, 'public, max-age=0, s-maxage=30'])
  }
  const slash = await server.request.get('/products/cup/')
  expect([slash.status, slash.headers['cache-control']]).toEqual([308, 'public, max-age=0, s-maxage=30'])
  expect((await server.request.get('/products/beaker')).status).toBe(200)

  expect(await server.store.rollback()).toBe(true)
  expect((await server.request.get('/products/mug')).status).toBe(200)
  expect((await server.request.get('/products/cup')).headers['location']).toBe('/products/mug')
  expect(await server.store.findProduct('beaker')).toBeUndefined()
})
