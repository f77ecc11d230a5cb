import { expect, test } from 'vitest'
import { writeCsv } from '../support/csv-text.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { MUG } from '../support/woocommerce-csv.ts'

/** Imports a product with this description. @returns the stored HTML */
async function importDescription(description: string) {
  await using catalog = await openTempCatalog()
  const { adaptations } = await catalog.importText(writeCsv([{ ...MUG, Description: description }]))
  return { html: (await catalog.readProduct('mug'))!.description, adaptations }
}

test.each([
  [
    'text around a list',
    'One\\n\\nTwo\\n<ul>\\n<li>a</li>\\n</ul>\\nThree\\nFour',
    '<p>One</p>\n<p>Two</p><ul>\n<li>a</li>\n</ul><p>Three<br />Four</p>',
  ],
  ['text within a division', '<div>One\\n\\nTwo</div>Three', '<p>One</p>\n<p>Two</p><p>Three</p>'],
  ['text beside a heading', '<h2>A</h2>\\nOne\\n\\n<b>Two</b>', '<h2>A</h2><p>One</p>\n<p><b>Two</b></p>'],
  ['breaks at the ends of lines', '<p>x</p>One<br />\\nTwo', '<p>x</p><p>One<br />Two</p>'],
  ['paragraphs of its own', '<p>a</p>\\n<p>b\\nc</p>', '<p>a</p>\n<p>b\nc</p>'],
])('makes paragraphs from the lines of %s', async (_, description, html) => {
  expect((await importDescription(description)).html).toBe(html)
})

test('removes and counts shortcodes, and keeps their content', async () => {
  const description = [
    '[gallery ids="1,2"]',
    '[vc_row][vc_column_text]Turned[/vc_column_text][/vc_row]',
    '[caption width="300"]<img src="https://cdn.example/a.jpg" alt="Cup"> A cup[/caption]',
    '[separator /]',
  ].join('\\n\\n')
  const { html, adaptations } = await importDescription(description)
  expect(html).toBe('<p>Turned</p>\n<p><img src="https://cdn.example/a.jpg" alt="Cup" /> A cup</p>')
  expect(adaptations.shortcode).toMatchObject({
    count: 5,
    entries: [{ line: 2, column: 'Description', value: '[gallery ids="1,2"]' }, { value: '[vc_row]' }, {}, {}, {}],
  })
})

test('replaces a video shortcode by a link', async () => {
  const { html, adaptations } = await importDescription(
    '[embed]https://www.youtube.com/embed/abcdefgh123[/embed]\\n\\n[video mp4="https://shop.example/a.mp4"][/video]',
  )
  expect(html).toBe(
    '<p><a href="https://www.youtube.com/watch?v=abcdefgh123" rel="nofollow noopener">Video (youtube.com)</a></p>\n<p><a href="https://shop.example/a.mp4" rel="nofollow noopener">Video (shop.example)</a></p>',
  )
  expect(adaptations).toMatchObject({ link: { count: 2 }, shortcode: { count: 0 } })
})

test.each(['[sic]', '[1]', '[Size: M]', '[about 3 kg]', '[see https://shop.example/?a=b]', '[[gallery]]'])(
  'keeps %s in a WooCommerce text, because it is not a shortcode',
  async (text) => {
    const { html, adaptations } = await importDescription(`Turned ${text}`)
    expect(html).toBe(`<p>Turned ${text}</p>`)
    expect(adaptations.shortcode.count).toBe(0)
  },
)
