import { expect, test } from 'vitest'
import { html } from '../../client/base/html.ts'

test('html escapes texts between tags and in attributes, and inserts HTML and lists of HTML as they are', () => {
  const hostile = `"><script>alert('1')</script>&`
  const escaped = '&quot;&gt;&lt;script&gt;alert(&#39;1&#39;)&lt;/script&gt;&amp;'
  expect(html`<b title="${hostile}">${hostile}</b>`.__html).toBe(`<b title="${escaped}">${escaped}</b>`)
  const items = ['<1>', '2'].map((text) => html`<i>${text}</i>`)
  expect(html`<p>${items}${html`<hr />`}${3}</p>`.__html).toBe('<p><i>&lt;1&gt;</i><i>2</i><hr />3</p>')
})
