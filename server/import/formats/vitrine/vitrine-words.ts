import type { Availability, ItemCondition, PriceDisplay, Product, Visibility } from '../../../../shared/catalog.ts'
import { foldText } from '../../../../shared/slug.ts'
import { NO_WORDS, YES_WORDS } from '../../cells.ts'

const YES = YES_WORDS.join(' | ')
const NO = NO_WORDS.join(' | ')

export interface Words<Value extends string> {
  readonly written: Readonly<Record<Value, string>>
  readonly valueByWord: ReadonlyMap<string, Value>
}

export const AVAILABILITY_WORDS = buildWords<Availability>({
  InStock: `in stock | available | auf Lager | lieferbar | sofort lieferbar | vorrätig | verfügbar | sofort verfügbar |
    en existencias | en stock | disponible | ${YES}`,
  OutOfStock: `out of stock | sold out | unavailable | not available | nicht auf Lager | nicht lieferbar |
    nicht vorrätig | nicht verfügbar | ausverkauft | vergriffen | agotado | sin existencias | sin stock |
    no disponible | ${NO}`,
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
  public: `public | published | öffentlich | sichtbar | veröffentlicht | público | publicado | ${YES}`,
  unlisted: 'unlisted | not listed | nicht gelistet | nicht aufgelistet | no listado | sin listar',
  hidden: `hidden | invisible | unpublished | private | draft | verborgen | versteckt | ausgeblendet | unsichtbar |
    nicht sichtbar | nicht öffentlich | privat | Entwurf | oculto | no visible | no publicado | privado | borrador | ${NO}`,
})

/** Words in `Family` for a product without a family; exports write the first one. */
export const NO_FAMILY_WORDS = ['none', 'no', 'keine', 'nein', 'ninguna', '-'] as const

export function isNoFamily(text: string): boolean {
  return NO_FAMILY_WORDS.some((word) => word === text.trim().toLowerCase())
}

export const FEATURED_WORDS = buildWords<'no' | 'yes'>({ no: NO, yes: YES })

export const DISCONTINUED_WORDS = buildWords<NonNullable<Product['discontinued']> | 'no'>({
  no: NO,
  yes: `${YES} | discontinued | ausgelaufen | descatalogado`,
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
  return foldText(text).replace(/[^\p{L}\p{N}]/gu, '') || text.trim()
}
