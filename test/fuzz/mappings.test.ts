import {
  array,
  asyncProperty,
  constantFrom,
  dictionary,
  jsonValue,
  oneof,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Product } from '../../shared/catalog.ts'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'
import { anyText, likely } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

let catalog: TempCatalog
let fileCount = 0

beforeAll(async () => {
  catalog = await openTempCatalog()
})

afterAll(() => catalog[Symbol.asyncDispose]())

/** What a purchase price consists of; no other cell does. */
const SECRET = '77777'

const PRICES: Readonly<Record<string, number>> = {
  '12,90': 1_290,
  '1.299,00 €': 129_900,
  '€ 5': 500,
  '3.50': 350,
  '1.234': 123_400,
  '10,-': 1_000,
}

const price = constantFrom(...Object.keys(PRICES), '', 'auf Anfrage', '-3', 'many')
const secret = constantFrom(`${SECRET},10`, `${SECRET}.20`, `${SECRET} €`, SECRET)

/** Columns with cells that are likely in them. */
const COLUMNS: Readonly<Record<string, Arbitrary<string>>> = {
  Artikelnummer: likely('A-1', 'A-2', '0815', '4.00638E+12'),
  Bezeichnung: likely('Schale', 'Becher', 'Schale aus Eiche'),
  Description: likely('A bowl.', '<b>Bowl</b>'),
  Preis: price,
  'VK brutto': price,
  'Prix HT': price,
  UVP: price,
  'Alter Preis': price,
  Preiseinheit: constantFrom('1', '100', ''),
  EK: secret,
  'Wholesale price': secret,
  "Prix d'achat": secret,
  'HEK 2': secret,
  Kosten: secret,
  EAN: likely('4006381333931', '1'),
  Bild: likely('a.jpg', 'a.jpg, b.jpg', 'https://photos.example/a.jpg'),
  Lager: likely('3', '0', '-1', '>10', 'ja'),
  Gewicht: likely('1,5 kg', '200 g', '7'),
  Kategorie: likely('A > B', 'A/B', '> >'),
  Farbe: likely('rot', 'blau'),
  'Länge (mm)': likely('10', '1.000,5'),
  Währung: likely('EUR', 'USD', 'euro'),
  Notiz: anyText,
  Aktiv: likely('ja', 'nein', 'x'),
  '': anyText,
  __proto__x: anyText,
}

const table: Arbitrary<string> = tuple(
  array(record(COLUMNS, { requiredKeys: [] }), { minLength: 1, maxLength: 6 }) as Arbitrary<readonly CsvCells[]>,
  dictionary(anyText, anyText, { maxKeys: 3 }),
  constantFrom(',', ';', '\t'),
  constantFrom('', 'sep=;\n', 'Preisliste, Frühjahr\n\n'),
).map(([rows, others, delimiter, title]) => {
  const [first = {}, ...rest] = rows
  // A column may be named like a property of all objects.
  const cells = [{ ...first, ...others }, ...rest].map((row) => Object.assign(Object.create(null), row) as CsvCells)
  return title + writeCsv(cells, delimiter)
})

/** Imports a table and returns its products, or none if it is rejected. Fails on any error other than ImportError. */
async function importTable(text: string, mapping?: unknown): Promise<readonly Product[]> {
  fileCount += 1
  const path = await catalog.write(`table-${fileCount}.csv`, text.toWellFormed())
  const options = {
    acceptMapping: async () => true,
    ...(mapping !== undefined && { mapping: await catalog.write('given.json', JSON.stringify(mapping)) }),
  }
  await catalog.store.write(async (writer) => {
    await writer.clear()
    await writer.putSite({ ...NEUTRAL_SITE, currency: 'EUR', locale: 'de' })
  })
  try {
    await importFile(catalog.store, path, options)
  } catch (error) {
    expect(error).toBeInstanceOf(ImportError)
    return []
  }
  return catalog.store.read(async (reader) => {
    const products: Product[] = []
    for await (const product of reader.scanProducts()) products.push(product)
    return products
  })
}

fuzz(
  'a table with any columns is rejected, or imported with the prices that are written in it and without purchase prices',
  40,
  asyncProperty(table, async (text) => {
    const known = new Set([null, ...Object.values(PRICES)])
    const products = await importTable(text)
    for (const product of products) {
      for (const { priceMinor, compareAtMinor } of product.variants)
        for (const amount of [priceMinor, compareAtMinor]) expect(known).toContain(amount)
      expect(JSON.stringify(product)).not.toContain(SECRET)
    }
  }),
)

const target = oneof(
  constantFrom('Name', 'SKU', 'Price', 'Images', 'Category', 'Availability', 'Weight (g)', 'Tags', 'Documents', 'Slug'),
  constantFrom(
    'Attribute: X',
    'Option: Farbe',
    'Option 1 name',
    'Currency',
    'GTIN',
    'Pack size',
    'Visibility',
    'Brand',
  ),
  constantFrom(
    null,
    { to: 'Weight (g)', unit: 'kg' },
    { to: 'Attribute: Y', unit: 'mm' },
    { to: 'Tags', separator: ';' },
  ),
)

fuzz(
  'a table with any mapping is rejected or imported, without any other error',
  40,
  asyncProperty(
    table,
    record(
      {
        columns: dictionary(constantFrom(...Object.keys(COLUMNS)), target, { maxKeys: 12 }),
        fixed: dictionary(constantFrom('Brand', 'Currency', 'Category', 'Name'), constantFrom('EUR', 'Acme'), {
          maxKeys: 2,
        }),
        decimalSign: constantFrom('.', ','),
        listSeparator: constantFrom('|', ', '),
        otherColumns: constantFrom('attributes', 'ignore'),
        headerRow: constantFrom(1, 2),
        delimiter: constantFrom(';', ','),
      },
      { requiredKeys: ['columns'] },
    ),
    async (text, mapping) => {
      await importTable(text, mapping)
    },
  ),
)

fuzz(
  'any JSON in place of a mapping is rejected with an ImportError, or used',
  60,
  asyncProperty(
    oneof(jsonValue(), record({ columns: dictionary(constantFrom('Nr', 'Name'), jsonValue()) })),
    async (mapping) => {
      await importTable('Nr;Name\n1;Schale\n', mapping)
    },
  ),
)
