export type CsvCells = Readonly<Record<string, string>>

/** Writes rows as CSV; the columns are in the order of their first appearance. */
export function writeCsv(rows: readonly CsvCells[], delimiter = ','): string {
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  return [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]
    .map((cells) => `${cells.map((cell) => quote(cell, delimiter)).join(delimiter)}\n`)
    .join('')
}

function quote(cell: string, delimiter: string): string {
  return cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
