import { expect, test } from 'vitest'
import { NEUTRAL_SITE } from '../../server/catalog/rules/neutral-site.ts'
import { writeCsv } from '../support/csv-text.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { buildVariation, MUG, TEE } from '../support/woocommerce-csv.ts'

test.each([
  [
    'German',
    'ID;Typ;Artikelnummer;Name;Veröffentlicht;Ist hervorgehoben?;Sichtbarkeit im Katalog;Kurzbeschreibung;Vorrätig?;Lager;Lieferrückstande erlaubt?;Gewicht (g);Höhe (cm);Angebotspreis;Regulärer Preis;Kategorien;Bilder;Übergeordnetes Produkt;Gruppierte Produkte;Externe URL;Button-Text;Position;Attribut 1 Name;Attribut 1 Wert(e);Attribut 1 Sichtbar;Attribut 1 Global;Attribut 1 Standard',
    'Höhe',
    'kruege',
  ],
  [
    'Spanish',
    'ID;Tipo;SKU;Nombre;Publicado;¿Está destacado?;Visibilidad en el catálogo;Descripción corta;¿Existencias?;Inventario;¿Permitir reservas de productos agotados?;Peso (g);Altura (cm);Precio rebajado;Precio normal;Categorías;Imágenes;Superior;Productos agrupados;URL externa;Texto del botón;Posición;Nombre del atributo 1;Valor(es) del atributo 1;Atributo visible 1;Atributo global 1;Atributo por defecto 1',
    'Altura',
    'kruge',
  ],
  [
    // With the spaces and apostrophes of French typography.
    'French',
    'ID;Type;UGS;Nom;Publié;Mis en avant\u00a0?;Visibilité dans le catalogue;Description courte;En stock ?;Stock;Autoriser les commandes de produits en rupture\u202f?;Poids (g);Hauteur (cm);Tarif promo;Tarif régulier;Catégories;Images;Parent;Groupes de produits;URL externe;Libellé du bouton;Position;Nom de l’attribut 1;Valeur(s) de l’attribut 1 ;Attribut 1 visible;Attribut 1 global;Attribut 1 par défaut',
    'Hauteur',
    'kruge',
  ],
  [
    'Italian',
    "ID;Tipo;SKU;Nome;Pubblicato;In primo piano?;Visibilità nel catalogo;Breve descrizione;In stock?;Magazzino;Abilita gli ordini arretrati?;Peso (g);Altezza (cm);Prezzo in offerta;Prezzo di listino;Categorie;Immagine;Genitore;Prodotti raggruppati;URL esterno;Testo del pulsante;Posizione;Nome dell'attributo 1;Valore dell'attributo 1;Attributo 1 visibile;Attributo 1 globale;Attributo 1 predefinito",
    'Altezza',
    'kruge',
  ],
  [
    'Dutch',
    'ID;Type;SKU;Naam;Gepubliceerd;Uitgelicht?;Zichtbaarheid in catalogus;Korte beschrijving;Op voorraad?;Voorraad;Nabestellingen toestaan?;Gewicht (g);Hoogte (cm);Actieprijs;Reguliere prijs;Categorieën;Afbeeldingen;Hoofd;Gegroepeerde producten;Externe URL;Knop tekst;Positie;Naam eigenschap 1;Waarde eigenschap 1;Zichtbare eigenschap 1;Globale eigenschap 1;Standaardeigenschap 1',
    'Hoogte',
    'kruge',
  ],
])('imports the export of a shop in %s', async (_, header, height, categorySlug) => {
  await using catalog = await openTempCatalog()
  const row = '7;simple;K-1;Krug;1;1;visible;Kurz;1;;0;450;12;19,90;25,00;Küche > Krüge;;;;;;0;Farbe;Blau;1;0;'
  const report = await catalog.importText(`${header}\n${row}\n`)
  expect(report).toMatchObject({
    format: 'WooCommerce product export',
    rejected: { entries: [] },
  })
  // The interface is not available in all of these languages.
  expect(report.warnings.entries.filter(({ column }) => column !== 'locale')).toEqual([])
  expect(await catalog.readProduct('krug')).toMatchObject({
    featured: true,
    shortDescription: '<p>Kurz</p>',
    categorySlug,
    attributes: [
      { name: 'Farbe', value: 'Blau' },
      { name: height, value: '12 cm' },
    ],
    variants: [{ sku: 'K-1', priceMinor: 1990, compareAtMinor: 2500, weightGrams: 450 }],
  })
})

