import { expect, test } from 'vitest'
import { ENQUIRY_ITEMS_MAX } from '../../shared/enquiry-fields.ts'
import { messages } from '../support/english-messages.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { buildScrews } from '../support/screws.ts'
import { useServer } from '../support/start-server.ts'

const options = [{ name: 'Finish', values: ['Natural', 'Black'] }]
const variants = [
  buildVariant({ key: 'natural', optionValues: ['Natural'] }),
  buildVariant({ key: 'black', optionValues: ['Black'] }),
] as const
const server = await useServer({
  categories: [buildCategory({ slug: 'screws', name: 'Screws' })],
  products: [
    ...buildScrews('screws', 3),
    buildProduct({ slug: 'hook', name: 'Hook', categorySlug: 'screws', options, variants }),
  ],
})

const fieldsOf = (html: string) => [...html.matchAll(/<input\s[^>]*name="(item:[^"]*)"/g)].map(([, name]) => name)

test.each(['', '&view=table'])('each row of a list without pictures has a quantity (%s)', async (view) => {
  const { text } = await server.request.get(`/products?sort=name${view}`)
  expect(fieldsOf(text)).toEqual(['item:screw-1', 'item:screw-2', 'item:screw-3'])
  expect(/<form id="row-quantities"[^>]*>/.exec(text)?.[0]).toContain('action="/contact"')
  // A variant has to be chosen on the product's page.
  expect(text).toContain(`href="/products/hook">${messages.enquiryList.choose}</a>`)
})

test.each([
  ['Natural', 'natural'],
  ['Black', 'black'],
])('a filter that leaves one variant offers its quantity (%s)', async (value, key) => {
  const { text } = await server.request.get(`/products?attr-finish=${value}`)
  expect(fieldsOf(text)).toEqual([`item:hook:${key}`])
  const both = await server.request.get('/products?attr-finish=Natural&attr-finish=Black')
  expect(fieldsOf(both.text)).toEqual([])
})

test.each([
  ['item:screw-1=4&item:screw-2=&item:hook:black=2', '/contact?item=screw-1:4&item=hook:2:black'],
  ['item=screw-1:1&item:screw-1=4&item:screw-3=1', '/contact?item=screw-1:5&item=screw-3:1'],
  ['item:screw-1=&item:screw-2=', '/contact'],
  ['item:screw-1=-3&item:screw-2=1.5&item:screw-3=many&item:=3&item:screw-1:x=100000', '/contact'],
  ['item%3Ascrew-1=0&item=screw-2:3', '/contact?item=screw-2:3'],
])('without scripts, /contact?%s leads to %s', async (search, address) => {
  const { status, headers } = await server.request.get(`/contact?${search}`)
  expect([status, headers['location']]).toEqual([308, address])
})

test('more rows than a list may have lead to a list that says that it was cut', async () => {
  const rows = Array.from({ length: ENQUIRY_ITEMS_MAX + 5 }, (_, index) => `item:screw-${index}=1`).join('&')
  const { text } = await server.request.get(`/contact?${rows}`).redirects(1)
  expect(text).toContain(messages.enquiry.listCut(ENQUIRY_ITEMS_MAX))
})

test('the list in an address joins the form, so that the next page keeps it', async () => {
  const { text } = await server.request.get('/products?item=hook:2:black&view=table')
  const form = text.slice(text.indexOf('<form id="row-quantities"')).split('</form>')[0]!
  expect(form).toContain('<input type="hidden" name="item" value="hook:2:black"/>')
})
