import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openTableFile } from '../../server/import/files/table-file.ts'
import { importFile } from '../../server/import/import-catalog.ts'
import { ImportError } from '../../server/import/import-error.ts'
import { listColumnKeys } from '../../server/import/mapping/mapping-file.ts'
import { proposeMapping } from '../../server/import/mapping/choose-mapping.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { makeTemporaryFolder } from '../support/temporary-folder.ts'

/** Returns what each column of a table would become; undefined for columns that are not imported. */
async function propose(text: string | Uint8Array): Promise<Record<string, string | undefined>> {
  await using folder = await makeTemporaryFolder()
  const path = join(folder.path, 'supplier.csv')
  await writeFile(path, text)
  const { columns } = await proposeMapping(await openTableFile({ path, folder: null }))
  return Object.fromEntries(columns.map(({ key, target }) => [key, target?.to]))
}

const NONE = undefined

/** Tables with what each column becomes; undefined if it is not imported. */
const TABLES: readonly (readonly [what: string, text: string, targets: readonly (string | undefined)[]])[] = [
  [
    'a German price list',
    `Artikelnummer;Bezeichnung;Beschreibung;EAN;Hersteller;Warengruppe;Lagerbestand;Preis (brutto);EK netto;UVP;Gewicht in kg;Länge (mm);Farbe;Bild 1;Bild 2;Interne Notiz;Lieferant
A-1;Tasse;Eine Tasse aus Steinzeug, von Hand gedreht.;4006381333931;Tornio;Küche > Tassen;12;12,90;6,10;14,90;0,35;95;rot;a.jpg;b.jpg;teuer;Meier
A-2;Teller;Ein Teller.;4012345678901;Tornio;Küche > Teller;0;1.299,00;7,10;15,90;0,5;210;blau;c.jpg;;;Meier`,
    // prettier-ignore
    [
      'SKU', 'Name', 'Description', 'GTIN', 'Brand', 'Category', 'Availability', 'Price', NONE, NONE, 'Weight (g)',
      'Attribute: Länge (mm)', 'Attribute: Farbe', 'Images', 'Images', NONE, NONE,
    ],
  ],
  [
    'English, with a description instead of a name',
    'Item No,Description,RRP,Wholesale,Photo\n1001,Oak bowl,12.50,6.20,a.jpg\n1002,Ash bowl,14.00,7.00,b.jpg',
    ['SKU', 'Name', 'Price', NONE, 'Images'],
  ],
  [
    'Polish',
    'Kod produktu;Nazwa;Producent;Cena brutto;Cena zakupu;Stan magazynowy\nA1;Miska;Tornio;12,50;6,00;3\nA2;Kubek;Tornio;9,00;4,00;0',
    ['SKU', 'Name', 'Brand', 'Price', NONE, 'Availability'],
  ],
  [
    'Arabic',
    'رقم الصنف;اسم المنتج;العلامة التجارية;سعر البيع;سعر التكلفة;المخزون\nA1;وعاء;Tornio;12.50;6.00;3\nA2;كوب;Tornio;9.00;4.00;0',
    ['SKU', 'Name', 'Brand', 'Price', NONE, 'Availability'],
  ],
  [
    'names with other case and signs',
    'ARTIKEL_NR\tartikelBezeichnung\tVERKAUFS-PREIS\n1a\tTasse\t1,00',
    ['SKU', 'Name', 'Price'],
  ],
  [
    'prices with and without tax, and a former one',
    'Nr;Name;Preis netto;Preis brutto;UVP;Statt-Preis\nA;Schale;10,00;11,90;14,00;19,00',
    ['SKU', 'Name', NONE, 'Price', NONE, 'Compare-at price'],
  ],
  [
    'second columns; no unit of a weight is guessed',
    'Bezeichnung 1;Bezeichnung 2;SKU;Bestellnummer;EAN;UPC;Stock;Qty;Weight\nSchale;groß;A-1;9;4006381333931;4006381333931;1;3;0.3',
    ['Name', 'Name', 'SKU', NONE, 'GTIN', NONE, 'Availability', NONE, 'Attribute: Weight'],
  ],
  ['a line that names the delimiter', 'sep=|\nNr|Bezeichnung|Preis\n1|Schale|12,90', ['SKU', 'Name', 'Price']],
  ['"Artikel" beside a name', 'Artikel;Bezeichnung\n1001;Schale', ['SKU', 'Name']],
  ['"Artikel" beside a number', 'Nr;Artikel\n1001;Schale', ['SKU', 'Name']],
  [
    'a person who may be an employee',
    'Nr;Bezeichnung;Sicherheitshinweise;Verantwortliche Person EU;Verantwortliche Person\nT-1;Torch;Nicht erhitzen.;Import GmbH;Frau Meier',
    ['SKU', 'Name', 'Safety information', 'Responsible person', 'Attribute: Verantwortliche Person'],
  ],
  [
    'a price for several pieces',
    'Nr;Name;Preis;Preiseinheit\nA;Schraube;12,00;100\nB;Mutter;9,00;1',
    ['SKU', 'Name', NONE, NONE],
  ],
  ['a price for one piece', 'Nr;Name;Preis;Preiseinheit\nA;Schraube;12,00;1', ['SKU', 'Name', 'Price', NONE]],
  [
    'unknown columns, some of them for the owner or without a name',
    'Nr;Name;Holz;Pflege;Intern-Nr. 2;Status;MwSt;Bild-Alt;\nA;Schale;Eiche;Mit Öl.;7;aktiv;19;x;y',
    ['SKU', 'Name', 'Attribute: Holz', 'Attribute: Pflege', NONE, NONE, NONE, NONE, NONE],
  ],
  [
    'texts in other languages',
    'No,Name,Bezeichnung[de],Beschreibung [de-AT],Option 1 value[de],Weight [kg],Price [EUR]\nA1,Bowl,Schale,Obst,Rot,0.5,10.00',
    ['SKU', 'Name', NONE, NONE, NONE, 'Weight (g)', 'Price'],
  ],
  [
    'names that repeat',
    'Nr;Name;Farbe;Größe\n1;Hemd;rot;S\n2;Hemd;rot;M\n3;Hemd;blau;S',
    ['SKU', 'Name', 'Option: Farbe', 'Option: Größe'],
  ],
  [
    'equal rows',
    'Nr;Name;Farbe;Größe\n1;Hemd;rot;S\n2;Hemd;rot;M\n3;Hemd;rot;S',
    ['SKU', 'Name', 'Attribute: Farbe', 'Attribute: Größe'],
  ],
]

