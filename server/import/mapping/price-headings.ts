import { foldHeading, foldWords, splitHeading } from './heading-names.ts'

/** The kinds that may be published, the best first. `doubtful` may be a cost, if there is another price beside it. */
export const PUBLIC_PRICES = ['gross', 'retail', 'retailNet', 'list', 'plain', 'single', 'net', 'doubtful'] as const

/**
 * `cost` is what the owner or a dealer pays, which is never published; `other` is an amount that is not the price of a
 * product, such as that of a quantity or a shipment.
 */
export type PriceKind = (typeof PUBLIC_PRICES)[number] | 'former' | 'sale' | 'cost' | 'other'

/*
 * The headings below are parts of words, or with `foldWords` whole ones, as `splitHeading` folds them, in English, German, Spanish,
 * French, Italian, Dutch, Portuguese, Polish and Arabic.
 */
const PRICE = /preis|price|preci[oa]|prix|prezzo|prezzi|listino|prijs|preco|^cen[ay]|cena$|سعر|أسعار|اسعار|ثمن/
const PRICE_WORDS = foldWords(
  'vk vkp vp pvp pvpr uvp rrp msrp srp pvd tarif tarifa map amount betrag importe montant importo bedrag kwota مبلغ',
)
const CURRENCIES = foldWords('eur euro euros usd gbp chf pln sek nok dkk czk huf ron brl mxn cad aud sar aed')

const COST = new RegExp(
  [
    'cost(?![ua])|landed|purchas|^buy|wholesal|dealer|resell|^b2b|^(?:fob|exw|cif)(?:price|$)|marg(?:e(?!r)|in)|markup|profit',
    'einkauf|fachhandel|einstand|gestehung|kosten(?!los|frei)|kalkul|^aufschlag$|deckungsbeitrag|rohertrag|gewinn|grosshand|wiederverkauf|handler|kondition(?!i)',
    'compra(?!r)|mayoris|mayoreo|revend|margen',
    'achat|revient|(?<!s)cout(?!e|ur)|grossist',
    'acquist|ingrosso|rivendit',
    'inkoop|kostprijs|groothandel|wederverko',
    'custo(?!m)|atacad|margem',
    'zakup|koszt|hurt(?!s)|odsprzeda|marza',
    'تكلف|كلفه|شراء|جمله|هامش|ربح',
  ].join('|'),
)

/** Short forms of "Einkaufspreis", alone and in words such as `EKPREIS` and `NETTOEK`. */
const COST_SHORT = /^[hnwl]?ek(?:p|vk|\d|preis|netto|brutto|wert|eur)*$|(?:preis|netto|brutto|listen|unser)ek$/
const COST_WORDS = foldWords('pa nne nnn nettonetto cogs pvd wsp')

/** Costs beside a word for a price or "net". Without one, they name a supplier or a document. */
const COST_WITH_PRICE = new RegExp(
  [
    '^trade|distribut|supply|supplier|vendor|invoice|contract|partner|retailer|factory|transfer|internal|^staff(?!el)|employee',
    'lieferant|rechnung|vertrag|werks?preis|bezugsp|mitarbeiter|distribui|proveedor|factura|fournisseur|facture|cession',
    'fornitore|fattura|leverancier|factuur|fornecedor|fatura|dostawc|faktur|dystryb|مورد|فاتور|موزع|تاجر',
  ].join('|'),
)

/** "Your price" in the list of a supplier. */
const YOUR = foldWords('your ihr ihre dein su tu votre vos vostro tuo uw jouw seu teu vosso twoja twoj panska wasza')
const YOUR_IN_WORD = /سعرك|^(?:your|ihr|dein|uw|jouw)(?:price|preis|prijs|netto|net)/

/** What visitors pay for a delivery or while they use a product. */
const PUBLIC_COST =
  /(?:versand|liefer|energie|strom|betriebs|porto|fracht|shipping|delivery|freight|energy|running|operating|verzend|bezorg)(?:kosten|costs?)|(?:costos?|costes?|couts?|custos?|koszty?|costi|gastos|frais|تكلفه|تكاليف)(?:di|de|da|d|del|ال)?(?:spedizione|envio|livraison|port|entrega|dostawy|wysylki|energia|energie|شحن|توصيل)/

const SALE = /aktion|sonder|special|promo|ofert|angebot|sconto|soldes|descuento|reduzier|rebaj|عرض|تخفيض/
const SALE_WORDS = foldWords('sale deal action aanbieding offer solde')
const FORMER = /streich|compareat|tachado/
const FORMER_WORDS = foldWords(
  'statt alt alter old was compare former previous anterior antes barre oude stara قبل سابق',
)
const RETAIL =
  /retail|verkauf|laden|endkund|endverbrauch|endpreis|consum|enduser|selling|^sellprice|verkoop|winkel|particulier|pubb?li[cq]|vendita|venta|vente|venda|varejo|menudeo|minorist|detal|sprzeda|بيع|تجزئه|مستهلك|جمهور/
