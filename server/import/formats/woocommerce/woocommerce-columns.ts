import { cutText, readBoolean, readHtmlText } from '../../cells.ts'
import type { DraftImage } from '../../draft-product.ts'
import { foldColumnName, matchColumns, warnOfUnknownColumn, type ColumnNames } from '../../files/csv-columns.ts'
import type { CsvFile, CsvRow } from '../../files/csv-file.ts'
import { CsvSheet } from '../../files/csv-sheet.ts'
import type { ImportNotes } from '../../import-report.ts'
import { pictureAddressKey } from '../../pictures/picture-name.ts'

/** WooCommerce translates column names into the language of the shop. */
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

/** Plugins store their internal data in such columns, of which owners know nothing. */
const PRIVATE_COLUMN = /^meta: _/

const MEASURES: ReadonlySet<WooCommerceField> = new Set(['weight', 'length', 'width', 'height'])

interface WooCommerceColumns {
  readonly indexes: ReadonlyMap<WooCommerceField, number>
  /** Units that column names contain, such as `kg` in `Weight (kg)`. */
  readonly units: ReadonlyMap<WooCommerceField, string>
  readonly attributes: readonly NumberedColumn[]
  readonly downloads: readonly NumberedColumn[]
}

/** Returns whether a header belongs to a WooCommerce export in any supported language. */
export function isWooCommerceHeader(header: readonly string[]): boolean {
  const names = new Set(header.map(foldColumnName))
  const has = (field: WooCommerceField) => COLUMN_NAMES[field].some((name) => names.has(foldColumnName(name)))
  return has('type') && (has('regularPrice') || (has('name') && has('sku')))
}

function readWooCommerceColumns(file: CsvFile, notes: ImportNotes): WooCommerceColumns {
  const measures = file.header.map((name) => /^(.+) \((\p{L}+)\)$/u.exec(name))
  const header = file.header.map((name, index) => measures[index]?.[1] ?? name)
  const { indexes, others } = matchColumns<WooCommerceField>(file.name, header, COLUMN_NAMES, ['type', 'name'])
  const units = new Map<WooCommerceField, string>()
  for (const [field, index] of indexes) {
    const unit = measures[index]?.[2]
    if (unit !== undefined && MEASURES.has(field)) units.set(field, unit.toLowerCase())
  }
  const attributes: NumberedColumn[] = []
  const downloads: NumberedColumn[] = []
  for (const { index } of others) {
    const name = file.header[index] ?? ''
    const numbered = readNumberedColumn(name)
    if (numbered) addPart(numbered.kind === 'attribute' ? attributes : downloads, numbered, index)
    else if (!IGNORED_COLUMNS.has(foldColumnName(name)) && !PRIVATE_COLUMN.test(foldColumnName(name)))
      warnOfUnknownColumn(file.name, name, notes)
  }
  return { indexes, units, attributes: sortByNumber(attributes), downloads: sortByNumber(downloads) }
}

function addPart(columns: NumberedColumn[], { number, part }: NumberedPart, index: number): void {
  const column = columns.find((other) => other.number === number)
  if (column) column.indexes[part] = index
  else columns.push({ number, indexes: { [part]: index } })
}

function sortByNumber(columns: readonly NumberedColumn[]): readonly NumberedColumn[] {
  return columns.toSorted((left, right) => left.number - right.number)
}

/** The columns that belong together by their number, such as `Attribute 1 name` and `Attribute 1 value(s)`. */
interface NumberedColumn {
  readonly number: number
  readonly indexes: { [Part in NumberedPart['part']]?: number }
}

interface NumberedPart {
  readonly kind: 'attribute' | 'download'
  readonly number: number
  /** `unused` parts are recognised so that they cause no warning. */
  readonly part: 'name' | 'values' | 'visible' | 'url' | 'unused'
}

