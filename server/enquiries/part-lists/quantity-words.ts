/** Words for pieces in languages that are common in mails. */
const PIECES =
  'pcs?|pces?|pieces?|pièces?|unités?|pc\\(s\\)|ea|each|units?|nos|stk|stck|stueck|stücke?|stucke?|einheit(?:en)?|uds?|unid(?:ad(?:es)?)?|unds?|pzas?|piezas?|pz|pezz[oi]|stuks?|szt|kpl|ks|st'

/** Words for packs, whose size only the owner knows. */
const PACKS =
  'packs?|packages?|packets?|pkgs?|pkts?|box(?:es)?|bags?|cartons?|cases?|rolls?|reels?|pairs?|prs|dozens?|dz|packung(?:en)?|päckchen|paket(?:e)?|ve|vpe|karton(?:s)?|schachteln?|beutel|rollen?|paare?|dutzend|paquetes?|paqs?|cajas?|bolsas?|rollos?|pares|docenas?|bo[iî]tes?|paquets?|cartoni?|scatol[ae]|dozen'

/** A number before one of these is no quantity of pieces: '10 m cable'. */
const MEASURES = 'mm|cm|dm|m|km|µm|um|mg|g|kg|t|ml|cl|l|ltr|in|inch|zoll|ft|"|″|\'|mpa|bar|v|w|kw|a|ah|%|°'

const LABELS =
  'qty|quantity|qnty|quant|amount|count|pcs|pieces|menge|anzahl|st[üu]ckzahl|stk|st[üu]ck|bestellmenge|cant|cantidad|unidades|uds|quantit[ée]|qt[ée]|quantit[àa]|qt[àa]|aantal'

/** A number with separators of thousands or decimals. */
const NUMBER = "\\d{1,3}(?:[.,'’]\\d{3})+(?!\\d)|\\d+(?:[.,]\\d+)?"

/** No letter or digit of the same word is beside it. */
const BEGIN = '(?<![\\p{L}\\p{N}.,/+#_-])'
const END = '(?![\\p{L}\\p{N}])'

/** A quantity with its unit anywhere in a line. Groups: number, unit of pieces, unit of packs. */
export const WITH_UNIT = new RegExp(`[(\\[]?${BEGIN}(${NUMBER}) ?(?:(${PIECES})|(${PACKS}))${END}\\.?[)\\]]?`, 'giu')

/** A quantity after a word such as 'Qty:'. Group: number. */
export const WITH_LABEL = new RegExp(
  `${BEGIN}(?:${LABELS})\\.? ?[:=]? ?(${NUMBER})(?: ?(?:${PIECES}))?${END}(?![.,]\\d)`,
  'giu',
)

/** A cell of a quantity only. Groups: label, number, unit of pieces, unit of packs, measure. */
export const ONLY_QUANTITY = new RegExp(
  `^(?:(${LABELS})\\.? ?[:=]? ?|[x×] ?)?(${NUMBER}) ?(?:(${PIECES})|(${PACKS})|(${MEASURES})|[x×])?\\.?$`,
  'iu',
)

/** A quantity with 'x' at the beginning of a line, but not a size such as '20 x 30'. Groups: number, rest. */
export const TIMES_AT_START = new RegExp(
  `^(${NUMBER})(?: ?[x×*] | ?×)(?=\\S*\\p{L}|\\S*[-/.]\\S*\\d)(?!\\d+(?:[.,]\\d+)?(?:${MEASURES})?(?: |$))(.+)$`,
  'iu',
)

/** A number at the beginning, with or without 'x'. Groups: number, rest. */
export const NUMBER_AT_START = new RegExp(`^(${NUMBER})(?: ?[x×*] ?| )(?!(?:${MEASURES})${END})(.+)$`, 'iu')

/** A number at the end. Groups: rest, number. */
export const NUMBER_AT_END = new RegExp(
  `^(.+?)(?: ?[:=] ?| [-–—] | ?[([] ?| ?[x×*] ?|,| )(${NUMBER}) ?[x×)\\]]?$`,
  'iu',
)

export const PRICE =
  /^(?:[€$£]|eur|usd|gbp|chf)? ?-?\d[\d.,' ]*[.,]\d+ ?(?:[€$£]|eur|usd|gbp|chf|%)?$|^(?:[€$£]|eur|usd|gbp|chf) ?\d+|\d ?(?:[€$£%]|eur|usd|gbp|chf)$/iu

/** Headings of columns. */
export const HEADINGS = {
  number:
    /^(?:(?:part|item|article|art|product|prod|order|catalog(?:ue)?|cat|stock|material|mat|model|mfr|mpn|manufacturer|maker'?s?|supplier|vendor|customer|your|our|internal|ean|gtin|sku)[\s._-]*)*(?:no|nos|nr|num|number|numbers|#|code|id|sku|mpn|ean|gtin|ean-?13|barcode|pn|p\/n|part|article|item)\.?$|^(?:artikel|art|bestell|teile|sach|material|mat|hersteller|produkt|ident|waren|lieferanten)[\s.:_-]*(?:artikel)?[\s.:_-]*(?:nr|nummer|no|code)\.?$|^artikel$|^(?:ref|referencia|referencias|codigo|cod|articulo|numero|n\.?[oº°])\.?(?: (?:de |del )?(?:articulo|pieza|producto|fabricante|material|proveedor))?$|^reference$/,
  quantity: new RegExp(
    `^(?:(?:order|required|req|bestell)[\\s._-]*)?(?:${LABELS}|bedarf|stuck|anz|q|uds)\\.?(?: ?[(\\[]?(?:${PIECES})\\.?[)\\]]?)?$`,
    'u',
  ),
  name: /^(?:description|desc|name|product name|item name|title|product|bezeichnung|beschreibung|benennung|artikelbezeichnung|produkt|text|descripcion|denominacion|nombre|producto|designation|descrizione)\.?$/,
} as const
