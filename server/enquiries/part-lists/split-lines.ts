/** Invisible characters of copied texts: soft hyphens, joiners, marks of direction. */
const INVISIBLE = /[\u00AD\u200B-\u200F\u2060\uFEFF]/g

/** No-break spaces that separate thousands. */
const THOUSANDS_SPACE = /(?<=\d)[\u00A0\u2007\u202F](?=\d{3}(?!\d))/g

/** A quoted cell of CSV. The inches of `1/2"` do not begin one. */
const QUOTED_CELL = /(?<=^|[\t;,|])[ ]*"((?:[^"]|"")*)"[ ]*(?=$|[\t;,|])/g

export function splitLines(text: string): readonly string[] {
  return text.replace(INVISIBLE, '').split(/\r\n?|[\n\v\f\u0085\u2028\u2029]/)
}

/** The first of these in a line separates its cells. A comma between digits may be part of a number. */
const SEPARATORS = [/\t/, /;/, /\|/, / {3,}/, /,(?!\d)|(?<!\d),/]

/** Splits a line into trimmed cells without quotation marks, with plain spaces. */
export function splitCells(given: string): readonly string[] {
  const line = given.replace(THOUSANDS_SPACE, "'").replace(/[^\S\t]/g, ' ')
  const quoted: string[] = []
  // Quoted cells may contain separators; no text has the character that replaces them.
  const plain = line.replace(
    QUOTED_CELL,
    (_, content: string) => `\uE000${quoted.push(content.replaceAll('""', '"')) - 1}\uE000`,
  )
  const separator =
    quoted.length > 0 && !/[\t;|]/.test(plain) ? /,/ : SEPARATORS.find((candidate) => candidate.test(plain.trim()))
  return (separator ? plain.split(separator) : [plain]).map((cell) =>
    cell.replace(/\uE000(\d+)\uE000/g, (_, index: string) => quoted[Number(index)] ?? '').trim(),
  )
}
