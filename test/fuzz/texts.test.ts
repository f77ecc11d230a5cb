import type { IncomingMessage } from 'node:http'
import { parse } from 'csv-parse/sync'
import { array, constantFrom, date, double, integer, oneof, property, record, string, tuple } from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect } from 'vitest'
import { buildEnquiryMail } from '../../server/enquiries/enquiry-mail.ts'
import { writeEnquiriesCsv } from '../../server/enquiries/enquiries-csv.ts'
import { writeCsvRows } from '../../server/export/csv-rows.ts'
import { escapeListPart, readHtmlText, readPlainText, splitListCell } from '../../server/import/cells.ts'
import { readPrice } from '../../server/import/prices.ts'
import { renderMarkdown, sanitiseHtml } from '../../server/import/sanitise-html.ts'
import { negotiateEncoding } from '../../server/http/cache/content-encoding.ts'
import { fitAccent, lowestContrast } from '../../server/catalog/accent-color.ts'
import { writeElement } from '../../server/crawler-files/xml.ts'
import { checkEnquiry } from '../../shared/enquiry.ts'
import { formatReference, readReference, REFERENCE_ALPHABET, REFERENCE_LENGTH } from '../../shared/enquiry-fields.ts'
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

/** What must never come out of the sanitiser: tags and attributes that are not on its list. */
const FORBIDDEN =
  /<(?!img src="(?!data:|javascript:)[^"]+" alt="[^"]*" \/>)(?!\/?(?:p|br|h[234]|ul|ol|li|blockquote|pre|hr|dl|dt|dd|strong|em|b|i|u|s|a|code|abbr|sub|sup|table|caption|thead|tbody|tfoot|tr|th|td)(?=[\s/>]))|<(?!img )[^>]*\s(?:on\w+|style|src|class)\s*=|<[^>]*\shref="(?!https?:|mailto:|tel:|\/(?![/\\])|#)/i

fuzz(
  'a description keeps nothing that is not allowed, and a clean one is left as it is',
  250,
  property(anyHtml, (html) => {
    const clean = sanitiseHtml(html)
    expect(clean).not.toMatch(FORBIDDEN)
    expect(sanitiseHtml(clean)).toBe(clean)
  }),
)

fuzz(
  'the short way through simple HTML ends where the long one does',
  250,
  property(
    anyHtml.map((html) => `<p>x</p>${html}`),
    (html) => {
      expect(sanitiseHtml(html)).toBe(sanitiseHtml(`<!-- -->${html}`))
    },
  ),
)

fuzz(
  "the owner's Markdown brings nothing in that is not allowed",
  125,
  property(anyHtml, (markdown) => {
    expect(renderMarkdown(markdown)).not.toMatch(FORBIDDEN)
  }),
)

fuzz(
  'HTML that becomes a plain text throws nothing',
  250,
  property(anyHtml, (html) => {
    expect(typeof readHtmlText(html)).toBe('string')
  }),
)

fuzz(
  'a cell comes back from a sheet, whatever a spreadsheet would have made of it',
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
  'parts of a list come back from a cell',
  250,
  property(array(anyText, { minLength: 1 }), constantFrom('|', ',', ';', ':', '>'), (parts, separator) => {
    expect(splitListCell(parts.map((part) => escapeListPart(part, separator)).join(separator), separator)).toEqual(
      parts,
    )
  }),
)

fuzz(
  'a price comes back from its decimal, and no text is misread without a word',
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
  'what is put into XML can be read again, and says the same',
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
  'what is put into HTML ends nothing there',
  250,
  property(anyText, (text) => {
    expect(escapeHtml(text)).not.toMatch(/[<>"']/)
    const json = stringifyForHtml({ [text]: text })
    expect(json).not.toMatch(/[<>&\u2028\u2029]/)
    expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify({ [text]: text })))
  }),
)

fuzz(
  'a reference comes back however it is typed',
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
  'a moment comes back from the clocks of any zone',
  250,
  property(anyMoment, anyZone, (moment, zone) => {
    const shown = localDateTimeIn(zone, moment.getTime())
    expect(localDateTimeIn(zone, toInstant(shown, zone))).toBe(shown)
    expect(settleLocalDateTime(shown, zone)).toBe(shown)
  }),
)

fuzz(
  'any accent is readable on every surface',
  75,
  property(integer({ min: 0, max: 0xffffff }), (color) => {
    for (const theme of ['light', 'dark'] as const)
      expect(lowestContrast(fitAccent(`#${color.toString(16).padStart(6, '0')}`, theme), theme)).toBeGreaterThanOrEqual(
        4.5,
      )
  }),
)

fuzz(
  'no wish for an encoding is too strange',
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
    product: likely('chair', ''),
    variant: likely('ink', ''),
    preferredTime: likely('2460-04-01T12:00', '2460-02-30T12:00', ''),
  },
  { requiredKeys: [] },
)

fuzz(
  'an enquiry that is taken is taken again as it is, and breaks neither mail nor sheet',
  250,
  property(anyEnquiry, anyZone, (given, zone) => {
    const checked = checkEnquiry(given, zone, messages)
    if ('errors' in checked) return
    const { enquiry } = checked
    expect(
      checkEnquiry(
        Object.fromEntries(Object.entries(enquiry).map(([field, text]) => [field, text ?? ''])),
        zone,
        messages,
      ),
    ).toEqual(checked)
    const snapshot = { productName: enquiry.request, variantName: enquiry.variant, sku: enquiry.name }
    const stored = {
      ...enquiry,
      ...snapshot,
      reference: 'ABCD2345',
      receivedAt: '2026-03-10T08:00:00.000Z',
      answeredAt: null,
    }
    const mail = buildEnquiryMail(stored, {
      to: 'owner@shop.example',
      siteName: 'Shop',
      siteUrl: 'https://shop.example',
      locale: 'en',
    })
    expect(JSON.stringify([mail.subject, mail.replyTo])).not.toMatch(/\\[rn]/)
    const rows = parse(writeEnquiriesCsv([stored], zone), { bom: true })
    expect(rows.map((row) => row.length)).toEqual([12, 12])
    for (const cell of rows[1]!) expect(cell).not.toMatch(/^\s*[=+\-@＝＋－＠]/)
  }),
)

fuzz(
  'any text for a time is a time or a mistake',
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
  'a mark never comes through the sanitiser',
  75,
  property(anyHtml, (html) => {
    expect(sanitiseHtml(`${MARK}${html}${MARK}`)).not.toContain(MARK)
  }),
)
