import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DomUtils, parseDocument } from 'htmlparser2'
import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import type { Product, ProductVariant } from '../../shared/catalog.ts'
import type { Site } from '../../shared/site.ts'
import { buildCategory, buildProduct, buildVariant } from '../support/products.ts'
import { readPage } from '../support/read-html.ts'
import { useServer } from '../support/start-server.ts'

interface GivenCatalogue {
  readonly site: Partial<Site>
  readonly categories: readonly Parameters<typeof buildCategory>[0][]
  readonly products: readonly (Parameters<typeof buildProduct>[0] & {
    readonly variants?: readonly Partial<ProductVariant>[]
  })[]
}

/**
 * A catalogue of which only a part is translated. Each English text contains EN, and each French one FR. Brands and
 * companies have neither, because they are names. The list says how two products with the same name differ.
 */
const given = JSON.parse(readFileSync(join(import.meta.dirname, 'partly-translated.json'), 'utf8')) as GivenCatalogue

const server = await useServer({
  site: { ...NEUTRAL_SITE, ...given.site },
  categories: given.categories.map(buildCategory),
  products: given.products.map(({ variants, ...product }) =>
    buildProduct({
      ...product,
      ...(variants && { variants: variants.map(buildVariant) as unknown as Product['variants'] }),
    }),
  ),
})

const CHOSEN = 'attr-wood-en=Oak+EN&attr-wood-en=Beech+EN&attr-finish-en=Raw+EN&tag=Kitchen+EN&category=bowls'

/** Paths of pages, and a text that shows that the page has what it is about. */
const PAGES: readonly (readonly [path: string, text: RegExp])[] = [
  ['', /Bowls EN/],
  ['/products', /Crimson EN/],
  ['/products?view=table', /Ash EN/],
  ['/products?view=table&columns=wood-en.finish-en.use-en', /Espresso EN/],
  [`/products?${CHOSEN}`, /Kitchen EN/],
  ['/products?filter=attr-wood-en', /Beech EN/],
  ['/products?filter=tag', /Gift EN/],
  ['/products?filter=category', /Table EN/],
  ['/products?view=table&families=rows', /Dowel/],
  ['/products?compare=bowl,saucer,plate', /Long EN|Plain EN/],
  ['/products?compare=plate', /Plate EN/],
  ['/products/bowl', /Reduced rate EN/],
  ['/products/plate', /Cup with a handle EN/],
  ['/products/saucer', /Usage FR/],
  ['/products/dowel-4', /Width EN/],
  ['/category', /For the table EN/],
  ['/category/plates', /Flat EN/],
  ['/about/care', /Text EN/],
  ['/contact?item=bowl:2:b&item=plate:1:raw&item=saucer:1:navy', /Navy EN/],
]

const load = async (path: string) =>
  (await server.request.get(path).set('Accept', 'text/html').redirects(1).expect(200)).text

type Node = ReturnType<typeof parseDocument>['children'][number]

/** Lists texts and alternative texts of pictures with their language, except the links to other languages. */
function listTexts(
  nodes: readonly Node[],
  lang: string | undefined,
): readonly (readonly [text: string, lang: string])[] {
  return nodes.flatMap((node) => {
    if (node.nodeType === 3) return [[DomUtils.textContent(node), lang ?? '']] as const
    if (!('attribs' in node) || ['script', 'style'].includes(node.name)) return []
    const { hreflang, 'aria-current': current, alt } = node.attribs
    if (hreflang !== undefined || current === 'true') return []
    const own = node.attribs['lang'] ?? lang
    return [...(alt ? [[alt, own ?? ''] as const] : []), ...listTexts(node.children, own)]
  })
}

test('no French text of a translated page is marked as English', async () => {
  for (const [path, expected] of PAGES) {
    const texts = listTexts(parseDocument(await load(`/fr${path}`)).children, undefined)
    expect(texts.map(([text]) => text).join('\n'), path).toMatch(expected)
    const marked = texts.filter(([text, lang]) => lang === 'en' && /\p{L}{3}/u.test(text) && !/\bEN\b/.test(text))
    expect(marked, path).toEqual([])
  }
})

test('each field of a product has its language; a specification of which a part is translated has that of the page', async () => {
  const [partly, not] = await Promise.all(['bowl', 'plate'].map((slug) => readPage(server, `/fr/products/${slug}`)))
  const marked = (part: typeof partly, selector: string) => part!.texts(`main ${selector}[lang="en"]`)
  expect([marked(partly, 'h1'), marked(not, 'h1')]).toEqual([[], ['Plate EN']])
  const description = '.product-description'
  expect([marked(partly, description), marked(not, description)]).toEqual([['Long EN'], ['Plain EN']])
  expect([marked(partly, '.product-summary'), marked(partly, '.specification tr')]).toEqual([[], []])
  expect(marked(not, '.specification tr').join()).toContain('Ash EN')
})

test('no text of a page in the first language is marked, and its data name no language', async () => {
  for (const [path] of PAGES) {
    const text = await load(path || '/')
    const body = text.slice(text.indexOf('<body>')).replace(/<nav class="navbar-languages"[\s\S]*?<\/nav>/, '')
    expect(body.replace(/<script[\s\S]*?<\/script>/g, ''), path).not.toContain(' lang=')
    expect(text.replace(/"(?:languages|alternates)":\[[^\]]*\]/g, ''), path).not.toMatch(/"lang":|"langs":\{"/)
  }
})
