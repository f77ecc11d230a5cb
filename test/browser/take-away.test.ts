import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { serverTextsFor } from '../../server/platform/language.ts'
import { followAddedLink, useBrowser, watchComplaints } from '../support/browser.ts'
import { messages } from '../support/english-messages.ts'
import { buildProduct, buildVariant } from '../support/products.ts'
import { openTab } from '../support/reused-page.ts'
import { useServer } from '../support/start-server.ts'

const texts = serverTextsFor({ locale: 'en' }).takeAway
const SITE_URL = 'http://localhost:0'
const browser = await useBrowser()
const products = [
  buildProduct({
    slug: 'bolt',
    name: '=Bolt, "short"',
    variants: [buildVariant({ sku: 'B-1' })],
    attributes: [{ name: 'Length', value: '10 mm' }],
  }),
  buildProduct({ slug: 'nut', name: 'Nut', attributes: [{ name: 'Length', value: '4 mm' }] }),
]
const server = await useServer({ products })

async function download(page: Page, name: string): Promise<{ readonly file: string; readonly text: string }> {
  const [started] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name }).click()])
  return { file: started.suggestedFilename(), text: await readFile(await started.path(), 'utf8') }
}

test('the enquiry list is downloaded as CSV for spreadsheets, with quantities and notes as typed; a comparison is copied as cells, with a message', async () => {
  const page = await openTab(browser)
  const complaints = watchComplaints(page)
  await page.goto(`${server.url}/contact?item=bolt:3&item=nut:1`)
  await page.getByLabel(messages.enquiryList.noteOf('Nut')).fill('zinc')
  const { file, text } = await download(page, texts.download)
  expect(file).toBe('enquiry-list.csv')
  expect(text).toBe(
    [
      '\uFEFFProduct,Variant,Article number,Quantity,Note,Address',
      `"'=Bolt, ""short""",,B-1,3,,${SITE_URL}/products/bolt`,
      `Nut,,,1,zinc,${SITE_URL}/products/nut`,
      '',
    ].join('\r\n'),
  )
  await followAddedLink(page, '/products?compare=bolt,nut')
  await page.locator('.comparison').waitFor()
  const compared = await download(page, texts.download)
  expect([compared.file, compared.text]).toEqual([
    'comparison.csv',
    expect.stringContaining('\r\nLength,10 mm,4 mm\r\n'),
  ])
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: texts.copy }).press('Enter')
  await page.getByRole('status').filter({ hasText: texts.copied }).waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('Length\t10 mm\t4 mm')
  expect(complaints).toEqual([])
})
