import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { rasteriseSvg } from '../../server/import/pictures/inspect-file.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

test('rejects an SVG that takes too long to render', () => {
  const filters = '<feTurbulence baseFrequency="0.05" numOctaves="10"/>'.repeat(50)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><filter id="f">${filters}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>`
  expect(() => rasteriseSvg(Buffer.from(svg), 100)).toThrow(/longer than 0.1 s; remove the filters/)
})

test('reports an SVG that cannot be rendered', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('photos/broken.svg', '<svg xmlns="http://www.w3.org/2000/svg"><g>')
  const report = await catalog.importText(writeShopifyCsv([{ ...BOWL, 'Image Src': 'broken.svg' }]), {
    imagesDir: join(catalog.dir, 'photos'),
  })
  expect(report.warnings.entries).toMatchObject([
    { value: 'broken.svg', reason: expect.stringContaining('this SVG cannot be shown: ') },
  ])
})

test('an SVG logo is stored as a PNG that is 1024 pixels wide; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const files = {
    'site.json': JSON.stringify({ logo: 'logo.svg', logoAlt: 'Tornio, a wheel' }),
    'images/logo.svg':
      '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="10"><script>alert(1)</script><circle r="5" cx="5" cy="5"/></svg>',
  }
  await catalog.importContent(files)
  const { logo } = await catalog.store.readSite()
  expect(logo).toMatchObject({ format: 'png', width: 1024, height: 256, alt: 'Tornio, a wheel' })
  const { bytes } = (await catalog.store.findImage(logo!.hash))!
  expect((await sharp(bytes).stats()).isOpaque).toBe(false)
  expect((await catalog.importContent(files)).siteFields).toEqual([])
})
