import { array, constantFrom, letrec, oneof, property, tuple } from 'fast-check'
import { expect } from 'vitest'
import { parseAndSanitise, renderMarkdown, sanitiseHtml } from '../../server/import/sanitise-html.ts'
import { anyText, likely, MARK } from './arbitrary-text.ts'
import { fuzz } from './fuzz.ts'

const anyTag = constantFrom(
  ...'p b a ul li h1 h3 script style svg img iframe video source object embed div span table td template math textarea zq abbr'.split(
    ' ',
  ),
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
  'HTML and Markdown lose forbidden elements and attributes, and clean HTML is not changed again',
  property(anyHtml, (html) => {
    const clean = sanitiseHtml(`${MARK}${html}${MARK}`)
    for (const text of [clean, renderMarkdown(html)]) expect(text).not.toMatch(FORBIDDEN)
    expect(clean).not.toContain(MARK)
    expect(sanitiseHtml(clean)).toBe(clean)
  }),
  250,
)

/** Mostly tags without attributes that are nested properly and contain a text. */
const simpleTag = likely('p', 'h2', 'ul', 'li', 'table', 'thead', 'tr', 'th', 'td', 'dl', 'dd', 'pre', 'b', 'sub')
const { tree: nestedHtml } = letrec<{ tree: string; node: string }>((tie) => ({
  tree: array(tie('node'), { minLength: 1, maxLength: 3 }).map((nodes) => nodes.join('')),
  node: oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 6, arbitrary: constantFrom('text', ' x ', '&amp;', '\n', '\u00A0', '<br />', '<hr />') },
    { weight: 9, arbitrary: tuple(simpleTag, tie('tree')).map(([tag, inner]) => `<${tag}>x${inner}</${tag}>`) },
    { weight: 1, arbitrary: tuple(simpleTag, tie('tree')).map(([tag, inner]) => `<${tag}>${inner}</${tag}>`) },
    { weight: 1, arbitrary: anyHtml },
  ),
}))

fuzz(
  'sanitiseHtml returns the same for simple HTML and for plain text with and without its parser',
  property(oneof({ weight: 5, arbitrary: nestedHtml }, { weight: 1, arbitrary: anyText }), (html) => {
    expect(sanitiseHtml(html)).toBe(parseAndSanitise(html, () => {}))
  }),
  250,
)
