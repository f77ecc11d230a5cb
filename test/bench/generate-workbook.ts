import { writeFile } from 'node:fs/promises'
import { buildSimpleXlsx } from '../support/workbooks.ts'

const ATTRIBUTES = Array.from({ length: 11 }, (_, index) => `Attribute: Property ${index + 1}`)
const COLUMNS =
  'Slug,Name,Brand,Short description,Description,Category,Tags,Featured,Visibility,SKU,GTIN,MPN,Price,Compare-at price,Availability,Weight (g),Pack size,Minimum quantity,Lead time'
const HEADER = [...COLUMNS.split(','), ...ATTRIBUTES]

/**
 * Writes a workbook with 30 columns, of which 15 have another text in each row.
 * @param areShared whether texts are shared, as Excel writes them
 */
export async function generateWorkbook(path: string, areShared: boolean, rowCount: number): Promise<void> {
  await writeFile(
    path,
    buildSimpleXlsx([HEADER, ...Array.from({ length: rowCount }, (_, index) => buildRow(index))], { areShared }),
  )
}

function buildRow(index: number): readonly (string | number)[] {
  return [
    `piece-${index}`,
    `Piece ${index}, by hand`,
    `Maker ${index % 200}`,
    `<p>Number ${index} of a small series.</p>`,
    `<p>Piece ${index} is made by hand and in <strong>small</strong> series. Wash it with warm water.</p><p>It stands well on a table.</p>`,
    `Kind ${index % 60}`,
    'handmade, table',
    'no',
    'public',
    `SKU-${index}`,
    '',
    `MPN ${index}`,
    5 + (index % 300) + 0.5,
    '',
    'in stock',
    450,
    1 + (index % 10),
    10,
    '5-7',
    ...ATTRIBUTES.map((_, attribute) => (attribute < 9 ? `value ${index}-${attribute}` : `value ${index % 50}`)),
  ]
}
