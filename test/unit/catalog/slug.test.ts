import { expect, test } from 'vitest'
import { foldText, isSlug } from '../../../shared/slug.ts'
import { buildLocalSlug, buildRepeatableSlug, buildSlug } from '../../../server/catalog/rules/build-slug.ts'

test.each([
  ['Déjà vu & Co.', 'deja-vu-co'],
  ['Straße 5', 'strasse-5'],
  ['STRAẞE', 'strasse'],
  ['花瓶', '花瓶'],
  ['  --  ', ''],
])('the slug of %s is %s', (name, slug) => {
  expect(buildSlug(name)).toBe(slug)
  expect(isSlug(slug)).toBe(slug !== '')
})

test.each([
  ['Huile œuvrée', 'fr', 'huile-oeuvree', 'huile-œuvree'],
  ['Ægte Œuf', 'da', 'aegte-oeuf', 'ægte-œuf'],
  ['Küche', 'de', 'kueche', 'kueche'],
  ['Küche', 'fr', 'kuche', 'kuche'],
])('a new page for %s in %s has the slug %s, and a table without slugs finds it as %s', (name, locale, slug, known) => {
  expect([buildLocalSlug(name, locale), buildRepeatableSlug(name, locale)]).toEqual([slug, known])
})

test.each(['', 'A', 'a b', '../a', 'a/b', '-a', 'a?', 'a%', '<b>', 'a'.repeat(201)])('%j is not a slug', (text) => {
  expect(isSlug(text)).toBe(false)
})

test('text with and without letters beyond ASCII is folded alike', () => {
  const ascii = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code))
  expect(ascii.map(foldText)).toEqual(ascii.map((character) => foldText(`${character}é`).slice(0, -1)))
  expect(foldText('Crème BRÛLÉE ^x`')).toBe('creme brulee x')
})
