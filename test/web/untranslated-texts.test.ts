import { expect, test } from 'vitest'
import {
  PARTLY_TRANSLATED_CATEGORIES,
  PARTLY_TRANSLATED_PRODUCTS,
  PARTLY_TRANSLATED_SITE,
} from '../support/partly-translated-catalogue.ts'
import { readTexts } from '../support/read-texts.ts'
import { useServer } from '../support/start-server.ts'

const server = await useServer({
  site: PARTLY_TRANSLATED_SITE,
  categories: PARTLY_TRANSLATED_CATEGORIES,
  products: PARTLY_TRANSLATED_PRODUCTS,
})

const CHOSEN = 'attr-wood-en=Oak+EN&attr-wood-en=Beech+EN&attr-finish-en=Raw+EN&tag=Kitchen+EN&category=bowls'

/** Paths of pages, and a text that shows that the page has what it is about. */
/** The names of filters in sentences are not marked. */
const SENTENCE = /^Rechercher dans /

const PAGES: readonly (readonly [path: string, text: RegExp])[] = [
  ['', /Bowls EN/],
  ['/products', /Crimson EN/],
  ['/products?view=table', /Ash EN/],
  ['/products?view=table&columns=wood-en.finish-en.use-en', /Espresso EN/],
  [`/products?${CHOSEN}`, /Kitchen EN/],
  ['/products?q=plate', /Plate EN/],
  ['/products?filter=attr-wood-en', /Beech EN/],
  ['/products?filter=tag', /Gift EN/],
  ['/products?filter=category', /Table EN/],
  ['/products?view=table&families=rows', /Dowel/],
  ['/products?compare=bowl,saucer,plate', /Long EN|Plain EN/],
  ['/products?compare=plate', /Plate EN/],
  ['/products/bowl', /Reduced rate EN/],
  ['/products/bowl?variant=b', /Raw EN/],
  ['/products/plate', /Cup with a handle EN/],
  ['/products/saucer', /Usage FR/],
  ['/products/dowel-4', /Width EN/],
  ['/category', /For the table EN/],
  ['/category/table', /Bowls EN/],
  ['/category/plates', /Flat EN/],
  ['/about', /We make bowls EN/],
  ['/about/care', /Text EN/],
  ['/contact?item=bowl:2:b&item=plate:1:raw&item=saucer:1:navy', /Navy EN/],
]

test.each(PAGES)('each text of /fr%s has its language', async (path, expected) => {
  const { text: html } = await server.request.get(`/fr${path}`).set('Accept', 'text/html').redirects(1).expect(200)
  const texts = readTexts(html).filter(
    ({ text, isLanguageLink }) => !isLanguageLink && /\p{L}/u.test(text) && !SENTENCE.test(text),
  )
  expect(texts.map(({ text }) => text).join('\n')).toMatch(expected)
  const wrong = texts.filter(
    ({ text, lang }) => lang !== (/\bEN\b/.test(text) ? 'en' : 'fr') || /\bEN\b.*\bFR\b|\bFR\b.*\bEN\b/.test(text),
  )
  expect(wrong.map(({ text, lang }) => `${lang}: ${text}`)).toEqual([])
})

test.each(PAGES)('no text of %s in the first language is marked, and its data name no language', async (path) => {
  const { text } = await server.request
    .get(path || '/')
    .set('Accept', 'text/html')
    .redirects(1)
    .expect(200)
  const body = text.slice(text.indexOf('<body>')).replace(/<nav class="navbar-languages"[\s\S]*?<\/nav>/, '')
  expect(body.replace(/<script[\s\S]*?<\/script>/g, '')).not.toContain(' lang=')
  expect(text.replace(/"(?:languages|alternates)":\[[^\]]*\]/g, '')).not.toMatch(/"lang":|"langs":\{"|"untranslated":/)
})
