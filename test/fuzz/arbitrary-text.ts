import { array, constantFrom, integer, oneof, string, tuple, type Arbitrary } from 'fast-check'

/** An element that no page contains. If it appears in the HTML of a response, a text was not escaped. */
export const MARK = '<zq>'

/**
 * A text with a quotation mark. If it appears in the HTML of a response, the mark was not escaped and would end an attribute.
 */
export const QUOTE_MARK = 'a"zq='

/** Texts that programs often handle wrongly. */
const NASTY = [
  MARK,
  `</script>${MARK}`,
  `${QUOTE_MARK}1`,
  `<!--${MARK}`,
  `]]>${MARK}`,
  'java\nscript:alert(1)',
  '\r\nX-Zq: 1\r\n\r\n',
  ...'\u0000¦\uFEFF¦\uD800¦\uDC00x¦\u2028\u2029¦\u202E¦ﬁ¦İ¦ß¦👩‍👩‍👧¦e\u0301¦שלום¦٣¦½'.split('¦'),
  ...'&lt;zq&gt;&#60;zq&#62;¦javascript:alert(1)¦//elsewhere.example/¦/\\elsewhere.example¦__proto__¦constructor¦toString'.split(
    '¦',
  ),
  ...'%¦%00¦%0d%0a¦%C3%28¦%ED%A0%80¦..¦../../etc/passwd¦${zq}¦=HYPERLINK("https://zq.example")¦@zq¦2026-02-30T25:61'.split(
    '¦',
  ),
  ...'-1¦1e400¦0x10¦99999999999999999999¦NaN¦1,234¦1.234.567,89'.split('¦'),
  "' OR 1=1 --",
  '*'.repeat(300),
  'a'.repeat(5_000),
  '(('.repeat(50),
]

/** Half of them are in the first 256. fast-check's own characters take more than half a second to prepare. */
const codeUnit = oneof(integer({ min: 0, max: 0xff }), integer({ min: 0, max: 0xffff }))

/** Generates any text: random characters, malformed UTF-16, one of the texts above, or a mixture. */
export const anyText: Arbitrary<string> = oneof(
  { weight: 2, arbitrary: string({ maxLength: 20 }) },
  { weight: 2, arbitrary: array(codeUnit, { maxLength: 20 }).map((units) => String.fromCharCode(...units)) },
  { weight: 4, arbitrary: constantFrom(...NASTY) },
  {
    weight: 2,
    arbitrary: tuple(string({ unit: 'grapheme', maxLength: 8 }), constantFrom(...NASTY), string({ maxLength: 8 })).map(
      (parts) => parts.join(''),
    ),
  },
)

/** In three of four cases generates one of the given texts, otherwise any text. */
export function likely(...texts: readonly string[]): Arbitrary<string> {
  return oneof({ weight: 3, arbitrary: constantFrom(...texts) }, { weight: 1, arbitrary: anyText })
}
