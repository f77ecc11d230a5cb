/** What a spreadsheet would calculate instead of showing; an apostrophe that stands in front of it already gets another one. */
const FORMULA_START = /^'*[=+\-@＝＋－＠\t\r]/

/** A row of CSV (RFC 4180). A cell that a spreadsheet would take for a formula begins with an apostrophe, which imports take away. */
export function writeCsvRow(cells: readonly string[]): string {
  return `${cells.map(writeCell).join(',')}\n`
}

function writeCell(text: string): string {
  const harmless = FORMULA_START.test(text) ? `'${text}` : text
  return /[",;\r\n]|^\s|\s$/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
