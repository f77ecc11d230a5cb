import { foldColumnName, numberColumns, type ColumnNames } from '../../files/csv-columns.ts'

/** Column names, which WooCommerce translates into the language of the shop. */
const NAMES = {
  id: 'ID',
  wpmlLanguage: 'Meta: _wpml_import_language_code | Méta : _wpml_import_language_code',
  wpmlGroup: 'Meta: _wpml_import_translation_group | Méta : _wpml_import_translation_group',
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
} as const

/** Names with a number for `#`, because a product has several attributes and downloads. */
const NUMBERED_NAMES = {
  attributeName: `Attribute # name | Attribut # Name | Nombre del atributo # | Nom de l'attribut # |
    Nome dell'attributo # | Naam eigenschap #`,
  attributeValues: `Attribute # value(s) | Attribut # Wert(e) | Valor(es) del atributo # |
    Valeur(s) de l'attribut # | Valore dell'attributo # | Waarde eigenschap #`,
  attributeVisible: `Attribute # visible | Attribut # visible | Attribut # sichtbar | Atributo visible # |
    Attributo # visibile | Zichtbare eigenschap #`,
} as const

/** Products of real shops have fewer attributes. */
export const NUMBERS = Array.from({ length: 100 }, (_, index) => index + 1)

export type WooCommerceField = keyof typeof NAMES | `${keyof typeof NUMBERED_NAMES}${number}`

export const WOOCOMMERCE_COLUMNS: ColumnNames<WooCommerceField> = {
  ...splitAll(NAMES),
  ...numberColumns(NUMBERS.length, splitAll(NUMBERED_NAMES)),
}

/** Settings of the shop, files that it sells, and related products, which Vitrine chooses by itself. */
const IGNORED_NAMES = [
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
  `Attribute # global | Attribut # global | Atributo global # | Attributo # globale | Globale eigenschap #`,
  `Attribute # default | Attribut # default | Attribut # Standard | Attribut # par défaut |
    Atributo por defecto # | Attributo # predefinito | Standaardeigenschap #`,
  `Download # ID | ID de descarga # | ID de la descarga # | ID du téléchargement # | ID del download #`,
  `Download # name | Download # naam | Nombre de descarga # | Nombre de la descarga # | Nom du téléchargement # |
    Nome del download #`,
  `Download # URL | URL de descarga # | URL de la descarga # | URL du téléchargement # | URL del download #`,
]

/** Internal data of plugins, of which owners know nothing. */
export const PRIVATE_COLUMN = /^m[eé]ta ?: _/

export const IGNORED_COLUMNS = new RegExp(
  `${PRIVATE_COLUMN.source}|^(?:${IGNORED_NAMES.flatMap(splitNames).map(writePattern).join('|')})$`,
)

function splitNames(names: string): readonly string[] {
  return names.split(/\s*\|\s*/)
}

function splitAll<Field extends string>(names: Readonly<Record<Field, string>>): ColumnNames<Field> {
  return Object.fromEntries(
    (Object.entries(names) as [Field, string][]).map(([field, given]) => [field, splitNames(given)]),
  ) as unknown as ColumnNames<Field>
}

function writePattern(name: string): string {
  return foldColumnName(name)
    .replace(/[?().]/g, '\\$&')
    .replace('#', '\\d+')
}

/** Languages by a column name that all exports have. English column names do not tell the language of the texts. */
const LANGUAGES = { veröffentlicht: 'de', publicado: 'es', publié: 'fr', pubblicato: 'it', gepubliceerd: 'nl' }

export function findWooCommerceLanguage(names: ReadonlySet<string>): string | undefined {
  return Object.entries(LANGUAGES).find(([column]) => names.has(column))?.[1]
}