test.each(TABLES)('recognises the columns of a table: %s', async (_what, text, targets) => {
  expect(Object.values(await propose(`${text}\n`))).toEqual(targets)
})

test.each([
  [
    'English',
    'cost|Cost per item|unitcost|COSTPRICE|wholesale|purchase price (EUR)|buying price|supply_price|invoice price|Your price|Distributor price|Dealer net|Trade price|vendor price|FOB',
  ],
  [
    'German',
    'EK|HEK|EK-Preis netto|EKP1|NettoEK|Einkaufspreis|Händlerpreis|Ihr Preis|Rechnungspreis|Lieferantenpreis|Selbstkosten|Marge|Deckungsbeitrag|Kondition|NNE 3',
  ],
  ['Spanish', 'Coste|PrecioCosto|Precio de compra|Precio mayorista|Precio distribuidor|Su precio|Precio proveedor'],
  ['French', "Prix d'achat|PA HT|Coût|Prix de revient|Votre prix|Prix revendeur|Prix fournisseur"],
  ['Italian', 'Costo|Prezzo di acquisto|Il tuo prezzo|Prezzo rivenditore|Prezzo ingrosso|Prezzo fornitore'],
  ['Dutch', 'Inkoopprijs|Kostprijs|Uw prijs|Groothandelsprijs|Dealerprijs'],
  ['Portuguese', 'Custo|preco_custo|Preço de compra|Seu preço|Preço de atacado|Preço revendedor'],
  ['Polish', 'Koszt|Cena zakupu|Cena hurtowa|Twoja cena|Cena dostawcy|Marża'],
  ['Arabic', 'التكلفة|سعر التكلفة|سعر الشراء|سعر الجملة|سعر الموزع|سعر المورد|سعرك'],
])(
  'what the owner pays in %s becomes neither the price nor an attribute, and the report names it',
  async (_language, headings) => {
    await using catalog = await openTempCatalog()
    const names = headings.split('|')
    const text = `SKU;Name;${names.join(';')}\nA-1;Schale${';77,77'.repeat(names.length)}\n`
    const report = await catalog.importText(text, { acceptMapping: async () => true, basics: { currency: 'EUR' } })
    expect(report.warnings.entries.map(({ column }) => column)).toEqual(names)
    expect(report.warnings.entries[0]?.reason).toBe(
      'the column was kept back: what you or a dealer pay; never published',
    )
    expect(JSON.stringify(await catalog.readProduct('schale'))).not.toContain('77')
  },
)

const proposeFor = async (heading: string) => (await propose(`Nr;Name;${heading}\nA-1;Schale;12,90\n`))[heading]

test('columns of other prices and of costs, dealers and notes become neither the price nor an attribute', async () => {
  const headings =
    'Versandkosten;Staffelpreis;Preis ab 100;Preis pro VE;Preis/Karton;Grundpreis;Aktionspreis;Amount;Bemerkungstext;Lieferant;MAP;Dto.;Rabat %;Geändert am'
  for (const heading of headings.split(';')) expect(await proposeFor(heading), heading).toBeUndefined()
})

test('each of these columns becomes the price if there is no better one', async () => {
  const headings =
    'Preis;VK;VK brutto;Verkaufspreis;Preis in EUR;Price (incl. VAT);EUR;Unit price;Preis pro Stück;Price per piece;Preis 2026;Listenpreis;Nettopreis;price_gross;PVP;Prix HT;Standard price;Cena;السعر'
  for (const heading of headings.split(';')) expect(await proposeFor(heading), heading).toBe('Price')
})

