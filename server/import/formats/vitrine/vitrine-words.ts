import type { Availability, ItemCondition, PriceDisplay, Product, Visibility } from '../../../../shared/catalog.ts'
import { foldText } from '../../../../shared/slug.ts'

export interface Words<Value extends string> {
  readonly written: Readonly<Record<Value, string>>
  readonly valueByWord: ReadonlyMap<string, Value>
}

export const AVAILABILITY_WORDS = buildWords<Availability>({
  InStock: `in stock | available | yes | true | 1 | auf Lager | lieferbar | sofort lieferbar | vorrätig | verfügbar |
    sofort verfügbar | ja | wahr | en existencias | en stock | disponible | sí | verdadero`,
  OutOfStock: `out of stock | sold out | unavailable | not available | no | false | 0 | nicht auf Lager |
    nicht lieferbar | nicht vorrätig | nicht verfügbar | ausverkauft | vergriffen | nein | falsch | agotado |
    sin existencias | sin stock | no disponible | falso`,
  BackOrder: `back order | on back order | nachbestellt | auf Bestellung | auf Nachbestellung | bajo pedido |
    por encargo`,
  PreOrder: 'pre-order | vorbestellbar | Vorbestellung | reserva | preventa | prepedido',
})

export const CONDITION_WORDS = buildWords<ItemCondition>({
  NewCondition: 'new | neu | nuevo',
  RefurbishedCondition: 'refurbished | generalüberholt | überholt | aufbereitet | reacondicionado',
  UsedCondition: 'used | gebraucht | usado | de segunda mano',
})

export const VISIBILITY_WORDS = buildWords<Visibility>({
  public: `public | visible | published | yes | true | 1 | öffentlich | sichtbar | veröffentlicht | ja | wahr |
    público | publicado | sí | verdadero`,
  unlisted: 'unlisted | not listed | nicht gelistet | nicht aufgelistet | no listado | sin listar',
  hidden: `hidden | invisible | unpublished | private | draft | no | false | 0 | verborgen | versteckt |
    ausgeblendet | unsichtbar | nicht sichtbar | nicht öffentlich | privat | Entwurf | nein | falsch | oculto |
    no visible | no publicado | privado | borrador | falso`,
})

/** Words in `Family` for a product without a family; exports write the first one. */
export const NO_FAMILY_WORDS = ['none', 'no', 'keine', 'nein', 'ninguna', '-'] as const

export function isNoFamily(text: string): boolean {
  return NO_FAMILY_WORDS.some((word) => word === text.trim().toLowerCase())
}

export const DISCONTINUED_WORDS = buildWords<NonNullable<Product['discontinued']> | 'no'>({
  no: 'no | false | 0 | nein | falsch | falso',
  yes: 'yes | true | 1 | discontinued | ja | wahr | ausgelaufen | sí | verdadero | descatalogado',
  page: 'page | notice | Seite | Hinweis | página | aviso',
  redirect: 'redirect | 301 | Weiterleitung | redirección',
  gone: 'gone | 410 | entfernt | eliminado',
})

export const PRICE_DISPLAY_WORDS = buildWords<PriceDisplay>({
  shown: 'shown | show | anzeigen | sichtbar | mostrar',
  from: 'from | lowest | ab | desde',
  hidden: 'hidden | none | verborgen | ausgeblendet | keine | oculto',
  request: 'request | on request | auf Anfrage | a consultar',
})

/** Finds the value of a word, ignoring case and spaces. Names of schema.org are accepted as well. */
export function findByWord<Value extends string>({ valueByWord }: Words<Value>, text: string): Value | undefined {
  return valueByWord.get(fold(text))
}

/** Exports write the first word of each value. */
function buildWords<Value extends string>(wordsByValue: Readonly<Record<Value, string>>): Words<Value> {
  const values = Object.keys(wordsByValue) as Value[]
  const entries = values.map((value) => [value, wordsByValue[value].split(/\s*\|\s*/)] as const)
  return {
    written: Object.fromEntries(entries.map(([value, [first]]) => [value, first])) as Record<Value, string>,
    valueByWord: new Map(
      entries.flatMap(([value, words]) => [value, ...words].map((word) => [fold(word), value] as const)),
    ),
  }
}

function fold(text: string): string {
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '')
}
