import { expect, test } from 'vitest'
import { writeCsv, type CsvCells } from '../support/csv-text.ts'
import { importProduct, openTempCatalog } from '../support/temp-catalog.ts'
import { buildVariation, MUG, TEE } from '../support/woocommerce-csv.ts'

const importRows = (slug: string, ...rows: readonly CsvCells[]) => importProduct(slug, writeCsv(rows))

test('imports a simple product with all its fields', async () => {
  const product = await importRows('oak-ash-bowl', {
    ...MUG,
    ID: '00010',
    Type: 'Simple, Virtual',
    'GTIN, UPC, EAN, or ISBN': '4006381333931',
    Name: 'Oak &amp; ash<br>bowl',
    'Is featured?': '1',
    'Visibility in catalog': 'search',
    'Short description': 'First\\nsecond <b>bold</b>\\n\\nThird',
    Description: '<h1>Turned</h1>\\n<p>C:\\\\new</p><script>x</script>',
    'In stock?': '1',
    Stock: '-2',
    'Backorders allowed?': 'notify',
    'Weight (kg)': '1,25',
    'Length (cm)': '20,5',
    'Width (cm)': '',
    'Sale price': '$ 9,99',
    'Regular price': '1.234,50',
    Categories: 'Gifts, Table > Bowls\\, deep, Uncategorized',
    Tags: 'Turned, wood\\, oak, turned',
    Brands: 'Tornio',
    Images: 'https://cdn.example/a.jpg, https://cdn.example/b.jpg, https://cdn.example/a.jpg',
    'Meta: _yoast_wpseo_title': '%%title%% %%sitename%%',
    'Meta: _yoast_wpseo_metadesc': 'Turned from one piece.',
    'Attribute 1 name': 'Material',
    'Attribute 1 value(s)': 'Oak, ash',
    'Attribute 1 visible': '1',
    'Attribute 2 name': 'Supplier',
    'Attribute 2 value(s)': 'secret',
    'Attribute 2 visible': '0',
  })
  expect(product).toEqual({
    slug: 'oak-ash-bowl',
    name: 'Oak & ash bowl',
    brand: 'Tornio',
    shortDescription: '<p>First<br />second <b>bold</b></p>\n<p>Third</p>',
    description: '<h2>Turned</h2>\n<p>C:\\new</p>',
    metaTitle: null,
    metaDescription: 'Turned from one piece.',
    categorySlug: 'bowls-deep',
    otherCategorySlugs: ['gifts'],
    currency: 'USD',
    condition: 'NewCondition',
    visibility: 'public',
    featured: true,
    tags: ['Turned', 'wood, oak'],
    options: [],
    variants: [
      {
        key: '',
        optionValues: [],
        sku: 'mug',
        gtin: '4006381333931',
        mpn: null,
        priceMinor: 999,
        compareAtMinor: 123_450,
        availability: 'BackOrder',
        imageIndex: null,
        weightGrams: 1250,
      },
    ],
    images: ['a', 'b'].map((name) => ({ url: `https://cdn.example/${name}.jpg`, alt: 'Oak & ash bowl' })),
    attributes: [
      { name: 'Material', value: 'Oak, ash' },
      { name: 'Length', value: '20,5 cm' },
    ],
    documents: [],
    externalLink: null,
    includes: [],
    sourceId: 'woocommerce:10',
    formerSlugs: [],
  })
})

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

test('a group includes products that it lists by article number or ID or that name it as parent, but not itself', async () => {
  await using catalog = await openTempCatalog()
  const set = {
    ...MUG,
    ID: '50',
    SKU: 'set',
    Type: 'grouped',
    Name: 'Set',
    'Regular price': '',
    'Grouped products': 'cup, id:60, set, gone',
  }
  const report = await catalog.importText(
    writeCsv([
      set,
      { ...MUG, ID: '60' },
      { ...MUG, ID: '70', SKU: 'cup', Name: 'Cup' },
      { ...MUG, ID: '80', SKU: 'pot', Name: 'Pot', Parent: 'set' },
    ]),
  )
  expect(await catalog.readProduct('set')).toMatchObject({
    includes: ['cup', 'mug', 'pot'],
    variants: [{ priceMinor: null }],
  })
  expect(report.warnings.entries).toMatchObject([
    { line: 2, column: 'Grouped products', reason: expect.stringContaining('lists itself') },
    { line: 2, column: 'Grouped products', reason: expect.stringContaining('there is no product "gone"') },
  ])
  expect(await catalog.store.findProductCard('set')).toMatchObject({ priceFromMinor: 1250 })
})

