import type { IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import { array, constantFrom, date, double, integer, oneof, property, record, string, tuple } from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect } from 'vitest'
import { buildConfirmationMail, buildOwnerMail } from '../../server/enquiries/enquiry-mail.ts'
import { writeEnquiriesCsv } from '../../server/enquiries/enquiries-csv.ts'
import { writeCsvRows } from '../../shared/csv-rows.ts'
import { escapeListPart, readHtmlText, readPlainText, splitListCell } from '../../server/import/cells.ts'
import { readPrice } from '../../server/import/prices.ts'
import { renderMarkdown, sanitiseHtml } from '../../server/import/sanitise-html.ts'
import { negotiateEncoding } from '../../server/web/page/content-encoding.ts'
import { writeElement } from '../../server/web/files/xml.ts'
import { checkEnquiry } from '../../shared/enquiry.ts'
import { formatReference, readReference, REFERENCE_ALPHABET, REFERENCE_LENGTH } from '../../shared/enquiry-reference.ts'
import { escapeHtml, stringifyForHtml } from '../../shared/escape.ts'
import { checkLocalDateTime, localDateTimeIn, settleLocalDateTime, toInstant } from '../../shared/local-date-time.ts'
import { formatDecimal } from '../../shared/money.ts'
import { messages } from '../support/english-messages.ts'
import { anyText, likely, MARK } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const anyTag = constantFrom(
  'p',
  'b',
  'a',
  'ul',
  'li',
  'h1',
  'h3',
  'script',
  'style',
  'svg',
  'img',
  'iframe',
  'video',
  'source',
  'object',
  'embed',
  'div',
  'span',
  'table',
  'td',
  'template',
  'math',
  'textarea',
  'zq',
  'abbr',
)
const anyAttribute = tuple(
  likely('href', 'onclick', 'style', 'src', 'title', 'class', 'id'),
  likely('/a', 'https://shop.example', '//shop.example', 'x', 'javascript:zq()'),
).map(([name, value]) => ` ${name}="${value}"`)
const anyHtml = array(
  oneof(
    anyText,
    tuple(anyTag, array(anyAttribute, { maxLength: 2 })).map(([tag, attributes]) => `<${tag}${attributes.join('')}>`),
    anyTag.map((tag) => `</${tag}>`),
    constantFrom('<br>', '<br />', '&amp;', '&nbsp;', '&lt;', '<!-- x -->', '<![CDATA[', '<?x', '\n\n', ' '),
  ),
  { maxLength: 12 },
).map((parts) => parts.join(''))

/** Tags and attributes that the sanitiser must never return. */
const FORBIDDEN =
  /<(?!img src="(?!data:|javascript:)[^"]+" alt="[^"]*" \/>)(?!\/?(?:p|br|h[234]|ul|ol|li|blockquote|pre|hr|dl|dt|dd|strong|em|b|i|u|s|a|code|abbr|sub|sup|table|caption|thead|tbody|tfoot|tr|th|td)(?=[\s/>]))|<(?!img )[^>]*\s(?:on\w+|style|src|class)\s*=|<[^>]*\shref="(?!https?:|mailto:|tel:|\/(?![/\\])|#)/i

fuzz(
  'sanitiseHtml removes forbidden elements and attributes, and does not change its own output',
  250,
  property(anyHtml, (html) => {
    const clean = sanitiseHtml(html)
    expect(clean).not.toMatch(FORBIDDEN)
    expect(sanitiseHtml(clean)).toBe(clean)
  }),
)

fuzz(
  'renderMarkdown outputs no forbidden elements or attributes',
  125,
  property(anyHtml, (markdown) => {
    expect(renderMarkdown(markdown)).not.toMatch(FORBIDDEN)
  }),
)

fuzz(
  'readHtmlText returns a string for any HTML',
  250,
  property(anyHtml, (html) => {
    expect(typeof readHtmlText(html)).toBe('string')
  }),
)

fuzz(
  'reads exported CSV cells back unchanged, including cells that start like a formula',
  500,
  property(
    array(oneof(anyText, string({ unit: constantFrom("'", '=', '"', ',', '\t', '＝', ' ', 'a', '\r', '-') })), {
      minLength: 1,
      maxLength: 5,
    }),
    (given) => {
      const cells = given.map((cell) => readPlainText(cell.toWellFormed()))
      const [row] = parse(writeCsvRows([cells]), { relax_column_count: true })
      if (cells.some((cell) => cell !== '')) expect((row ?? []).map(readPlainText)).toEqual(cells)
    },
  ),
)

fuzz(
  'splitListCell returns the parts that escapeListPart escaped',
  250,
  property(array(anyText, { minLength: 1 }), constantFrom('|', ',', ';', ':', '>'), (parts, separator) => {
    expect(splitListCell(parts.map((part) => escapeListPart(part, separator)).join(separator), separator)).toEqual(
      parts,
    )
  }),
)

fuzz(
  'readPrice reads a formatted price back, and returns no invalid amount for any text',
  500,
  property(
    integer({ min: 0, max: 1e13 }),
    constantFrom('EUR', 'JPY', 'KWD', 'USD'),
    anyText,
    (minor, currency, text) => {
      expect(readPrice(formatDecimal(minor, currency), currency)).toEqual({ minor })
      const reading = readPrice(text, currency)
      if ('minor' in reading && reading.minor !== null)
        expect(Number.isSafeInteger(reading.minor) && reading.minor >= 0).toBe(true)
    },
  ),
)

