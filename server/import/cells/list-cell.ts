/**
 * Splits a cell that holds a list. A backslash in front of a separator, or of another backslash, makes it part of the text.
 * @param separator one character
 */
export function splitListCell(cell: string, separator: string): readonly string[] {
  const parts = ['']
  for (let index = 0; index < cell.length; index++) {
    const sign = cell[index]!
    const next = cell[index + 1]
    if (sign === '\\' && (next === separator || next === '\\')) {
      parts.push(parts.pop()! + next)
      index += 1
    } else if (sign === separator) parts.push('')
    else parts.push(parts.pop()! + sign)
  }
  return parts
}

/** What stands in one part of a list so that reading gives it back. */
export function escapeListPart(part: string, separator: string): string {
  return part.replaceAll('\\', '\\\\').replaceAll(separator, `\\${separator}`)
}
