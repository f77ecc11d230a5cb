import type { ColumnTarget } from '../../catalog/table-mapping.ts'
import { parseQuantity } from '../../quantities/parse-quantity.ts'
import { findUnit } from '../../quantities/units.ts'
import { isProductType } from './column-checks.ts'
import { isAddress, isCode, isDate, isInternalId, isMarkup, isMoney, isPrice } from './cell-kinds.ts'
import { foldHeading, splitHeading } from './column-keys.ts'
import { averageLength, countDistinct, isIdentifying, isMostly, type ColumnProfile } from './column-profile.ts'
import { listMeanings } from './heading-names.ts'
import { readPriceHeading } from './price-headings.ts'

/** Columns for the owner, which are published only if the owner says so. */
const INTERNAL_WORDS = listFolded(
  `intern interne interner internal interno interna notiz notizen note notes bemerkung bemerkungen kommentar kommentare comment comments remark remarks anmerkung
  nota notas observacion observaciones remarque remarques commentaire annotazioni opmerking opmerkingen observacoes uwagi
  lieferant lieferanten supplier suppliers proveedor fournisseur fornitore leverancier fornecedor dostawca einkaufer buyer customer kunde
  lagerplatz lagerort warehouse almacen entrepot magazzino magazijn magazyn bin
  created updated modified changed erstellt angelegt geandert aktualisiert anderungsdatum anlagedatum timestamp date datum fecha until valid
  id ids guid uuid gid hash password mail email discount rabatt descuento remise sconto korting surcharge zuschlag commission provision kostenstelle konto account
  template layout custom sort sorting sortierung position rank priority reihenfolge shipping versand fulfillment tracking tracker policy
  keywords backorders backorder notify config increments manage reorder meldebestand mindestbestand websites store channel`,
)

const INTERNAL_BEGINNING =
  /^(?:intern|lieferant|supplier|bemerk|notiz|kommentar|comment|remark|anmerk|observac|opmerk|uwag)/

/** Tax columns also say whether a price includes tax. */
const TAX_WORDS = listFolded('tax taxes taxable mwst ust vat iva tva btw steuer steuersatz impuesto')

function listFolded(words: string): ReadonlySet<string> {
  return new Set(words.split(/\s+/).map(foldHeading))
}

/** Headings of texts beside pictures, which would otherwise become attributes of the product. */
const PICTURE_TEXT = /^(?:image|bild|picture|photo|cover).*(?:alt|title|titel|position|text|id)/

/** Words of columns that say nothing about a product itself, unless they are recognised. */
const OTHER_WORDS = listFolded(
  `stock qty quantity inventory bestand lager lagerbestand menge existencias voorraad giacenza estoque sku skus cart ean upc gtin
  option options optionname optionvalue variation variations variant variants variante varianten parent handle`,
)

const PROTECTED = new Set(['country', 'origin', 'herkunft', 'pais', 'pays'])

export function readInternalReason({ heading }: ColumnProfile): string | undefined {
  const parts = splitHeading(heading)
  if (parts.some((part) => PROTECTED.has(part))) return undefined
  if (parts.some((part) => INTERNAL_WORDS.has(part)) || parts.some((part) => INTERNAL_BEGINNING.test(part)))
    return 'meant for you or your system'
  if (parts.some((part) => TAX_WORDS.has(part)) && readPriceHeading(heading) === undefined) return 'about taxes'
  return PICTURE_TEXT.test(parts.join('')) ? 'about pictures' : undefined
}

export function proposeFact(profile: ColumnProfile): { readonly target: ColumnTarget | null; readonly reason: string } {
  const reason = findObstacle(profile)
  return reason === undefined ? { target: { to: `Attribute: ${profile.key}` }, reason: '' } : { target: null, reason }
}

function findObstacle(profile: ColumnProfile): string | undefined {
  const { heading, values } = profile
  if (heading === '') return 'the column has no name'
  if (values.length === 0) return 'the column is blank'
  const internal = readInternalReason(profile)
  if (internal !== undefined) return internal
  if (readPriceHeading(heading) !== undefined) return 'about prices'
  if (splitHeading(heading).some((part) => OTHER_WORDS.has(part))) return 'about stock, variants or numbers'
  if (listMeanings(heading).some(({ meaning }) => meaning === 'weight'))
    return 'a weight without a unit: write { "to": "Weight (g)", "unit": "kg" }'
  if (
    values.some(isMarkup) ||
    profile.hasLines ||
    averageLength(profile) > 60 ||
    values.some(({ length }) => length > 300)
  )
    return 'long texts'
  if (isMostly(profile, isDate)) return 'dates'
  if (isMostly(profile, isAddress)) return 'addresses'
  if (isMostly(profile, isInternalId)) return 'numbers of a system'
  if (isMostly(profile, isProductType)) return 'kinds of products in a shop system'
  if (values.every((value) => /^[01]$/.test(value))) return 'a switch of a system'
  // A cost may have any heading, so a number with two decimals needs a unit.
  if (isMostly(profile, isPrice) && values.some(isMoney) && !hasUnit(heading)) return 'may be money'
  if (values.length >= 5 && isIdentifying(profile) && isMostly(profile, isCode))
    return 'different in each row, like an internal number'
  if (values.length >= 20 && countDistinct(profile) === 1 && !/\p{L}{3}/u.test(values[0] ?? ''))
    return 'the same in all rows'
  return undefined
}

function hasUnit(heading: string): boolean {
  const words = heading.split(/[^\p{L}\p{N}°µ"³²]+/u).filter(Boolean)
  return (
    words.length > 1 &&
    words.slice(1).some((word) => findUnit(word) !== undefined && parseQuantity(`1 ${word}`) !== null)
  )
}
