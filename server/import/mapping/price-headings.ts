import { splitHeading } from './column-keys.ts'

/**
 * `secret` is what the owner pays, which is never published; `other` is an amount that is not the price of a product,
 * such as that of a quantity or a shipment.
 */
export type PriceKind = 'gross' | 'plain' | 'single' | 'net' | 'list' | 'former' | 'sale' | 'secret' | 'other'

const words = (text: string): ReadonlySet<string> =>
  new Set(text.split(/\s+/).map((word) => splitHeading(word).join('')))

/** Parts of words for a price: `Verkaufspreis` contains one. */
const PRICE = /preis|price|preci[oa]|prix|prezzo|prezzi|prijs|preco|cena|ceny/
const PRICE_WORDS = words('vk vkp vp pvp pvpr uvp rrp msrp srp tarif tarifa')
const CURRENCIES = words('eur euro euros usd gbp chf pln sek nok dkk czk huf ron brl mxn cad aud')

const SECRET =
  /einkauf|einstand|gestehung|kosten|kalkul|marge|margin|markup|aufschlag|deckungsbeitrag|rohertrag|gewinn|profit|purchas|wholesal|landed|cost(?![ua])|grosshand|wiederverkauf|handler|dealer|resell|vendorprice|supplierprice|compra|custo(?!m)|mayorista|achat|revient|grossist|revendeur|acquist|ingrosso|rivendit|inkoop|groothandel|zakup|koszt|hurt|^buy|^trade(?:price)?$|^(?:b2b|fob|exw|cif)/

/** Short forms of "Einkaufspreis", alone and in words such as `EKPREIS` and `NETTOEK`. */
const SECRET_SHORT = /^[hnwl]?ek(?:p|vk|\d|preis|netto|brutto|wert|eur)*$|(?:preis|netto|brutto|listen|unser)ek$/

const SECRET_WORDS = words('pa nne nnn cogs')

const SALE = /aktion|sonder|special|promo|ofert|angebot|sconto|soldes|descuento|reduzier|rebaj/
const SALE_WORDS = words('sale deal action aanbieding offer solde')
const FORMER = /streich|compareat|tachado/
const FORMER_WORDS = words('statt alt alter old was compare former previous anterior antes barre oude stara')
const LIST = /^list|katalog|catalog|empfohl|unverbind|recommend|recomend|consiglia|conseil|advies|suggest|sugerid/
const LIST_WORDS = words('uvp rrp msrp srp pvpr tarif tarifa')
const NET_WORDS = words(
  'netto net nett neto nettopreis exkl excl ex exclusive excluded excluding exc zzgl ht hors sin senza ohne bez',
)
const GROSS_WORDS = words(
  'brutto gross bruto bruttopreis inkl incl inc inclusive included including ttc ivato pvp con mit with com',
)
const SINGLE_WORDS = words('unit einzel einzelpreis stuckpreis stuck unitario unitaria unitaire unidad pezzo stuk')

/** Headings of amounts that are not the price of a product, and of columns about prices. */
const OTHER =
  /staffel|grundpreis|preisgrupp|preiseinheit|preisliste|preisbasis|preismenge|versand|shipping|porto|fracht|freight|pfand|deposit|rabatt|discount|korting|remise|zuschlag|surcharge/
const OTHER_WORDS = words(
  'ab from tier base basis per pro measure type typ group gruppe currency wahrung date datum valid gultig class code rule view id einheit unidade show hide menge qty quantity status label text difference map min max minimum maximum ve vpe karton carton box pack packung case palette dutzend dozen',
)

const PER_PIECE = /(?:per|pro|je|par|por|al|za)(?:stuck|stk|st|piece|pcs?|item|unite?|unit|unidad|pezzo|stuk|szt)$/

/** @returns undefined if the heading names no price */
export function readPriceHeading(heading: string): PriceKind | undefined {
  const hints = [...heading.matchAll(/[([]([^)\]]*)[)\]]/g)].map(([, hint]) => hint).join(' ')
  const parts = [...splitHeading(heading), ...splitHeading(hints)].map((part) => part.replace(/(?<=\D)\d$/, ''))
  const whole = parts.join('')
  const has = (set: ReadonlySet<string>, pattern?: RegExp) =>
    parts.some((part) => set.has(part) || pattern?.test(part)) || (pattern?.test(whole) ?? false)
  if (has(SECRET_WORDS, SECRET) || parts.some((part) => SECRET_SHORT.test(part))) return 'secret'
  if (!has(PRICE_WORDS, PRICE) && !/\p{Sc}/u.test(heading) && !has(CURRENCIES)) return undefined
  if (has(SALE_WORDS, SALE)) return 'sale'
  if (has(FORMER_WORDS, FORMER)) return 'former'
  // A number in the heading counts the pieces for which the price is, unless it is a year.
  if (PER_PIECE.test(whole)) return 'single'
  if (has(OTHER_WORDS, OTHER) || parts.some((part) => /^\d{2,}$/.test(part) && !/^20\d\d$/.test(part))) return 'other'
  if (has(LIST_WORDS, LIST)) return 'list'
  if (has(NET_WORDS)) return 'net'
  if (has(GROSS_WORDS)) return 'gross'
  return has(SINGLE_WORDS) ? 'single' : 'plain'
}

export const PUBLIC_PRICES: readonly PriceKind[] = ['gross', 'plain', 'net', 'single', 'list']

/** Headings of the number of pieces per price: a price for 100 must not become that of one. */
const PRICE_BASE = words('preiseinheit pe priceunit preisbasis pricebase preismenge pricequantity preisper preispro')

export function isPriceBase(heading: string): boolean {
  return PRICE_BASE.has(splitHeading(heading).join(''))
}
