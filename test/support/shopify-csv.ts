export type ShopifyCells = Readonly<Record<string, string>>

/** A product without options, complete and in order. */
export const BOWL: ShopifyCells = {
  Handle: 'bowl',
  Title: 'Bowl',
  'Body (HTML)': '<p>A bowl.</p>',
  'Option1 Name': 'Title',
  'Option1 Value': 'Default Title',
  'Variant Price': '24.00',
}

/** The first row of a product with two options; further rows need only their values and price. */
export const SHIRT: ShopifyCells = {
  Handle: 'shirt',
  Title: 'Shirt',
  'Option1 Name': 'Colour',
  'Option1 Value': 'Red',
  'Option2 Name': 'Size',
  'Option2 Value': 'S',
  'Variant Price': '40.00',
}

/** Writes rows as CSV; the columns are all that any row names, in the order of their first appearance. */
export function writeShopifyCsv(rows: readonly ShopifyCells[], delimiter = ','): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\n`)
    .join('')
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
