import sharp from 'sharp'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { expectNoViolations } from '../support/accessibility.ts'
import { openReusedPage, useBrowser } from '../support/browser.ts'
import { buildProduct } from '../support/products.ts'
import { useServer } from '../support/start-server.ts'
import { expectFit, expectLargeTargets } from '../support/target-size.ts'

const HASH = 'b'.repeat(64)
const SIGN = { hash: HASH, format: 'png', width: 400, height: 400, alt: 'Flammable' } as const

const browser = await useBrowser()
const server = await useServer({
  site: { ...NEUTRAL_SITE, name: 'Shop', locale: 'en', languages: ['en', 'ar'] },
  products: [
    buildProduct({
      slug: 'torch',
      name: 'Torch',
      manufacturer: 'Kiln & Sons',
      responsiblePerson: 'Import',
      safetyInformation:
        'Keep away from children.\n\nDo not heat above 50 °C. Keep away from open flames, sparks and hot surfaces; do not smoke.',
      pictograms: Array.from({ length: 9 }, () => SIGN),
      attributes: [{ name: 'Material', value: 'Steel' }],
    }),
  ],
})
await server.store.write(async (writer) => {
  const bytes = await sharp({ create: { width: 400, height: 400, channels: 3, background: '#c00000' } })
    .png()
    .toBuffer()
  await writer.putImage(HASH, { bytes, format: 'png' })
  await writer.putList('companies', [
    {
      name: 'Kiln & Sons',
      address: `${'Werkzeugmaschinenfabrikationsgesellschaft'.repeat(4)}\nHarbour Road 1\n90100 Oulu`,
      email: `${'product-safety-'.repeat(12)}team@kiln.example`,
      website: `https://kiln.example/${'contact-'.repeat(20)}`,
      phone: '+358 8 123 456',
    },
    { name: 'Import', address: 'شارع الميناء ١', email: 'a@import.example' },
  ])
})

test.each([
  ['/products/torch', 360],
  ['/ar/products/torch', 360],
  ['/products/torch', 1280],
])(
  '%s at %i pixels shows long addresses without overflow, small pictograms and no axe violations',
  async (path, width) => {
    await using opened = await openReusedPage(browser, server.url + path, { viewport: { width, height: 800 } })
    const { page, complaints } = opened
    const section = page.locator('.safety')
    await section.scrollIntoViewIfNeeded()
    await expectFit(page, 'section')
    const signs = section.getByRole('img', { name: 'Flammable' })
    await expect.poll(() => signs.first().evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(64)
    const box = (await signs.first().boundingBox())!
    expect(Math.max(box.width, box.height)).toBeLessThanOrEqual(64)
    // Each line of the address is a line of the page.
    const address = section.getByText('90100 Oulu')
    expect(await address.innerText()).toContain('Harbour Road 1\n90100 Oulu')
    expect(await address.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    expect(await section.getByText('شارع').evaluate((element) => getComputedStyle(element).direction)).toBe('rtl')
    await expectNoViolations(page)
    await expectLargeTargets(page)
    expect(complaints).toEqual([])
  },
)
