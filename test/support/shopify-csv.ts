import type { CsvCells } from './csv-text.ts'

export { writeCsv as writeShopifyCsv } from './csv-text.ts'

export type ShopifyCells = CsvCells

export const BOWL: ShopifyCells = {
  Handle: 'bowl',
  Title: 'Bowl',
  'Body (HTML)': '<p>A bowl.</p>',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '24.00',
}

/** Further rows need only option values and price. */
export const SHIRT: ShopifyCells = {
  Handle: 'shirt',
  Title: 'Shirt',
  'Option1 Name': 'Colour',
  'Option1 Value': 'Red',
  'Option2 Name': 'Size',
  'Option2 Value': 'S',
  'Variant Price': '40.00',
}
