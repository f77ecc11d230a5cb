import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const SITE = {
  name: 'Shop',
  description: 'Valves and hoses',
  currency: 'EUR',
  languages: ['en', 'fr'],
  navigation: [
    { label: { en: 'Goods', fr: 'Produits' }, href: '/products' },
    { label: 'Contact us', href: '/contact' },
  ],
  hero: { title: { en: 'All', fr: 'Tout' }, link: { label: 'See all', href: '/products' } },
  priceNotes: { tax: { en: 'excl. VAT', fr: 'hors TVA' }, delivery: 'plus delivery' },
}

const FILES = {
  'site.json': JSON.stringify(SITE),
  'products.csv': [
    'Slug,Name,Tax note,Option 1 name,Option 1 value,Attributes,Name[fr],Option 1 value[fr],Attributes[fr]',
    'hose,Hose,reduced rate,Colour,Red,"Material: PVC 2\nFibre: Jute\nUse: Garden",Tuyau,Rouge,"Material:\nFibre: Jute\nUsage: Jardin"',
    '',
  ].join('\n'),
  'attributes.csv': 'Name,Name[fr]\nFibre,Fibre\n',
}

test('check lists settings, tax notes, and names of attributes and options that are not translated', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent(FILES)
  const { findings } = await checkCatalog(catalog.store)
  expect(findings.list().untranslated).toEqual([
    'site.json: fr: description, hero.link.label, priceNotes.delivery, navigation.1.label',
    'hose: fr: tax note',
    'attributes.csv: fr: the name "Material"',
    'attributes.csv: fr: the name "Colour"',
  ])
})

test('a synonym that finds products in a further language is not reported', async () => {
  await using catalog = await openTempCatalog()
  const synonyms = 'Word,Synonyms\nboyau,tuyau\nfoo,bar\n'
  const { unmatchedSynonyms } = await catalog.importContent({ ...FILES, 'synonyms.csv': synonyms })
  expect(unmatchedSynonyms.entries).toMatchObject([{ line: 3 }])
})