const PATTERNS: readonly (Omit<NumberedPart, 'number'> & { readonly pattern: RegExp })[] = [
  { kind: 'attribute', part: 'name', pattern: /^(?:attribute? (\d+) name|nombre del atributo (\d+))$/ },
  {
    kind: 'attribute',
    part: 'values',
    pattern: /^(?:attribute (\d+) value\(s\)|attribut (\d+) wert\(e\)|valor\(es\) del atributo (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'visible',
    pattern: /^(?:attribute (\d+) visible|attribut (\d+) sichtbar|atributo visible (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'unused',
    pattern: /^(?:attribute? (\d+) (?:global|default|standard)|atributo (?:global|por defecto) (\d+))$/,
  },
  { kind: 'download', part: 'name', pattern: /^(?:download (\d+) name|nombre de (?:la )?descarga (\d+))$/ },
  { kind: 'download', part: 'url', pattern: /^(?:download (\d+) url|url de (?:la )?descarga (\d+))$/ },
  { kind: 'download', part: 'unused', pattern: /^(?:download (\d+) id|id de (?:la )?descarga (\d+))$/ },
]

function readNumberedColumn(name: string): NumberedPart | undefined {
  const folded = foldColumnName(name)
  for (const { kind, part, pattern } of PATTERNS) {
    const number = pattern.exec(folded)?.slice(1).find(Boolean)
    if (number !== undefined) return { kind, part, number: Number(number) }
  }
  return undefined
}

export type WooCommerceType = 'simple' | 'variable' | 'variation' | 'grouped' | 'external'

const TYPES: ReadonlySet<string> = new Set<WooCommerceType>(['simple', 'variable', 'variation', 'grouped', 'external'])
const FLAGS: ReadonlySet<string> = new Set(['downloadable', 'virtual'])

export interface AttributeCells {
  readonly name: string
  readonly values: readonly string[]
  readonly isVisible: boolean
}

export class WooCommerceSheet extends CsvSheet<WooCommerceField> {
  readonly columns: WooCommerceColumns

  /** @throws ImportError if a required column is missing or two columns have the same meaning */
  constructor(file: CsvFile, notes: ImportNotes) {
    const columns = readWooCommerceColumns(file, notes)
    super(file, columns.indexes, notes, ['name', 'sku', 'id'])
    this.columns = columns
  }

  /** Returns the product type without its flags; undefined for types that plugins add. */
  readType(row: CsvRow): WooCommerceType | undefined {
    const words = this.readLower(row, 'type').split(/\s*,\s*/)
    const types = words.filter((word) => word !== '' && !FLAGS.has(word))
    const [type = 'simple'] = types
    return types.length <= 1 && TYPES.has(type) ? (type as WooCommerceType) : undefined
  }

  readList(row: CsvRow, field: WooCommerceField): readonly string[] | undefined {
    const cell = this.read(row, field)
    return cell === undefined ? undefined : splitList(cell)
  }

  /** Reads the pictures of a row, main picture first, without repetitions; undefined if the file has no picture column. */
  readImages(row: CsvRow): readonly DraftImage[] | undefined {
    const sources = this.readList(row, 'images')
    if (sources === undefined) return undefined
    const image = this.buildImage(row, 'images', '')
    const images = new Map<string, DraftImage>()
    for (const source of sources) {
      const key = pictureAddressKey(source)
      if (!images.has(key)) images.set(key, { ...image, source })
    }
    return [...images.values()]
  }

  /** Reads the attributes of a row in column order, without unnamed and repeated attributes. */
  readAttributes(row: CsvRow): readonly AttributeCells[] {
    const attributes = new Map<string, AttributeCells>()
    for (const { indexes } of this.columns.attributes) {
      const cell = (index: number | undefined) => (index === undefined ? '' : (row.cells[index] ?? ''))
      const name = splitList(cell(indexes.name)).join(', ')
      if (name === '' || attributes.has(foldName(name))) continue
      const isVisible = readBoolean(cell(indexes.visible)) !== false
      attributes.set(foldName(name), { name, values: splitList(cell(indexes.values)), isVisible })
    }
    return [...attributes.values()]
  }
}

/** Folds names and values of attributes so that comparisons ignore case. */
export function foldName(name: string): string {
  return name.toLowerCase()
}

const LIST_MAX_LENGTH = 200_000

/** Splits a comma-separated list; `A, B\, C` has two entries. */
export function splitList(cell: string): readonly string[] {
  return cutText(cell, LIST_MAX_LENGTH)
    .split(/(?<!\\),/)
    .map((entry) => readHtmlText(entry.replaceAll('\\,', ',')))
    .filter((entry) => entry !== '')
}