test('of a price for customers and one for dealers, in either order, the former is imported and the latter is kept back', async () => {
  const pairs =
    'list_price;standard_price|retail_price;supply_price|Listenpreis;Ihr Preis|Listenpreis;Nettopreis|UVP;Preis|RRP;Customer price|VK netto;UVP|PVP;Precio|Prix public;Prix|Prezzo al pubblico;Prezzo|Adviesprijs;Prijs|Preço de venda;Preço|Cena detaliczna;Cena|سعر البيع;السعر'
  for (const pair of pairs.split('|')) {
    const [retail, other] = pair.split(';') as [string, string]
    for (const headings of [pair, `${other};${retail}`]) {
      const targets = await propose(`SKU;Name;${headings}\nA-1;Schale;20,00;10,00\n`)
      expect([targets[retail], targets[other]], headings).toEqual(['Price', undefined])
    }
  }
})

test('thousands of columns of one name have different keys', () => {
  const keys = listColumnKeys([...Array.from({ length: 10_000 }, () => 'Bild'), 'bild (2)'])
  expect(new Set(keys.map((key) => key.toLowerCase())).size).toBe(10_001)
})

test.each([
  [
    'no names and no numbers',
    'Date,Amount\n2026-01-01,12\n',
    /unrecognised format.*Rename one to "Name" or "SKU", or write into supplier\.mapping\.json/,
  ],
  [
    'no header',
    '1001;Schale;12,90\n1002;Topf;9,00\n',
    /the columns begin with: 1001, Schale, 12,90\. None of them seems to hold the names/,
  ],
])('refuses a table with %s, and says what to do', async (_name, text, reason) => {
  const error = await propose(text).catch((fault: unknown) => fault)
  expect(error).toBeInstanceOf(ImportError)
  expect((error as ImportError).reason).toMatch(reason)
})

test('an accepted mapping is written beside the table, and imports it the same way again', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'site.json': '{ "currency": "EUR" }' })
  const text = 'Nr;Bezeichnung;Preis;Material;EK\n1;Schale;12,90;Eiche;5,00\n2;Topf;1.299;Ton;6,00\n'
  const first = await catalog.importText(text, { acceptMapping: async () => true })
  expect(first).toMatchObject({ mappingFile: `${catalog.dir}/products.mapping.json`, products: { created: 2 } })
  expect(JSON.parse(await readFile(first.mappingFile!, 'utf8'))).toEqual({
    columns: { Nr: 'SKU', Bezeichnung: 'Name', Preis: 'Price', Material: 'Attribute: Material', EK: null },
    decimalSign: ',',
  })
  expect(await catalog.readProduct('topf')).toMatchObject({ variants: [{ priceMinor: 129_900 }] })
  const again = await catalog.importText(text)
  expect(again).toMatchObject({ mappingFile: null, products: { unchanged: 2 }, warnings: { count: 0 } })
})

test('a mapping that cannot be written beside the table is reported, and the table is imported', async () => {
  await using catalog = await openTempCatalog()
  // The name of the mapping would be longer than file systems allow.
  const path = await catalog.write(`${'x'.repeat(245)}.csv`, 'Nr;Bezeichnung\n1;Schale\n')
  const report = await importFile(catalog.store, path, { acceptMapping: async () => true })
  expect(report).toMatchObject({ mappingFile: null, products: { created: 1 } })
  expect(report.warnings.entries).toMatchObject([
    { reason: expect.stringMatching(/^the mapping was not written, because .*; later imports will ask again$/) },
  ])
})

test('the file that --mapping names is written if it does not exist, and is the only memory', async () => {
  await using catalog = await openTempCatalog()
  const mapping = `${catalog.dir}/supplier.json`
  const text = 'Nr;Bezeichnung\n1;Schale\n'
  const first = await catalog.importText(text, { mapping, acceptMapping: async () => true })
  expect(first).toMatchObject({ mappingFile: mapping, products: { created: 1 } })
  expect((await catalog.importText(text, { mapping })).products.unchanged).toBe(1)
  await expect(catalog.importText(text)).rejects.toThrow('the proposed mapping was not accepted')
})

test('an import that fails writes no mapping', async () => {
  await using catalog = await openTempCatalog()
  const text = 'Nr;Bezeichnung;Preis\n1;Schale;3 CHF\n'
  const options = { acceptMapping: async () => true, basics: { currency: 'EUR' } }
  await expect(catalog.importText(text, options)).rejects.toThrow('in CHF')
  await expect(readFile(`${catalog.dir}/products.mapping.json`)).rejects.toThrow('ENOENT')
})

test('weights have the unit of their heading', async () => {
  await using catalog = await openTempCatalog()
  const text = 'Nr;Name;Gewicht (kg)\n1;Schale;1,25\n2;Topf;300 g\n'
  const report = await catalog.importText(text, { acceptMapping: async () => true })
  expect(await catalog.readProduct('schale')).toMatchObject({ variants: [{ weightGrams: 1_250 }] })
  expect(await catalog.readProduct('topf')).toMatchObject({ variants: [{ weightGrams: 300 }] })
  expect(JSON.parse(await readFile(report.mappingFile!, 'utf8'))).toMatchObject({
    columns: { 'Gewicht (kg)': { to: 'Weight (g)', unit: 'kg' } },
  })
})
