const DELIMITERS = [',', ';', '\t'] as const

/** Spreadsheets of countries with a decimal comma save semicolons: the one that the header line holds most of counts. */
export function sniffDelimiter(beginning: string): string {
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]))
  let isQuoted = false
  for (const character of beginning) {
    if (character === '"') isQuoted = !isQuoted
    else if (!isQuoted && (character === '\n' || character === '\r')) break
    else if (!isQuoted && counts.has(character)) counts.set(character, counts.get(character)! + 1)
  }
  return DELIMITERS.reduce((best, delimiter) => (counts.get(delimiter)! > counts.get(best)! ? delimiter : best))
}
