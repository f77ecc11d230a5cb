import { expect, test } from 'vitest'
import { renderMarkdown, sanitiseHtml } from '../../../server/import/sanitise-html.ts'

test.each([
  ['a script', '<p>a</p><script>alert(1)</script>', '<p>a</p>'],
  ['a script in pieces', '<scr<script></script>ipt>alert(1)</script><p>a</p>', 'ipt&gt;alert(1)<p>a</p>'],
  ['a style sheet', '<style>p{color:red}</style><p>a</p>', '<p>a</p>'],
  ['a style attribute and a class', '<p style="position:fixed" class="x" id="y">a</p>', '<p>a</p>'],
  ['an event handler', '<p onclick="alert(1)">a</p>', '<p>a</p>'],
  ['a picture with a handler', '<p>a<img src=x onerror=alert(1)></p>', '<p>a<img src="x" alt="" /></p>'],
  [
    'a picture alone in its paragraph',
    '<p><strong><img src="//cdn.example/a.jpg" alt=" A cup "></strong></p>',
    '<p><strong><img src="https://cdn.example/a.jpg" alt="A cup" /></strong></p>',
  ],
  ['a lazy-loaded picture', '<img src="data:image/gif;base64,AA" data-src="a.jpg">', '<img src="a.jpg" alt="" />'],
  [
    'a picture without a usable address',
    '<p><img src="data:image/gif;base64,AA"><img src="blob:x"><img></p><p>a</p>',
    '<p>a</p>',
  ],
  ['an iframe without an address', '<iframe>inside</iframe><p>a</p>', '<p>a</p>'],
  [
    'an iframe',
    '<iframe src="https://maps.example/?a=1&amp;b=2">inside</iframe>',
    '<a href="https://maps.example/?a=1&amp;b=2" rel="nofollow noopener">maps.example</a>',
  ],
  ['an iframe with a quote that is not closed', '<iframe title="a></iframe><p>b</p>', '<p>b</p>'],
  ['an iframe that runs a script', '<iframe src="javascript:alert(1)"></iframe><p>a</p>', '<p>a</p>'],
  [
    'a YouTube player with a title',
    '<p><iframe title="How it is &lt;thrown&gt;" src="//www.youtube.com/embed/abcdefgh123?rel=0"></iframe></p>',
    '<p><a href="https://www.youtube.com/watch?v=abcdefgh123" rel="nofollow noopener">How it is &lt;thrown&gt;</a></p>',
  ],
  [
    'a Vimeo player without a title',
    '<iframe src="https://player.vimeo.com/video/12345">',
    '<a href="https://vimeo.com/12345" rel="nofollow noopener">Video (vimeo.com)</a>',
  ],
  [
    'a video element',
    '<video controls><source src="https://shop.example/a.mp4">No film</video><p>a</p>',
    '<a href="https://shop.example/a.mp4" rel="nofollow noopener">Video (shop.example)</a><p>a</p>',
  ],
  [
    'an embed element within an object element',
    '<object data="https://shop.example/player.swf"><embed src="https://www.youtube.com/v/abcdefgh123"></object>',
    '<a href="https://www.youtube.com/watch?v=abcdefgh123" rel="nofollow noopener">Video (youtube.com)</a>',
  ],
  ['an SVG with a script', '<svg><script>alert(1)</script><text>x</text></svg><p>a</p>', '<p>a</p>'],
  ['a script link', '<a href="javascript:alert(1)">a</a>', '<p>a</p>'],
  ['a script link with an escaped tab', '<a href=" jav&#x09;ascript:alert(1)">a</a>', '<p>a</p>'],
  ['a data link', '<p><a href="data:text/html,x"><b>a</b></a></p>', '<p><b>a</b></p>'],
  [
    'a link without a scheme',
    '<a href="//other.example/b">a</a>',
    '<a href="https://other.example/b" rel="nofollow noopener">a</a>',
  ],
  ['a link with backslashes', '<a href="/\\evil.example">a</a>', '<p>a</p>'],
  [
    'a picture in a link without a valid address',
    '<p><a href="large.html"><img src="a.jpg"></a></p>',
    '<p><img src="a.jpg" alt="" /></p>',
  ],
  [
    'a link to another site',
    '<a href="https://other.example" target="_blank">a</a>',
    '<a href="https://other.example" rel="nofollow noopener">a</a>',
  ],
  ['a link within the site', '<a href="/about#care" rel="x">a</a>', '<a href="/about#care">a</a>'],
  [
    'links for mail and telephone',
    '<a href="mailto:a@b.example">a</a><a href="tel:+491">b</a>',
    '<a href="mailto:a@b.example">a</a><a href="tel:+491">b</a>',
  ],
  ['headings', '<h1>a</h1><h2>b</h2><h5>c</h5>', '<h2>a</h2><h2>b</h2><h4>c</h4>'],
  [
    'empty elements',
    '<meta charset="utf-8"><p>&nbsp;</p><p> </p><p>a</p><ul></ul><ul><li> </li></ul><h2></h2>',
    '<p>a</p>',
  ],
  ['tags that are not closed', '<p><strong>a', '<p><strong>a</strong></p>'],
  ['a form', '<form action="/x"><input name="q"><button>Buy</button></form><p>a</p>', 'Buy<p>a</p>'],
  [
    'a table',
    '<table><tr><th scope="row" width="3">a</th><td colspan="2">b</td></tr></table>',
    '<table><tr><th scope="row">a</th><td colspan="2">b</td></tr></table>',
  ],
  ['an abbreviation', '<p><abbr title="Fired clay">Bisque</abbr></p>', '<p><abbr title="Fired clay">Bisque</abbr></p>'],
  ['a comment', '<!-- <p>hidden</p> --><p>a</p>', '<p>a</p>'],
  ['entities', '<p>1 &lt; 2 &amp; &lt;script&gt;</p>', '<p>1 &lt; 2 &amp; &lt;script&gt;</p>'],
  ['a text without tags', 'One\nline & more\n\nTwo', '<p>One<br />line &amp; more</p>\n<p>Two</p>'],
  ['nothing', '  ', ''],
  ['a text in tags that are all removed', '</p>One<zq>\n\nTwo', '<p>One</p>\n<p>Two</p>'],
  ['headings without a text', '<h1></h1><h5> </h5><h6></h6><p>a</p>', '<p>a</p>'],
  ['headings that were not closed', '<h3><div><h1>a', '<h2>a</h2>'],
])('sanitises HTML: %s', (_, html, clean) => {
  expect(sanitiseHtml(html)).toBe(clean)
  expect(sanitiseHtml(clean)).toBe(clean)
})

