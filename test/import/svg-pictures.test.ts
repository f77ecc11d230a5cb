import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rasteriseSvg } from '../../server/import/pictures/rasterise-svg.ts'
import { BOWL, writeShopifyCsv } from '../support/shopify-csv.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const countProcesses = () => process.getActiveResourcesInfo().filter((name) => name === 'ProcessWrap').length

test('rejects an SVG that takes too long to render and kills its process', async () => {
  const filters = '<feTurbulence baseFrequency="0.05" numOctaves="10"/>'.repeat(50)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="1000"><filter id="f">${filters}</filter><rect width="1000" height="1000" filter="url(#f)"/></svg>`
  const before = countProcesses()
  await expect(rasteriseSvg(Buffer.from(svg), 1_000)).rejects.toThrow(/longer than 1 s; remove the filters/)
  // The count may be lower than before, because processes of earlier tests may have ended in the meantime.
  await expect.poll(countProcesses).toBeLessThanOrEqual(before)
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
