import { array, constantFrom, oneof, property, tuple } from 'fast-check'
import { expect } from 'vitest'
import { renderMarkdown, sanitiseHtml } from '../../server/import/sanitise-html.ts'
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