test('a group that lists a variation includes the whole product of this variation', async () => {
  const set = { ...MUG, ID: '50', SKU: 'set', Type: 'grouped', Name: 'Set', 'Grouped products': 'tee-red, id:3, mug' }
  const product = await importRows('set', set, buildVariation('Red'), TEE, MUG, buildVariation('Blue', { ID: '3' }))
  expect(product.includes).toEqual(['tee', 'mug'])
})

test.each([
  ['within its dates', '2020-01-01', '2120-12-31 23:00:00', 1000],
  ['before its dates', '2120-01-01', '', 1250],
  ['after its dates', '', '2020-12-31', 1250],
  ['without dates', '', '', 1000],
])('applies or ignores a sale price %s', async (_, starts, ends, priceMinor) => {
  const mug = await importRows('mug', {
    ...MUG,
    'Sale price': '10',
    'Date sale price starts': starts,
    'Date sale price ends': ends,
  })
  expect(mug.variants[0]).toMatchObject({ priceMinor, compareAtMinor: priceMinor === 1000 ? 1250 : null })
})

test.each([
  ['published', { Published: '1' }, 'public'],
  ['private', { Published: '0' }, 'hidden'],
  ['a draft', { Published: '-1' }, 'hidden'],
  ['pending', { Published: '2' }, 'hidden'],
  ['out of the catalogue', { 'Visibility in catalog': 'hidden' }, 'unlisted'],
  ['in lists only', { 'Visibility in catalog': 'catalog' }, 'public'],
] as const)('sets the visibility of a product that is %s', async (_, cells, visibility) => {
  expect(await importRows('mug', { ...MUG, ...cells })).toMatchObject({ visibility })
})

test('imports downloads of products without a price as documents, and skips those of products for sale', async () => {
  const download = {
    Type: 'simple, downloadable',
    'Download 1 name': 'Data sheet',
    'Download 1 URL': 'https://files.example/a.pdf',
  }
  const free = await importRows('mug', { ...MUG, ...download, 'Regular price': '' })
  expect(free).toMatchObject({
    documents: [{ name: 'Data sheet', url: 'https://files.example/a.pdf' }],
    variants: [{ priceMinor: null }],
  })
  expect((await importRows('mug', { ...MUG, ...download })).documents).toEqual([])
  const { 'Regular price': _, ...unpriced }: CsvCells = { ...MUG, ...download }
  expect((await importRows('mug', unpriced)).documents).toEqual([])
})

test('reads the brand from a visible attribute if the file has no Brands column', async () => {
  const attribute = { 'Attribute 1 name': 'Marke', 'Attribute 1 value(s)': 'Tornio' }
  expect((await importRows('mug', { ...MUG, ...attribute })).brand).toBe('Tornio')
  expect((await importRows('mug', { ...MUG, ...attribute, Brands: 'Other' })).brand).toBe('Other')
  expect((await importRows('mug', { ...MUG, ...attribute, 'Attribute 1 visible': '0' })).brand).toBeNull()
})

test('removes attributes that the file leaves blank, and keeps stored values whose columns the file does not have', async () => {
  await using catalog = await openTempCatalog()
  const attribute = { 'Attribute 1 name': 'Material', 'Attribute 1 value(s)': 'Oak' }
  await catalog.importText(writeCsv([{ ...MUG, ...attribute, Tags: 'old' }]))
  await catalog.importText(writeCsv([{ ...MUG, 'Attribute 1 name': '', 'Attribute 1 value(s)': '' }]))
  expect(await catalog.readProduct('mug')).toMatchObject({ attributes: [], tags: ['old'] })
})
