import { expect, test } from 'vitest'
import { buildSlug, isSlug } from '../../shared/slug.ts'

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

test.each(['', 'A', 'a b', '../a', 'a/b', '-a', 'a?', 'a%', '<b>', 'a'.repeat(201)])('%j is not a slug', (text) => {
  expect(isSlug(text)).toBe(false)
})
