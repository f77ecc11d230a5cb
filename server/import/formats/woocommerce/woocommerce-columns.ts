import { foldColumnName, matchColumns, warnOfUnknownColumn, type ColumnNames } from '../../files/csv-columns.ts'
import type { CsvFile } from '../../files/csv-file.ts'
import type { ImportNotes } from '../../import-report.ts'
import { readNumberedColumn, type NumberedColumn } from './numbered-columns.ts'

/**
 * WooCommerce writes its column names in the language of the shop: English, then German, then Spanish, with the
 * spellings of earlier translations. The unit in brackets behind measures is read apart.
 */
const COLUMN_NAMES = {
  id: ['ID'],
  type: ['Type', 'Typ', 'Tipo'],
  sku: ['SKU', 'Artikelnummer', 'Art.-Nr.'],
  gtin: ['GTIN, UPC, EAN, or ISBN', 'GTIN, UPC, EAN oder ISBN', 'GTIN, UPC, EAN o ISBN'],
  name: ['Name', 'Nombre'],
  published: ['Published', 'Veröffentlicht', 'Publicado'],
  featured: ['Is featured?', 'Ist hervorgehoben?', 'Hervorgehoben?', '¿Está destacado?'],
  visibility: ['Visibility in catalog', 'Sichtbarkeit im Katalog', 'Katalogsichtbarkeit', 'Visibilidad en el catálogo'],
  shortDescription: ['Short description', 'Kurzbeschreibung', 'Descripción corta'],
  description: ['Description', 'Beschreibung', 'Descripción'],
  saleStarts: [
    'Date sale price starts',
    'Datum, an dem Angebotspreis beginnt',
    'Datum, an dem der Angebotspreis beginnt',
    'Día en que empieza el precio rebajado',
  ],
  saleEnds: [
    'Date sale price ends',
    'Datum, an dem Angebotspreis endet',
    'Datum, an dem der Angebotspreis endet',
    'Día en que termina el precio rebajado',
  ],
  inStock: ['In stock?', 'Vorrätig?', '¿Existencias?', '¿En inventario?', '¿Hay existencias?'],
  stock: ['Stock', 'Lager', 'Bestand', 'Lagerbestand', 'Inventario', 'Existencias'],
  backorders: [
    'Backorders allowed?',
    'Lieferrückstande erlaubt?',
    'Lieferrückstände erlaubt?',
    'Rückstände erlaubt?',
    '¿Permitir reservas de productos agotados?',
  ],
  weight: ['Weight', 'Gewicht', 'Peso'],
  length: ['Length', 'Länge', 'Longitud'],
  width: ['Width', 'Breite', 'Anchura', 'Ancho'],
  height: ['Height', 'Höhe', 'Altura'],
  salePrice: ['Sale price', 'Angebotspreis', 'Precio rebajado'],
  regularPrice: ['Regular price', 'Regulärer Preis', 'Precio normal'],
  categories: ['Categories', 'Kategorien', 'Categorías'],
  tags: ['Tags', 'Schlagwörter', 'Etiquetas'],
  brands: ['Brands', 'Marken', 'Marcas'],
  images: ['Images', 'Bilder', 'Imágenes'],
  parent: ['Parent', 'Übergeordnetes Produkt', 'Übergeordnet', 'Elternprodukt', 'Superior'],
  groupedProducts: ['Grouped products', 'Gruppierte Produkte', 'Productos agrupados'],
  externalUrl: ['External URL', 'Externe URL', 'URL externa'],
  buttonText: ['Button text', 'Button-Text', 'Texto del botón'],
  position: ['Position', 'Posición'],
  metaTitle: ['Meta: _yoast_wpseo_title'],
  metaDescription: ['Meta: _yoast_wpseo_metadesc'],
} as const satisfies ColumnNames<string>

export type WooCommerceField = keyof typeof COLUMN_NAMES