test('removes attributes that the file leaves blank, and keeps stored values whose columns the file does not have', async () => {
  await using catalog = await openTempCatalog()
  const attribute = { 'Attribute 1 name': 'Material', 'Attribute 1 value(s)': 'Oak' }
  await catalog.importText(writeCsv([{ ...MUG, ...attribute, Tags: 'old' }]))
  await catalog.importText(writeCsv([{ ...MUG, 'Attribute 1 name': '', 'Attribute 1 value(s)': '' }]))
  expect(await catalog.readProduct('mug')).toMatchObject({ attributes: [], tags: ['old'] })
})

test('a file without attribute columns keeps the variants of a product', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(writeCsv([TEE, buildVariation('Red'), buildVariation('Blue')]))
  const before = await catalog.readProduct('tee')
  const report = await catalog.importText(
    writeCsv([
      { ID: '20', Type: 'variable', SKU: 'tee', Name: 'Tee', Parent: '', 'In stock?': '1' },
      { ID: '1', Type: 'variation', SKU: 'x', Name: 'Tee', Parent: 'tee', 'In stock?': '1' },
    ]),
  )
  expect(report.warnings.entries).toMatchObject([
    { reason: expect.stringContaining('its variants were left unchanged') },
  ])
  expect((await catalog.readProduct('tee'))?.variants).toEqual(before?.variants)
})

test('derives unique slugs from names, and keeps them at an import in another order', async () => {
  await using catalog = await openTempCatalog()
  const [first, second, third] = [MUG, { ...MUG, ID: '11', SKU: 'b' }, { ...MUG, ID: '', SKU: 'c' }]
  await catalog.importText(writeCsv([first, second, third]))
  const skuOf = async (slug: string) => (await catalog.readProduct(slug))?.variants[0].sku
  expect([await skuOf('mug'), await skuOf('mug-2'), await skuOf('mug-3')]).toEqual(['mug', 'b', 'c'])
  const again = await catalog.importText(
    writeCsv([third, second, { ...first, Name: 'Cup' }, { ...MUG, ID: '12', SKU: 'd' }]),
  )
  expect([await skuOf('cup'), await skuOf('mug-2'), await skuOf('mug-3'), await skuOf('mug-4')]).toEqual([
    'mug',
    'b',
    'c',
    'd',
  ])
  expect(again.products).toMatchObject({ unchanged: 2 })
})

test('on a German site, new slugs transliterate umlauts and existing slugs are kept', async () => {
  await using catalog = await openTempCatalog()
  const [known, nameless] = [
    { ...MUG, Name: 'Käsebrett', Categories: 'Küche' },
    { ...MUG, ID: '', SKU: '', Name: 'Löffel', Categories: 'Küche' },
  ]
  await catalog.importText(writeCsv([known, nameless]))
  await catalog.store.write((writer) => writer.putSite({ ...NEUTRAL_SITE, locale: 'de-AT' }))
  const [tub, nut] = [
    { ...MUG, ID: '30', SKU: 'tub', Name: 'GIEẞKÜBEL', Categories: 'Gärten' },
    { ...MUG, ID: '31', SKU: 'nut', Name: 'Nüsse' },
  ]
  const { products } = await catalog.importText(writeCsv([known, nameless, tub, nut]))
  expect(products).toMatchObject({ created: 2, changed: 0, unchanged: 2 })
  expect(await catalog.readProduct('kasebrett')).toMatchObject({ categorySlug: 'kuche' })
  expect(await catalog.readProduct('loffel')).toBeDefined()
  expect(await catalog.readProduct('giesskuebel')).toMatchObject({ categorySlug: 'gaerten' })
  expect(await catalog.readProduct('nuesse')).toBeDefined()
})

test('products imported in another format keep their slugs if article number and name match', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText('Handle,Title,Variant Price,Variant SKU\nthe-mug,Mug,12.00,mug\n')
  await catalog.importText(writeCsv([MUG]))
  expect(await catalog.readProduct('the-mug')).toMatchObject({
    sourceId: 'woocommerce:10',
    variants: [{ priceMinor: 1250 }],
  })
  expect(await catalog.readProduct('mug')).toBeUndefined()
})
