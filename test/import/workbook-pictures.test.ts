import { expect, test } from 'vitest'
import { importFile } from '../../server/import/import-catalog.ts'
import type { ImportReport } from '../../server/import/import-report.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { buildDrawing } from '../support/workbook-drawings.ts'
import { buildOds, buildXlsx, writeOdsCell } from '../support/workbooks.ts'

const PICTURES = [1, 2, 3].map((number) => ({ name: `image${number}.png`, content: writeBlankPng(number, 8) }))

/** Imports a workbook and returns the widths of each product's pictures, which tell them apart. */
async function importPictures(catalog: TempCatalog, bytes: Buffer, slugs: readonly string[]) {
  const report: ImportReport = await importFile(catalog.store, await catalog.write('products.xlsx', bytes))
  const widths: (readonly number[] | undefined)[] = []
  for (const slug of slugs) {
    const product = await catalog.readProduct(slug)
    widths.push(product?.images.map((image) => ('width' in image ? image.width : 0)))
  }
  return { report, widths }
}

test('pictures placed in a row of an .xlsx sheet become the pictures of its product', async () => {
  const rows = [['Price list'], ['Slug', 'Name'], ['bowl', 'Bowl'], ['cup', 'Cup'], ['plain', 'Plain']]
  const placed = [
    { row: 1, column: 0, picture: 2 },
    { row: 3, column: 3, picture: 1 },
    { row: 3, column: 2, picture: 0 },
    { row: 4, column: 2, height: 1, picture: 2 },
    { row: 9, column: 2, picture: 0 },
  ]
  const workbook = buildXlsx({ sheets: [{ rows }], others: buildDrawing(placed, PICTURES) })
  await using catalog = await openTempCatalog()
  const { report, widths } = await importPictures(catalog, workbook, ['bowl', 'cup', 'plain'])
  expect(widths).toEqual([[1, 2], [3], []])
  expect(report.pictures).toMatchObject({ stored: 3, missing: { count: 0 } })
  expect(report.warnings.entries.map(({ reason }) => reason)).toEqual([
    '1 pictures are in rows without cells; move them to the rows of their products',
  ])
  const again = await importPictures(catalog, workbook, ['bowl'])
  expect(again.report).toMatchObject({ products: { changed: 0, unchanged: 3 }, pictures: { stored: 0 } })
})

test('pictures are added to the files that a cell names, and a picture in the row of a variant is its picture', async () => {
  const header = ['Slug', 'Name', 'Option 1 name', 'Option 1 value']
  const rows = [header, ['bowl', 'Bowl', 'Colour', 'Moss'], ['bowl', '', '', 'Chalk']]
  const placed = [
    { row: 2, column: 4, picture: 0 },
    { row: 3, column: 4, picture: 1 },
  ]
  await using catalog = await openTempCatalog()
  const others = buildDrawing(placed, PICTURES)
  await importPictures(catalog, buildXlsx({ sheets: [{ rows }], others }), [])
  expect(await catalog.readProduct('bowl')).toMatchObject({
    images: [{ width: 1 }, { width: 2 }],
    variants: [{ imageIndex: 0 }, { imageIndex: 1 }],
  })
  const named = [
    ['Slug', 'Name', 'Images'],
    ['cup', 'Cup', 'https://photos.example/cup.jpg'],
  ]
  await importPictures(
    catalog,
    buildXlsx({ sheets: [{ rows: named }], others: buildDrawing([placed[0]!], PICTURES) }),
    [],
  )
  expect((await catalog.readProduct('cup'))?.images).toMatchObject([
    { url: 'https://photos.example/cup.jpg' },
    { width: 1 },
  ])
})

const frame = (part: string) => `<draw:frame><draw:image xlink:href="${part}"/></draw:frame>`
const cells = (...texts: readonly string[]) => texts.map(writeOdsCell).join('')

test('pictures in cells of an .ods sheet become the pictures of the product in their row', async () => {
  const data =
    `<table:shapes>${frame('Pictures/image3.png')}</table:shapes>` +
    `<table:table-row>${cells('Slug', 'Name')}</table:table-row>` +
    `<table:table-row>${cells('bowl', 'Bowl')}<table:table-cell>${frame('Pictures/image1.png')}${frame('https://photos.example/x.png')}</table:table-cell></table:table-row>` +
    `<table:table-row>${cells('cup', 'Cup')}<table:table-cell>${frame('./Pictures/image2.png')}</table:table-cell></table:table-row>`
  const others = PICTURES.map((picture) => ({ ...picture, name: `Pictures/${picture.name}` }))
  await using catalog = await openTempCatalog()
  const { widths } = await importPictures(catalog, buildOds([{ data }], others), ['bowl', 'cup'])
  expect(widths).toEqual([[1], [2]])
})

test('pictures that are broken, missing in the workbook or in a format that browsers do not show are reported', async () => {
  const rows = [
    ['Slug', 'Name'],
    ['bowl', 'Bowl'],
    ['cup', 'Cup'],
  ]
  const pictures = [
    { name: 'image1.emf', content: Buffer.from([1, 0, 0, 0, 9, 9]) },
    { name: 'image2.png', content: writeBlankPng(2, 8) },
  ]
  const placed = [
    { row: 2, column: 2, picture: 0 },
    { row: 3, column: 2, picture: 1 },
  ]
  const others = buildDrawing(placed, pictures).filter(({ name }) => !name.endsWith('image2.png'))
  await using catalog = await openTempCatalog()
  const { report, widths } = await importPictures(catalog, buildXlsx({ sheets: [{ rows }], others }), ['bowl', 'cup'])
  expect(widths).toEqual([[], []])
  expect(report.warnings.entries.map(({ reason }) => reason.split(' (')[0])).toEqual([
    'a picture was left out: the workbook is damaged: "xl/media/image2.png" is missing in it; open it in a spreadsheet program and save it again',
    'the picture in the workbook was left out: the file is broken or not a picture',
  ])
})
