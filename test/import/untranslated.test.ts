import { expect, test } from 'vitest'
import { checkCatalog } from '../../server/import/check/check-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const SITE = {
  name: 'Shop',
  description: 'Valves and hoses',
  currency: 'EUR',
  languages: ['en', 'fr'],
  navigation: [
    { label: 'Goods', href: '/products' },
    { label: 'Contact us', href: '/contact' },
  ],
  hero: { title: 'All', link: { label: 'See all', href: '/products' } },
  priceNotes: { tax: 'excl. VAT', delivery: 'plus delivery' },
  translations: {
    fr: { navigation: { '/products': 'Produits' }, hero: { title: 'Tout' }, priceNotes: { tax: 'hors TVA' } },
  },
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
