import { foldHeading, splitHeading } from './column-keys.ts'

/** Columns for the owner or a system, which must not become attributes unless the owner says so. */
const INTERNAL_WORDS = listFolded(
  `intern interne interner internal interno interna notiz notizen note notes bemerkung bemerkungen kommentar kommentare comment comments remark remarks anmerkung
  nota notas observacion observaciones remarque remarques commentaire annotazioni opmerking opmerkingen observacoes uwagi ملاحظات
  lieferant lieferanten supplier suppliers proveedor fournisseur fornitore leverancier fornecedor dostawca المورد einkaufer buyer customer kunde
  lagerplatz lagerort warehouse almacen entrepot magazzino magazijn magazyn bin
  created updated modified changed erstellt angelegt geandert aktualisiert anderungsdatum anlagedatum timestamp date datum fecha until valid
  id ids guid uuid gid hash password mail email dto dcto surcharge zuschlag commission provision kostenstelle konto account
  template layout custom sort sorting sortierung position rank priority reihenfolge shipping versand fulfillment tracking tracker policy
  keywords backorders backorder notify config increments manage reorder meldebestand mindestbestand websites store channel status
  stock qty quantity inventory bestand lager lagerbestand menge existencias voorraad giacenza estoque sku skus cart ean upc gtin
  option options optionname optionvalue variation variations variant variants variante varianten parent handle`,
)

const INTERNAL_BEGINNING =
  /^(?:intern|lieferant|supplier|bemerk|notiz|kommentar|comment|remark|anmerk|observac|opmerk|uwag|discount|rabat|desc(?:ue|o)nto|remise|sconto|korting|خصم)/

const TAX_WORDS = listFolded('tax taxes taxable mwst ust vat iva tva btw steuer steuersatz impuesto الضريبة')

/** Headings of texts beside pictures, which are no attributes of the product. */
const PICTURE_TEXT = /^(?:image|bild|picture|photo|cover).*(?:alt|title|titel|position|text|id)/

const PUBLIC_WORDS = listFolded('country origin herkunft pais pays')

function listFolded(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(foldHeading))
}

/** @returns why a column with this heading is no attribute, or undefined if it may be one */
export function readInternalReason(heading: string): string | undefined {
  const parts = splitHeading(heading)
  if (parts.some((part) => PUBLIC_WORDS.has(part))) return undefined
  if (parts.some((part) => INTERNAL_WORDS.has(part) || INTERNAL_BEGINNING.test(part)))
    return 'meant for you or your system'
  if ([...parts, parts.join('')].some((part) => TAX_WORDS.has(part))) return 'about taxes'
  return PICTURE_TEXT.test(parts.join('')) ? 'about pictures' : undefined
}