const RETAIL_WORDS = foldWords('vk vkp vp pvp pvpr sell')
const LIST =
  /^list|katalog|catalog|empfohl|unverbind|recommend|recomend|consiglia|conseil|advies|suggest|sugerid|sugerow|tabela|قائمه|مقترح/
const LIST_WORDS = foldWords('uvp rrp msrp srp tarif tarifa')
const DOUBTFUL = /^standard|estandar|standaard|customer|kunde/
const NET_WORDS = foldWords(
  'netto net nett neto nettopreis exkl excl ex exclusive excluded excluding exc zzgl ht hors sin senza ohne bez sem بدون صافي',
)
const GROSS_WORDS = foldWords(
  'brutto gross bruto bruttopreis inkl incl inc inclusive included including ttc ivato pvp con mit with com شامل',
)
const SINGLE_WORDS = foldWords('unit einzel einzelpreis stuckpreis stuck unitario unitaria unitaire unidad pezzo stuk')

/** Headings of amounts that are not the price of a product, and of columns about prices. */
const OTHER =
  /staffel|grundpreis|preisgrupp|preiseinheit|preisliste|preisbasis|preismenge|versand|shipping|porto|fracht|freight|pfand|deposit|rabatt|discount|korting|remise|zuschlag|surcharge/
const OTHER_WORDS = foldWords(
  'ab from tier base basis per pro measure type typ group gruppe currency wahrung date datum valid gultig class code rule view id einheit unidade show hide menge qty quantity status label text difference map min max minimum maximum ve vpe karton carton box pack packung case palette dutzend dozen amount betrag importe montant importo bedrag kwota مبلغ',
)

const PER_PIECE = /(?:per|pro|je|par|por|al|za)(?:stuck|stk|st|piece|pcs?|item|unite?|unit|unidad|pezzo|stuk|szt)$/

/** Whether a heading or the name of an attribute says that its values are what the owner or a dealer pays. */
export function isCostHeading(heading: string): boolean {
  return readPriceHeading(heading) === 'cost'
}

/** @returns undefined if the heading names no price */
export function readPriceHeading(heading: string): PriceKind | undefined {
  const hints = [...heading.matchAll(/[([]([^)\]]*)[)\]]/g)].map(([, hint]) => hint).join(' ')
  const parts = [...splitHeading(heading), ...splitHeading(hints)].map((part) => part.replace(/(?<=\D)\d$/, ''))
  const whole = parts.join('')
  const has = (set: ReadonlySet<string>, pattern?: RegExp) =>
    parts.some((part) => set.has(part) || pattern?.test(part)) || (pattern?.test(whole) ?? false)
  if (PUBLIC_COST.test(whole)) return 'other'
  if (whole === 'trade' || has(COST_WORDS, COST) || parts.some((part) => COST_SHORT.test(part))) return 'cost'
  const isPrice = has(PRICE_WORDS, PRICE)
  if (YOUR_IN_WORD.test(whole) || ((isPrice || has(NET_WORDS)) && has(YOUR, COST_WITH_PRICE))) return 'cost'
  if (!isPrice && !/\p{Sc}/u.test(heading) && !has(CURRENCIES)) return undefined
  if (has(SALE_WORDS, SALE)) return 'sale'
  if (has(FORMER_WORDS, FORMER)) return 'former'
  // A number in the heading counts the pieces for which the price is, unless it is a year.
  if (PER_PIECE.test(whole)) return 'single'
  if (has(OTHER_WORDS, OTHER) || parts.some((part) => /^\d{2,}$/.test(part) && !/^20\d\d$/.test(part))) return 'other'
  if (has(RETAIL_WORDS, RETAIL)) return has(NET_WORDS) ? 'retailNet' : has(GROSS_WORDS) ? 'gross' : 'retail'
  if (has(LIST_WORDS, LIST)) return 'list'
  if (has(NET_WORDS)) return 'net'
  if (has(GROSS_WORDS)) return 'gross'
  if (DOUBTFUL.test(whole)) return 'doubtful'
  return has(SINGLE_WORDS) ? 'single' : 'plain'
}

/** Headings of the number of pieces per price: a price for 100 must not become that of one. */
const PRICE_BASE = foldWords(
  'preiseinheit pe priceunit preisbasis pricebase preismenge pricequantity preisper preispro',
)

export function isPriceBase(heading: string): boolean {
  return PRICE_BASE.has(foldHeading(heading))
}
