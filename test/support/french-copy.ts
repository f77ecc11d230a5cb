import { writeFile } from 'node:fs/promises'
import { parse } from 'csv-parse/sync'
import { type CsvCells, writeCsv } from './csv-text.ts'

/** Words in the shared Shopify export. */
const FRENCH: Readonly<Record<string, string>> = {
  Backpack: 'Sac à dos',
  Black: 'Noir',
  Boot: 'Botte',
  Cap: 'Casquette',
  Color: 'Couleur',
  Jacket: 'Veste',
  Mug: 'Tasse',
  Notebooks: 'Carnets',
  Shirt: 'Chemise',
  Size: 'Taille',
  Soap: 'Savon',
}

/** As in French, the word that says what a product is comes first in its name. */
export async function writeFrenchCopy(text: string, path: string): Promise<void> {
  const rows = parse(text, { columns: true, bom: true }) as readonly CsvCells[]
  await writeFile(path, writeCsv(rows.map(translateRow)))
}

function translateRow(row: CsvCells): CsvCells {
  const translate = (column: string) => ({ [column]: FRENCH[row[column] ?? ''] ?? row[column] ?? '' })
  const words = (row['Title'] ?? '').split(' ')
  const noun = FRENCH[words.at(-1)!]
  return {
    ...row,
    ...translate('Option1 Name'),
    ...translate('Option1 Value'),
    ...translate('Option2 Name'),
    ...(noun && { Title: [noun, ...words.slice(0, -1)].join(' ') }),
  }
}
