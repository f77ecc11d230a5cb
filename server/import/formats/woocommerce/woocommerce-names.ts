import { foldColumnName, type ColumnNames } from '../../files/csv-columns.ts'

/** Column names, which WooCommerce translates into the language of the shop. */
const NAMES = {
  id: 'ID',
  type: 'Type | Typ | Tipo',
  sku: 'SKU | Artikelnummer | Art.-Nr. | UGS',
  gtin: `GTIN, UPC, EAN, or ISBN | GTIN, UPC, EAN oder ISBN | GTIN, UPC, EAN o ISBN | GTIN, UPC, EAN ou ISBN |
    GTIN, UPC, EAN, o ISBN | GTIN, UPC, EAN of ISBN`,
  name: 'Name | Nombre | Nom | Nome | Naam',
  published: 'Published | Veröffentlicht | Publicado | Publié | Pubblicato | Gepubliceerd',
  featured: `Is featured? | Ist hervorgehoben? | Hervorgehoben? | ¿Está destacado? | Mis en avant ? |
    In primo piano? | Uitgelicht?`,
  visibility: `Visibility in catalog | Sichtbarkeit im Katalog | Katalogsichtbarkeit | Visibilidad en el catálogo |
    Visibilité dans le catalogue | Visibilità nel catalogo | Zichtbaarheid in catalogus`,
  shortDescription: `Short description | Kurzbeschreibung | Descripción corta | Description courte |
    Breve descrizione | Korte beschrijving | Korte omschrijving`,
  description: 'Description | Beschreibung | Descripción | Descrizione | Beschrijving',
  saleStarts: `Date sale price starts | Datum, an dem Angebotspreis beginnt |
    Datum, an dem der Angebotspreis beginnt | Día en que empieza el precio rebajado | Date de début de promo |
    Data di partenza del prezzo in saldo | Startdatum actieprijs`,
  saleEnds: `Date sale price ends | Datum, an dem Angebotspreis endet | Datum, an dem der Angebotspreis endet |
    Día en que termina el precio rebajado | Date de fin de promo | Data in cui termina l'offerta |
    Einddatum actieprijs`,
  inStock: 'In stock? | Vorrätig? | ¿Existencias? | ¿En inventario? | ¿Hay existencias? | En stock ? | Op voorraad?',
  stock: 'Stock | Lager | Bestand | Lagerbestand | Inventario | Existencias | Magazzino | Voorraad',
  backorders: `Backorders allowed? | Lieferrückstande erlaubt? | Lieferrückstände erlaubt? | Rückstände erlaubt? |
    ¿Permitir reservas de productos agotados? | Autoriser les commandes de produits en rupture ? |
    Abilita gli ordini arretrati? | Nabestellingen toestaan?`,
  weight: 'Weight | Gewicht | Peso | Poids',
  length: 'Length | Länge | Longitud | Longueur | Lunghezza | Lengte',
  width: 'Width | Breite | Anchura | Ancho | Largeur | Larghezza | Breedte',
  height: 'Height | Höhe | Altura | Hauteur | Altezza | Hoogte',
  salePrice: 'Sale price | Angebotspreis | Precio rebajado | Tarif promo | Prezzo in offerta | Actieprijs',
  regularPrice: `Regular price | Regulärer Preis | Precio normal | Tarif régulier | Prezzo di listino |
    Reguliere prijs`,
  categories: 'Categories | Kategorien | Categorías | Catégories | Categorie | Categorieën',
  tags: 'Tags | Schlagwörter | Etiquetas | Étiquettes | Tag',
  brands: 'Brands | Marken | Marcas | Marques | Marchi | Merken',
  images: 'Images | Bilder | Imágenes | Immagine | Immagini | Afbeeldingen',
  parent: 'Parent | Übergeordnetes Produkt | Übergeordnet | Elternprodukt | Superior | Genitore | Hoofd',
  groupedProducts: `Grouped products | Gruppierte Produkte | Productos agrupados | Groupes de produits |
    Prodotti raggruppati | Gegroepeerde producten`,
  externalUrl: 'External URL | Externe URL | URL externa | URL externe | URL esterno',
  buttonText: 'Button text | Button-Text | Texto del botón | Libellé du bouton | Testo del pulsante | Knop tekst',
  position: 'Position | Posición | Posizione | Positie',
  metaTitle: 'Meta: _yoast_wpseo_title | Méta : _yoast_wpseo_title',
  metaDescription: 'Meta: _yoast_wpseo_metadesc | Méta : _yoast_wpseo_metadesc',
}

export type WooCommerceField = keyof typeof NAMES

