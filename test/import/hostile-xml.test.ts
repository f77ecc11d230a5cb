import { expect, test } from 'vitest'
import { openTempCatalog } from '../support/temp-catalog.ts'

const buildFeed = (item: string) =>
  `<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel><item><g:id>1</g:id><title>Bowl</title>${item}</item></channel></rss>`

/** Writes nested tags for an item, which is itself on the third level. */
const nest = (levels: number) => '<a>'.repeat(levels) + '</a>'.repeat(levels)

test('imports an item with tags nested 100 levels deep', async () => {
  await using catalog = await openTempCatalog()
  expect((await catalog.importText(buildFeed(nest(97)))).products.created).toBe(1)
})

test.each([
  ['tags nested 101 levels deep', nest(98), /^tags are nested more than 100 levels deep/],
  ['a text that never ends', `<g:description>${'x'.repeat(2_100_000)}`, /^the text does not end/],
  [
    'endless CDATA sections',
    `<g:description>${'<![CDATA[xxxxxxxxxxxxxxxxxxx]]>'.repeat(110_000)}</g:description>`,
    /^this item has more than 2 million characters/,
  ],
  [
    'endless elements',
    '<g:product_detail>a:b:cccccccccccccccccccc</g:product_detail>'.repeat(80_000),
    /^this item has more than 2 million characters/,
  ],
  ['endless attributes', `<g:color ${'a="x" '.repeat(400_000)}>red</g:color>`, /does not end|duplicate attribute/],
])('rejects %s, and reports the line', async (_, item, reason) => {
  await using catalog = await openTempCatalog()
  await expect(catalog.importText(buildFeed(item))).rejects.toMatchObject({
    name: 'ImportError',
    place: { line: 1 },
    reason: expect.stringMatching(reason),
  })
  expect((await catalog.store.readStatistics()).products.public).toBe(0)
})