fuzz(
  'writeElement writes well-formed XML with the same text, except control characters',
  250,
  property(anyText, (text) => {
    let heard = ''
    const parser = new SaxesParser()
    parser.on('text', (part) => (heard += part))
    parser.on('error', (error) => {
      throw error
    })
    parser.write(writeElement('a', text)).close()
    expect(heard).toBe(
      text
        .toWellFormed()
        // oxlint-disable-next-line no-control-regex
        .replace(/[\0-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
        .replace(/\r\n?/g, '\n'),
    )
  }),
)

fuzz(
  'escapeHtml and stringifyForHtml escape markup characters',
  250,
  property(anyText, (text) => {
    expect(escapeHtml(text)).not.toMatch(/[<>"']/)
    const json = stringifyForHtml({ [text]: text })
    expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ [text]: text })))
  }),
)

fuzz(
  'readReference reads a formatted reference in lower case, and does not change its own output',
  250,
  property(
    string({ unit: constantFrom(...REFERENCE_ALPHABET), minLength: REFERENCE_LENGTH, maxLength: REFERENCE_LENGTH }),
    anyText,
    (reference, text) => {
      expect(readReference(formatReference(reference).toLowerCase())).toBe(reference)
      const read = readReference(text)
      if (read !== undefined) expect(readReference(read)).toBe(read)
    },
  ),
)

const anyZone = constantFrom(
  'Europe/Berlin',
  'America/New_York',
  'Pacific/Apia',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Monrovia',
  'America/Sao_Paulo',
  'UTC',
)
const anyMoment = date({ min: new Date('1990-01-01T00:00Z'), max: new Date('2470-12-31T00:00Z'), noInvalidDate: true })

fuzz(
  'converting a local time to an instant and back returns the same local time in any zone',
  250,
  property(anyMoment, anyZone, (moment, zone) => {
    const shown = localDateTimeIn(zone, moment.getTime())
    expect(localDateTimeIn(zone, toInstant(shown, zone))).toBe(shown)
    expect(settleLocalDateTime(shown, zone)).toBe(shown)
  }),
)

fuzz(
  'negotiateEncoding returns a supported encoding for any Accept-Encoding',
  250,
  property(
    oneof(
      anyText,
      array(
        tuple(likely('br', 'gzip', '*', 'identity'), oneof(double(), anyText)).map(
          ([coding, weight]) => `${coding};q=${weight}`,
        ),
      ).map((parts) => parts.join(',')),
    ),
    (accepted) => {
      expect(['br', 'gzip', 'identity']).toContain(
        negotiateEncoding({ headers: { 'accept-encoding': accepted } } as IncomingMessage),
      )
    },
  ),
)

const anyEnquiry = record(
  {
    request: likely('How much is it?'),
    name: likely('Jo'),
    email: likely(
      'jo@visitor.example',
      '"a b"@visitor.example',
      'jo@visitor.example\r\nBcc: x@zq.example',
      'jo@büro.example',
    ),
    phone: likely('+49 40 7654321', ''),
    items: array(
      record({
        product: likely('chair', ''),
        variant: likely('ink', ''),
        quantity: oneof(integer(), constantFrom('2', Number.NaN)),
        note: likely('in oak'),
      }),
      { maxLength: 3 },
    ),
    preferredTime: likely('2460-04-01T12:00', '2460-02-30T12:00', ''),
  },
  { requiredKeys: [] },
)

fuzz(
  'a valid enquiry stays valid and unchanged if checked again, and adds no mail header line and no CSV formula',
  250,
  property(anyEnquiry, anyZone, (given, zone) => {
    const times = { timeZone: zone, openDays: [] }
    const checked = checkEnquiry(given, times, messages)
    if ('errors' in checked) return
    const { enquiry } = checked
    expect(
      checkEnquiry(
        Object.fromEntries(Object.entries(enquiry).map(([field, value]) => [field, value ?? ''])),
        times,
        messages,
      ),
    ).toEqual(checked)
    const snapshot = { productName: enquiry.request, variantName: null, sku: enquiry.name }
    const stored = {
      ...enquiry,
      items: enquiry.items.map((item) => ({ ...item, ...snapshot })),
      reference: 'ABCD2345',
      receivedAt: '2026-03-10T08:00:00.000Z',
      answeredAt: null,
    }
    const context = {
      owner: 'owner@shop.example',
      siteName: 'Shop',
      siteUrl: 'https://shop.example',
      locale: 'en',
    }
    for (const { subject, replyTo, to } of [buildOwnerMail(stored, context), buildConfirmationMail(stored, context)])
      expect(JSON.stringify([subject, replyTo, to])).not.toMatch(/\\[rn]/)
    const rows = parse(writeEnquiriesCsv([stored], zone), { bom: true })
    expect(rows.map((row) => row.length)).toEqual(Array.from({ length: 1 + (enquiry.items.length || 1) }, () => 18))
    for (const cell of rows.slice(1).flat()) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  }),
)

fuzz(
  'checkLocalDateTime returns null or a known error for any text',
  250,
  property(
    oneof(anyText, string({ unit: constantFrom(...'0123456789-:T'), minLength: 14, maxLength: 18 })),
    anyZone,
    (text, zone) => {
      expect([null, 'invalid', 'past', 'too-late']).toContain(checkLocalDateTime(text, zone))
    },
  ),
)

fuzz(
  'sanitiseHtml never outputs the marker element',
  75,
  property(anyHtml, (html) => {
    expect(sanitiseHtml(`${MARK}${html}${MARK}`)).not.toContain(MARK)
  }),
)
