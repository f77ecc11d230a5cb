import { expect, test } from 'vitest'
import { ImportError } from '../../server/import/import-error.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const TABLE = `Artikelnummer;Bezeichnung;Preis;Bild;Farbe;EK
A-1;Schale;12,50;schale.jpg;rot;6,20
A-2;Becher;1.299,00 €;becher.jpg, becher-2.jpg;blau;500,00
`

const COLUMNS = {
  Artikelnummer: 'SKU',
  Bezeichnung: 'Name',
  Preis: 'Price',
  Bild: 'Images',
  Farbe: 'Attribute: Farbe',
  EK: null,
}

async function openEuroCatalog(): Promise<TempCatalog> {
  const catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': '{ "currency": "EUR", "locale": "de" }' })
  return catalog
}

async function catchImportError(promise: Promise<unknown>): Promise<ImportError> {
  const error = await promise.catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(ImportError)
  return error as ImportError
}

test('imports a table by the mapping beside it', async () => {
  await using catalog = await openEuroCatalog()
  await catalog.write('products.mapping.json', JSON.stringify({ columns: COLUMNS, decimalSign: ',' }))
  const report = await catalog.importText(TABLE)
  expect(report).toMatchObject({
    format: 'table with the columns of products.mapping.json',
    products: { created: 2 },
    rejected: { count: 0 },
    warnings: { count: 0 },
  })
  expect(await catalog.readProduct('schale')).toMatchObject({
    name: 'Schale',
    variants: [{ sku: 'A-1', priceMinor: 1_250 }],
    attributes: [{ name: 'Farbe', value: 'rot' }],
  })
  expect(await catalog.readProduct('becher')).toMatchObject({ variants: [{ sku: 'A-2', priceMinor: 129_900 }] })
  expect(report.pictures.missing.entries.map(({ value }) => value)).toEqual([
    'schale.jpg',
    'becher.jpg',
    'becher-2.jpg',
  ])
})

test('a table in a known format does not use the mapping beside it, and the report says so', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('products.mapping.json', JSON.stringify({ columns: { Name: 'SKU' } }))
  const report = await catalog.importText('Slug,Name\nbowl,Bowl\n')
  expect(report.format).toBe('Vitrine sheet')
  expect(report.warnings.entries).toMatchObject([
    { file: expect.stringMatching(/products\.mapping\.json$/), reason: expect.stringContaining('was not used') },
  ])
})

test('messages name the columns and lines of the table', async () => {
  await using catalog = await openEuroCatalog()
  await catalog.write('products.mapping.json', JSON.stringify({ columns: { ...COLUMNS, Gewicht: 'Weight (g)' } }))
  const report = await catalog.importText(
    'Preis,Gewicht,Bezeichnung,Notiz,Artikelnummer\n12,"1\n",Schale,"eine\nNotiz",A-1\n$9,leicht,Becher,,A-2\n,5,,x,\n-5,3,Topf,,A-3\n',
  )
  expect(report.rejected.entries).toMatchObject([
    {
      line: 5,
      row: 3,
      column: 'Preis',
      product: 'Becher',
      value: '$9',
      reason: expect.stringContaining('another currency'),
    },
    { line: 6, row: 4, column: 'Bezeichnung', value: null },
    { line: 7, row: 5, column: 'Preis', value: '-5', reason: 'is negative' },
  ])
})

test('fixed values fill blank cells, and a currency is added to prices without one', async () => {
  await using catalog = await openTempCatalog()
  const mapping = {
    columns: { Name: 'Name', Price: 'Price', Maker: 'Brand' },
    fixed: { brand: 'Acme', currency: 'EUR' },
  }
  await catalog.write('products.mapping.json', JSON.stringify(mapping))
  const text = 'Name,Price,Maker\nBowl,12.50,\nCup,3,Other\n'
  const error = await catchImportError(catalog.importText(text, { basics: { currency: 'USD' } }))
  expect(error.reason).toContain("is in EUR, but the site's currency is USD")
  await catalog.importText(text)
  expect(await catalog.readProduct('bowl')).toMatchObject({ brand: 'Acme', variants: [{ priceMinor: 1_250 }] })
  expect(await catalog.readProduct('cup')).toMatchObject({ brand: 'Other' })
})

test('reads lists, units, stock numbers, words and levels of categories', async () => {
  await using catalog = await openTempCatalog()
  const mapping = {
    columns: {
      No: 'SKU',
      Title: 'Name',
      Group: 'Category',
      Sub: 'Category',
      Stock: 'Availability',
      Weight: { to: 'Weight (g)', unit: 'kg' },
      Length: { to: 'Attribute: Length', unit: 'mm' },
      Labels: { to: 'Tags', separator: ';' },
      Visible: 'Visibility',
      Sheet: 'Documents',
      Top: 'Featured',
    },
    decimalSign: ',',
  }
  await catalog.write('products.mapping.json', JSON.stringify(mapping))
  await catalog.importText(
    'No\tTitle\tGroup\tSub\tStock\tWeight\tLength\tLabels\tVisible\tSheet\tTop\n' +
      '1\tBolt\tMetal\tBolts\t>10\t1,25\t20\ta, b; c\taktiv\thttps://docs.example/a.pdf\tx\n' +
      '2\tNut\tMetal\t\t0,00\t250 g\t2-3\t\tnon\t\t\n',
  )
  expect(await catalog.readProduct('bolt')).toMatchObject({
    categorySlug: 'bolts',
    visibility: 'public',
    featured: true,
    tags: ['a, b', 'c'],
    attributes: [{ name: 'Length', value: '20 mm' }],
    documents: [{ name: 'Sheet', url: 'https://docs.example/a.pdf' }],
    variants: [{ availability: 'InStock', weightGrams: 1_250 }],
  })
  expect(await catalog.readProduct('nut')).toMatchObject({
    categorySlug: 'metal',
    visibility: 'hidden',
    attributes: [{ name: 'Length', value: '2-3' }],
    variants: [{ availability: 'OutOfStock', weightGrams: 250 }],
  })
})

test('products of one name get addresses with their numbers; with options they are variants', async () => {
  await using catalog = await openTempCatalog()
  const table = 'No,Title,Size\nT-1,Shirt,S\nT-2,Shirt,M\nC-1,Cap,S\n'
  await catalog.write('products.mapping.json', JSON.stringify({ columns: { No: 'SKU', Title: 'Name', Size: null } }))
  await catalog.importText(table.replace(/T-2.*\n/, ''))
  expect(await catalog.readProduct('shirt')).toBeDefined()
  await catalog.importText(table)
  expect(await catalog.readProduct('shirt-t-1')).toMatchObject({ formerSlugs: ['shirt'] })
  expect(await catalog.readProduct('shirt-t-2')).toBeDefined()

  await using other = await openTempCatalog()
  const columns = { No: 'SKU', Title: 'Name', Size: 'Option: Size' }
  await other.write('products.mapping.json', JSON.stringify({ columns }))
  await other.importText(table)
  expect(await other.readProduct('shirt')).toMatchObject({
    options: [{ name: 'Size', values: ['S', 'M'] }],
    variants: [{ sku: 'T-1' }, { sku: 'T-2' }],
  })
})

test('copes with titles, sep=, blank and repeated rows, blank columns, duplicate names and short rows', async () => {
  await using catalog = await openTempCatalog()
  const columns = { Nr: 'SKU', Name: 'Name', 'Name (2)': 'Brand', 'Column 4': 'Attribute: Colour' }
  await catalog.write('products.mapping.json', JSON.stringify({ columns }))
  const report = await catalog.importText(
    'sep=;\r\nPrice list, spring;;;;;\r\n;;;;;\r\nNr;Name;Name;;;\r\n1;Bowl;Acme;red;;\r\n2;Cup\r\n;;;;;\r\nNr;Name;Name;;;\r\n3;Pot;Acme;;\r\n',
  )
  expect(report.rejected.entries).toEqual([])
  expect(report.products.created).toBe(3)
  expect(await catalog.readProduct('bowl')).toMatchObject({
    brand: 'Acme',
    attributes: [{ name: 'Colour', value: 'red' }],
  })
})

test('delimiter, header row and encoding of the mapping go before what is detected', async () => {
  await using catalog = await openTempCatalog()
  const mapping = { columns: { Nr: 'SKU', Größe: 'Name' }, delimiter: '|', headerRow: 3, encoding: 'windows-1252' }
  await catalog.write('products.mapping.json', JSON.stringify(mapping))
  await catalog.importText(Buffer.from('a|b|c\nd|e|f\nNr|Größe\n1|Schüssel\n', 'latin1'))
  expect(await catalog.readProduct('schussel')).toMatchObject({ name: 'Schüssel' })
  await catalog.write('products.mapping.json', JSON.stringify({ ...mapping, headerRow: 9 }))
  const error = await catchImportError(catalog.importText('a|b\n1|2\n'))
  expect(error.reason).toContain('the table has no row 9')
})

test('a row with more cells than columns is refused, and a table that ends within its last row is refused as a whole', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('products.mapping.json', JSON.stringify({ columns: { Nr: 'SKU', Name: 'Name', Price: 'Price' } }))
  const report = await catalog.importText('Nr;Name;Price\n1;Bowl; small;12\n2;Cup;3\n')
  expect(report.rejected.entries).toMatchObject([{ line: 2, reason: 'the row has 4 cells, but the header has 3' }])
  const error = await catchImportError(catalog.importText('Nr;Name;Price\n1;Bowl;12\n2;Cup'))
  expect(error).toMatchObject({ place: { line: 3 }, reason: expect.stringContaining('was cut off') })
})

test('columns that the mapping lacks are listed and become attributes unless they look like costs; missing columns are listed', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write(
    'products.mapping.json',
    JSON.stringify({ columns: { Nr: 'SKU', Name: 'Name', Brand: 'Brand', Old: null } }),
  )
  const report = await catalog.importText('Name,Nr,Material,Einkaufspreis\nBowl,1,Oak,5.00\nCup,2,Clay,6.00\n')
  expect(report.warnings.entries.map(({ column, reason }) => [column, reason])).toEqual([
    ['Brand', 'the column is missing; stored values were left unchanged'],
    ['Material', 'the column is not in the mapping; it became an attribute'],
    ['Einkaufspreis', expect.stringMatching(/^the column is not in the mapping; it was not imported/)],
  ])
  expect(await catalog.readProduct('bowl')).toMatchObject({ attributes: [{ name: 'Material', value: 'Oak' }] })
  const error = await catchImportError(catalog.importText('Title,Material\nBowl,Oak\n'))
  expect(error.reason).toMatch(/the column "Nr" of the mapping is missing.*the columns are: Title, Material/)
})
