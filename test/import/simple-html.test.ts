import { expect, test } from 'vitest'
import { sanitiseHtml } from '../../server/import/sanitise-html.ts'
import { cleanSimpleHtml } from '../../server/import/simple-html.ts'

/** The same text, which is not simple any more: the sanitiser's own answer. */
const sanitiseByLibrary = (html: string) => sanitiseHtml(`${html}<!-- -->`)

test.each([
  ['texts and lists', '<p>a <strong>b</strong></p>\r\n<ul><li>c</li><li>d<ul><li>e</li></ul></li></ul>'],
  ['attributes that go', '<p style="color: red" class="x">a<br>b<br/>c</p>'],
  ['what only holds others', '<div class="x"><div><p><span style="a">b</span></p></div></div>'],
  ['entities that stay', '<p>1 &lt; 2 &amp; 3 &gt; 2 "quoted"</p>'],
  ['text between blocks', ' a <p>b</p> c '],
])('%s: the same as the library, without it', (_, html) => {
  expect(cleanSimpleHtml(html)).toBeDefined()
  expect(cleanSimpleHtml(html)).toBe(sanitiseByLibrary(html))
})

test.each([
  ['another tag', '<p>a</p><script>b</script>'],
  ['a link', '<p><a href="/about">a</a></p>'],
  ['capitals', '<P>a</P>'],
  ['a tag that is not closed', '<p>a'],
  ['a tag that was never opened', 'a</p>'],
  ['crossed tags', '<p><b>a</p></b>'],
  ['an empty element', '<p> </p><p>a</p>'],
  ['an element that holds only an empty one', '<p><b></b></p>'],
  ['a block in a text', '<p>a<ul><li>b</li></ul></p>'],
  ['an item without a list', '<li>a</li>'],
  ['other entities', '<p>&nbsp;a&#60;b</p>'],
  ['a bare bracket', '<p>1 > 0</p>'],
  ['an attribute without quotes', '<p class=x>a</p>'],
  ['an attribute with markup', '<p title="<b>">a</p>'],
  ['a list with a start', '<ol start="3"><li>a</li></ol>'],
  ['a tag that closes itself', '<p/>a'],
])('%s is left to the library', (_, html) => {
  expect(cleanSimpleHtml(html)).toBeUndefined()
})

test('whatever is put together, both say the same', () => {
  const pieces = [
    '<p>', '</p>', '<p class="x">', '<h2>', '</h2>', '<ul>', '</ul>', '<ol>', '</ol>', '<li>', '</li>', '<b>', '</b>', '<em>', '</em>',
    '<div>', '</div>', '<span id="a">', '</span>', '<br>', '<br />', 'word', ' ', '\n', '&amp;', '&lt;script&gt;', '\u00a0', '"', '<strong\n title="x">',
    '</strong>', '<h1>', '<a href="/x">', '</a>', '&nbsp;', '>', '<',
  ]
  let seed = 7
  const draw = (limit: number) => (seed = (seed * 48_271) % 2_147_483_647) % limit
  let simple = 0
  for (let round = 0; round < 20_000; round++) {
    // What is opened is mostly closed again, or nothing would ever be simple.
    const open: string[] = []
    let html = ''
    for (let length = draw(9); length >= 0; length--) {
      const piece = pieces[draw(draw(3) === 0 ? pieces.length : 24)]!
      const closes = piece.startsWith('</')
      html += closes && open.length > 0 ? open.pop() : piece
      const tag = /^<([a-z1-6]+)/.exec(piece)?.[1]
      if (tag && tag !== 'br') open.push(`</${tag}>`)
    }
    if (draw(8) > 0) html += open.toReversed().map((tag) => (draw(2) === 0 ? `a${tag}` : tag)).join('')
    const clean = cleanSimpleHtml(html)
    if (clean === undefined) continue
    simple += 1
    // What has no tag left becomes a paragraph either way.
    expect(sanitiseHtml(html), html).toBe(sanitiseByLibrary(html))
  }
  expect(simple).toBeGreaterThan(1_000)
})