test('adds unique ids to headings of Markdown', () => {
  const html = renderMarkdown(
    '# The studio\n\n## Care & repair\n\nText with an <abbr title="x">abbr</abbr>.\n\n## Care & repair\n\n## ★\n',
  )
  expect(html).toContain('<h2 id="the-studio">The studio</h2>')
  expect(html).toContain('<h2 id="care-repair">Care &amp; repair</h2>')
  expect(html).toContain('<h2 id="care-repair-2">Care &amp; repair</h2>')
  expect(html).toContain('<h2 id="section">')
  expect(html).toContain('<abbr title="x">abbr</abbr>')
})

test('gives a heading another id than the elements around the text', () => {
  expect(renderMarkdown('## Main\n\n## Main\n\n## Document data')).toBe(
    '<h2 id="main-2">Main</h2>\n<h2 id="main-3">Main</h2>\n<h2 id="document-data-2">Document data</h2>',
  )
})

test('keeps the word "and" in the id of a heading', () => {
  expect(renderMarkdown('## Care and repair')).toBe('<h2 id="care-and-repair">Care and repair</h2>')
})

test('sanitises HTML within Markdown', () => {
  const html = renderMarkdown(
    '## A\n\n<h2 id="main">B</h2>\n<script>alert(1)</script>\n\n[c](javascript:alert(1)) ![d](x.png)\n\n[e](https://other.example)',
  )
  expect(html).not.toMatch(/script|main/)
  expect(html).toContain('<img src="x.png" alt="d" />')
  expect(html).toContain('<a href="https://other.example" rel="nofollow noopener">e</a>')
})

test('reports each part that is removed or replaced by a link exactly once', () => {
  const reported: string[] = []
  sanitiseHtml(
    '<p><b>open <img src="data:x"><iframe src="https://maps.example/"></iframe><iframe></iframe><script>x</script><svg></svg><img src="a.jpg">',
    (adaptation, value) => reported.push(`${adaptation} ${value}`),
  )
  expect(reported).toEqual([
    'link https://maps.example/',
    'element <iframe>',
    'picture data:x',
    'element <script>',
    'element <svg>',
  ])
})

test('keeps only the text of elements that are nested more than 100 levels deep', () => {
  const nested = `${'<b>'.repeat(200)}deep${'</b>'.repeat(200)} text`
  expect(sanitiseHtml(nested)).toBe(`${'<b>'.repeat(100)}deep${'</b>'.repeat(100)} text`)
  expect(sanitiseHtml('<p>one<br>two</p>'.repeat(6_000))).toBe('<p>one<br />two</p>'.repeat(6_000))
})