/** Columns that WooCommerce writes and that a product website has no use for. */
const IGNORED_COLUMNS = new Set(
  [
    ['Tax status', 'Steuerstatus', 'Estado del impuesto'],
    ['Tax class', 'Steuerklasse', 'Clase de impuesto'],
    ['Low stock amount', 'Geringe Lagermenge', 'Cantidad de bajo inventario'],
    ['Sold individually?', 'Nur einzeln verkaufen?', '¿Vendido individualmente?'],
    [
      'Allow customer reviews?',
      'Kundenrezensionen erlauben?',
      'Kundenbewertungen erlauben?',
      '¿Permitir valoraciones de clientes?',
    ],
    ['Purchase note', 'Hinweis zum Kauf', 'Nota de compra'],
    ['Shipping class', 'Versandklasse', 'Clase de envío'],
    ['Download limit', 'Downloadlimit', 'Límite de descargas'],
    ['Download expiry days', 'Ablauftage des Downloads', 'Días de caducidad de la descarga'],
    ['Upsells', 'Zusatzverkäufe', 'Ventas dirigidas'],
    ['Cross-sells', 'Cross-Sells (Querverkäufe)', 'Ventas cruzadas'],
  ]
    .flat()
    .map(foldColumnName),
)

const MEASURES: ReadonlySet<WooCommerceField> = new Set(['weight', 'length', 'width', 'height'])

export interface WooCommerceColumns {
  readonly indexes: ReadonlyMap<WooCommerceField, number>
  /** Of the measures, as the shop writes them: `kg`, `in`. */
  readonly units: ReadonlyMap<WooCommerceField, string>
  /** In the order of their numbers. */
  readonly attributes: readonly NumberedColumn<'name' | 'values' | 'visible'>[]
  readonly downloads: readonly NumberedColumn<'name' | 'url'>[]
}

/** Whether a header is that of a WooCommerce export, in any of the languages. */
export function isWooCommerceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  const has = (field: WooCommerceField) => COLUMN_NAMES[field].some((name) => names.has(foldColumnName(name)))
  return has('type') && (has('regularPrice') || (has('name') && has('sku')))
}

/**
 * @throws ImportError where a required column is missing or two columns mean the same
 */
export function readWooCommerceColumns(file: CsvFile, notes: ImportNotes): WooCommerceColumns {
  const measures = file.header.map((name) => /^(.+) \((\p{L}+)\)$/u.exec(name))
  const header = file.header.map((name, index) => measures[index]?.[1] ?? name)
  const { indexes, others } = matchColumns<WooCommerceField>(file.name, header, COLUMN_NAMES, ['type', 'name'])
  const units = new Map<WooCommerceField, string>()
  for (const [field, index] of indexes) {
    const unit = measures[index]?.[2]
    if (unit !== undefined && MEASURES.has(field)) units.set(field, unit.toLowerCase())
  }
  const attributes: NumberedColumn<'name' | 'values' | 'visible'>[] = []
  const downloads: NumberedColumn<'name' | 'url'>[] = []
  for (const { index } of others) {
    const name = file.header[index]!
    const numbered = readNumberedColumn(name)
    if (numbered) {
      const list: NumberedColumn<string>[] = numbered.kind === 'attribute' ? attributes : downloads
      addPart(list, numbered.number, numbered.part, index)
    } else if (!IGNORED_COLUMNS.has(foldColumnName(name))) {
      warnOfUnknownColumn(file.name, name, notes)
    }
  }
  return { indexes, units, attributes: sortByNumber(attributes), downloads: sortByNumber(downloads) }
}

function addPart(columns: NumberedColumn<string>[], number: number, part: string, index: number): void {
  const column = columns.find((other) => other.number === number)
  if (column) column.indexes[part] = index
  else columns.push({ number, indexes: { [part]: index } })
}

function sortByNumber<Part extends string>(columns: readonly NumberedColumn<Part>[]): readonly NumberedColumn<Part>[] {
  return columns.toSorted((left, right) => left.number - right.number)
}