export const COLUMN_NAMES = Object.fromEntries(
  Object.entries(NAMES).map(([field, names]) => [field, splitNames(names)]),
) as unknown as ColumnNames<WooCommerceField>

export const IGNORED_COLUMNS = new Set(
  [
    'Tax status | Steuerstatus | Estado del impuesto | État de la TVA | Stato delle imposte | Btw status',
    'Tax class | Steuerklasse | Clase de impuesto | Classe TVA | Classe de TVA | Aliquota di imposta | Belastingklasse',
    `Low stock amount | Geringe Lagermenge | Cantidad de bajo inventario | Montant de stock faible |
      Quantità in magazzino bassa | Lage voorraad`,
    `Sold individually? | Nur einzeln verkaufen? | ¿Vendido individualmente? | Vendre individuellement ? |
      Venduto singolarmente? | Wordt individueel verkocht?`,
    `Allow customer reviews? | Kundenrezensionen erlauben? | Kundenbewertungen erlauben? |
      ¿Permitir valoraciones de clientes? | Autoriser les avis clients ? | Permetti le recensioni clienti? |
      Klantbeoordelingen toestaan?`,
    `Purchase note | Hinweis zum Kauf | Nota de compra | Note de commande | Note de l'achat | Nota di acquisto |
      Aankoopnotitie`,
    `Shipping class | Versandklasse | Clase de envío | Classe d'expédition | Classe de livraison |
      Classe di spedizione | Verzendklasse`,
    `Download limit | Downloadlimit | Límite de descargas | Limite de téléchargement | Limite di download |
      Downloadlimiet`,
    `Download expiry days | Ablauftage des Downloads | Días de caducidad de la descarga |
      Jours d'expiration du téléchargement | Scarica i giorni di scadenza | Dagen vervaltijd download`,
    'Upsells | Zusatzverkäufe | Ventas dirigidas | Produits suggérés | Montée en gamme | Up-sell',
    'Cross-sells | Cross-Sells (Querverkäufe) | Ventas cruzadas | Ventes croisées | Cross-sell',
  ]
    .flatMap(splitNames)
    .map(foldColumnName),
)

function splitNames(names: string): readonly string[] {
  return names.split(/\s*\|\s*/)
}

/** Internal data of plugins, of which owners know nothing. */
export const PRIVATE_COLUMN = /^m[eé]ta ?: _/

export interface NumberedPart {
  readonly kind: 'attribute' | 'download'
  readonly number: number
  /** The part of an attribute; `unused` parts cause no warning. */
  readonly part: 'name' | 'values' | 'visible' | 'url' | 'unused'
}

const PATTERNS: readonly (Omit<NumberedPart, 'number'> & { readonly pattern: RegExp })[] = [
  {
    kind: 'attribute',
    part: 'name',
    pattern:
      /^(?:attribute? (\d+) name|nombre del atributo (\d+)|nom de l'attribut (\d+)|nome dell'attributo (\d+)|naam eigenschap (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'values',
    pattern:
      /^(?:attribute (\d+) value\(s\)|attribut (\d+) wert\(e\)|valor\(es\) del atributo (\d+)|valeur\(s\) de l'attribut (\d+)|valore dell'attributo (\d+)|waarde eigenschap (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'visible',
    pattern:
      /^(?:attribute? (\d+) visible|attribut (\d+) sichtbar|atributo visible (\d+)|attributo (\d+) visibile|zichtbare eigenschap (\d+))$/,
  },
  {
    kind: 'attribute',
    part: 'unused',
    pattern:
      /^(?:attribute? (\d+) (?:global|default|standard|par défaut)|atributo (?:global|por defecto) (\d+)|attributo (\d+) (?:globale|predefinito)|(?:globale |standaard)eigenschap (\d+))$/,
  },
  {
    kind: 'download',
    part: 'name',
    pattern:
      /^(?:download (\d+) (?:name|naam)|nombre de (?:la )?descarga (\d+)|nom du téléchargement (\d+)|nome del download (\d+))$/,
  },
  {
    kind: 'download',
    part: 'url',
    pattern:
      /^(?:download (\d+) url|url de (?:la )?descarga (\d+)|url du téléchargement (\d+)|url del download (\d+))$/,
  },
  {
    kind: 'download',
    part: 'unused',
    pattern: /^(?:download (\d+) id|id de (?:la )?descarga (\d+)|id du téléchargement (\d+)|id del download (\d+))$/,
  },
]

export function readNumberedColumn(name: string): NumberedPart | undefined {
  const folded = foldColumnName(name)
  for (const { kind, part, pattern } of PATTERNS) {
    const number = pattern.exec(folded)?.slice(1).find(Boolean)
    if (number !== undefined) return { kind, part, number: Number(number) }
  }
  return undefined
}
