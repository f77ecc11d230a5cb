import { createHash } from 'node:crypto'
import { mkdir, readdir, truncate, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { formatReport } from '../../server/import/format-report.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { openDatabase } from '../support/both-databases.ts'
import { DXF, STEP, writePdf } from '../support/sample-documents.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const sheetOf = (...rows: readonly (readonly [slug: string, documents: string])[]) =>
  ['Slug,Name,Price,Documents', ...rows.map(([slug, documents]) => `${slug},${slug},10,"${documents}"`)].join('\n')

const hashOf = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex')

const urlOf = (bytes: string | Uint8Array, name: string) => `/files/${hashOf(bytes).slice(0, 20)}/${name}`

async function listDocuments(catalog: TempCatalog, slug: string) {
  return (await catalog.readProduct(slug))!.documents
}

const describeFaults = (notices: {
  readonly entries: readonly { readonly value: string | null; readonly reason: string }[]
}) => notices.entries.map(({ value, reason }) => `${value}: ${reason}`)

test('stores documents of the content folder under the names of their files, each with its size', async () => {
  await using catalog = await openTempCatalog()
  const pdf = writePdf()
  const photo = await sharp({ create: { width: 30, height: 20, channels: 3, background: 'teal' } })
    .jpeg()
    .toBuffer()
  const report = await catalog.importContent({
    'products.csv': sheetOf([
      'bracket',
      'Data sheet | Datenblatt für Halter.PDF\nModel | parts/bracket.stp\nDrawing | BRACKET.dxf\nCertificate | ce.jpg\nCare | /about/care\nmanual.pdf',
    ]),
    'documents/Datenblatt für Halter.pdf': pdf,
    'documents/parts/bracket.stp': STEP,
    'documents/bracket.dxf': DXF,
    'documents/ce.jpg': photo,
    'documents/manual.pdf': writePdf('% manual\n'),
  })
  expect(report.documents).toMatchObject({ stored: 5, known: 0 })
  expect(report.warnings.count).toBe(0)
  expect(formatReport(report, { verbose: false })).toMatch(/Documents\s+5 new/)
  expect(await listDocuments(catalog, 'bracket')).toEqual([
    { name: 'Data sheet', url: urlOf(pdf, 'datenblatt-fur-halter.pdf'), bytes: pdf.length },
    { name: 'Model', url: urlOf(STEP, 'bracket.step'), bytes: STEP.length },
    { name: 'Drawing', url: urlOf(DXF, 'bracket.dxf'), bytes: DXF.length },
    { name: 'Certificate', url: urlOf(photo, 'ce.jpg'), bytes: photo.length },
    { name: 'Care', url: '/about/care' },
    { name: 'manual', url: urlOf(writePdf('% manual\n'), 'manual.pdf'), bytes: writePdf('% manual\n').length },
  ])
})

test('stores the same file once, and changes nothing when it is imported again, with or without the folder', async () => {
  await using catalog = await openTempCatalog()
  const pdf = writePdf()
  const products = sheetOf(['a', 'Sheet | one.pdf'], ['b', 'Sheet | two.pdf'], ['c', 'Sheet | one.pdf'])
  const files = { 'products.csv': products, 'documents/one.pdf': pdf, 'documents/two.pdf': pdf }
  expect((await catalog.importContent(files)).documents).toMatchObject({ stored: 1, known: 0 })
  expect((await catalog.store.readStatistics()).images.count).toBe(0)
  expect((await catalog.importContent(files)).products).toMatchObject({ unchanged: 3, changed: 0 })
  const again = await catalog.importText(products)
  expect(again.products).toMatchObject({ unchanged: 3, changed: 0 })
  expect(again.documents).toMatchObject({ known: 1, missing: { count: 0 } })
})

test('PostgreSQL: imports, keeps, exports and rolls back documents, and another process sees each change', async () => {
  await using database = await openDatabase('postgres')
  await using stores = await database.open()
  await using other = await database.open()
  const folder = join(database.folder, 'content')
  const write = async (name: string, content: string | Uint8Array) => {
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await writeFile(join(folder, name), content)
  }
  await write('products.csv', sheetOf(['a', 'Sheet | one.pdf\nDrawing | one.dxf'], ['b', 'Sheet | two.pdf']))
  for (const name of ['one.pdf', 'two.pdf']) await write(`documents/${name}`, writePdf())
  await write('documents/one.dxf', DXF)
  const first = await importFolder(stores.catalog, folder)
  expect([first.documents.stored, first.products.created]).toEqual([2, 2])
  expect((await importFolder(stores.catalog, folder)).products).toMatchObject({ unchanged: 2, changed: 0 })
  const read = async () => (await other.catalog.read((reader) => reader.findProduct('a')))!.documents
  const before = await read()
  expect(before.map(({ url }) => url)).toEqual([urlOf(writePdf(), 'one.pdf'), urlOf(DXF, 'one.dxf')])
  const exported = join(database.folder, 'export')
  await exportFolder(other.catalog, exported)
  expect((await readdir(join(exported, 'documents'))).toSorted()).toEqual(['one.dxf', 'one.pdf', 'two.pdf'])
  await write('documents/one.pdf', writePdf('% changed\n'))
  await importFolder(stores.catalog, folder)
  expect((await read())[0]!.url).toBe(urlOf(writePdf('% changed\n'), 'one.pdf'))
  await stores.catalog.rollback()
  expect(await read()).toEqual(before)
})

const UNSAFE: readonly (readonly [what: string, content: string | Uint8Array, reason: string])[] = [
  [
    'an SVG',
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
    'its content is not that of a PDF',
  ],
  ['a web page', '<!doctype html><script>alert(1)</script>', 'its content is not that of a PDF'],
  ['a script', '#!/bin/sh\nrm -rf /\n', 'its content is not that of a PDF'],
  ['an archive', Buffer.from('PK\u0003\u0004 a.exe', 'latin1'), 'its content is not that of a PDF'],
  ['nothing', '', 'the file is empty'],
  ['half a PDF', writePdf().subarray(0, 100), 'the PDF is incomplete'],
  [
    'a web page with a PDF in it',
    `<script>alert(1)</script>${writePdf().toString()}`,
    'its content is not that of a PDF',
  ],
  ['half a STEP file', STEP.slice(0, 40), 'the STEP file is incomplete'],
  ['half a drawing', DXF.slice(0, -4), 'the DXF file is incomplete'],
]

test('refuses files that are no safe documents but named as PDFs, says why, and imports the product without them', async () => {
  await using catalog = await openTempCatalog()
  const names = UNSAFE.map((_, index) => `sheet-${index}.pdf`)
  const report = await catalog.importContent({
    'products.csv': sheetOf(['a', [...names, 'other.pdf'].map((name) => `${name} | ${name}`).join('\n')]),
    ...Object.fromEntries(UNSAFE.map(([, content], index) => [`documents/sheet-${index}.pdf`, content])),
    'documents/other.pdf': writePdf(),
  })
  expect(describeFaults(report.documents.missing)).toEqual(
    UNSAFE.map(([, , reason], index) => expect.stringMatching(`^sheet-${index}\\.pdf: .*${reason}`) as unknown),
  )
  expect((await listDocuments(catalog, 'a')).map(({ name }) => name)).toEqual(['other.pdf'])
})

test('refuses a file of 2 GB without reading all of it', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('content/documents/large.pdf', writePdf())
  await truncate(path, 2 ** 31)
  const before = process.memoryUsage().rss
  const report = await catalog.importContent({ 'products.csv': sheetOf(['a', 'Sheet | large.pdf']) })
  expect(describeFaults(report.documents.missing)).toEqual(['large.pdf: the file has more than 40 MB'])
  expect(process.memoryUsage().rss - before).toBeLessThan(200e6)
})

test('reports a file that is missing, one in another format, and several with the same name', async () => {
  await using catalog = await openTempCatalog()
  const report = await catalog.importContent({
    'products.csv': sheetOf([
      'a',
      'Sheet | sheet.pdf\nManual | de/manual.pdf\nOld | lost.pdf\nPrices | prices.xlsx\nSite | javascript:a.pdf',
    ]),
    'documents/a/sheet.pdf': writePdf('% a\n'),
    'documents/b/sheet.pdf': writePdf('% b\n'),
    'documents/de/manual.pdf': writePdf('% de\n'),
    'documents/en/manual.pdf': writePdf('% en\n'),
  })
  expect(describeFaults(report.documents.missing)).toEqual([
    'lost.pdf: no file has this name; add the file to the documents, or correct the name',
    'javascript:a.pdf: no file has this name; pages link to https addresses only',
  ])
  expect(report.warnings.entries.map(({ reason }) => reason)).toEqual([
    expect.stringContaining('is not a document such as'),
    expect.stringContaining('several documents have this name ("a/sheet.pdf" and "b/sheet.pdf")'),
  ])
  const [, manual] = await listDocuments(catalog, 'a')
  expect(manual!.url).toContain(hashOf(writePdf('% de\n')).slice(0, 20))
})
