import { SYNONYM_MAX_WORDS, type SynonymEntry } from '../rules/synonyms.ts'
import type { Language } from './language.ts'
import { splitWords, foldValue } from './words.ts'

/** A synonym, split into words. */
export type Phrase = readonly string[]

/** Each synonym takes as long as another word. */
const SYNONYMS_PER_SEARCH_MAX = 24

/** Too many keys begin with a shorter text. */
const COMPLETED_MIN_LENGTH = 2

/** A stored entry: texts of which each finds all others. The key of a text is the stems of its words. */
export interface SynonymGroup {
  readonly found: readonly { readonly key: string; readonly phrase: Phrase }[]
}

/** Encodes synonyms for `Synonyms`. They are split into words here, because it would take too long during a search. */
export function encodeSynonyms(entries: readonly SynonymEntry[], language: Language): Uint8Array {
  const keyOf = (text: string) => toKey(splitWords(text), language)
  const groups = entries.map(({ word, synonyms }): SynonymGroup => ({
    found: [word, ...synonyms].map((text) => ({ key: keyOf(text), phrase: splitSynonym(text, language) })),
  }))
  return Buffer.from(JSON.stringify(groups))
}

/** Finds synonyms by the stems of words. */
export class Synonyms {
  readonly #language: Language
  /** Stems of all words of texts that have synonyms. */
  readonly #stems = new Set<string>()
  readonly #groups = new Map<string, SynonymGroup[]>()

  /** @param language the one that was given to `encodeSynonyms` */
  constructor(groups: readonly SynonymGroup[], language: Language) {
    this.#language = language
    for (const group of groups) {
      for (const { key } of group.found) {
        for (const stem of key.split(' ')) this.#stems.add(stem)
        const others = this.#groups.get(key)
        if (others) others.push(group)
        else this.#groups.set(key, [group])
      }
    }
  }

  /** Returns whether a word, or a phrase with it, has synonyms. */
  has(word: string): boolean {
    return this.#stems.has(this.#language.stem(word))
  }

  findOf(word: string): readonly Phrase[] {
    return this.find([word]).get(this.#language.stem(word)) ?? []
  }

  /**
   * Finds the synonyms of words and of phrases of successive words.
   * @param isSuggesting whether the last word may be incomplete
   * @returns by the stem of each word; synonyms of a phrase are listed for all its words
   */
  find(words: readonly string[], isSuggesting = false): ReadonlyMap<string, readonly Phrase[]> {
    const byStem = new Map<string, Phrase[]>()
    if (this.#groups.size === 0) return byStem
    const stems = words.map((word) => this.#language.stem(word))
    let count = 0
    for (let from = 0; from < stems.length; from++) {
      for (let to = from + 1; to <= Math.min(stems.length, from + SYNONYM_MAX_WORDS); to++) {
        const run = new Set(stems.slice(from, to))
        for (const phrase of this.#listOf(stems.slice(from, to).join(' '), isSuggesting && to === stems.length)) {
          for (const stem of run) {
            const phrases = byStem.get(stem) ?? []
            if (phrases.includes(phrase)) continue
            if (++count > SYNONYMS_PER_SEARCH_MAX) return byStem
            phrases.push(phrase)
            byStem.set(stem, phrases)
          }
        }
      }
    }
    return byStem
  }

  /** Lists the synonyms of a key or, if it is incomplete, of all keys that begin with it. */
  *#listOf(key: string, isIncomplete: boolean): Generator<Phrase> {
    if (!isIncomplete || key.length < COMPLETED_MIN_LENGTH) return yield* this.#listOfKey(key)
    for (const longer of this.#groups.keys()) if (longer.startsWith(key)) yield* this.#listOfKey(longer)
  }

  *#listOfKey(key: string): Generator<Phrase> {
    for (const { found } of this.#groups.get(key) ?? [])
      for (const synonym of found) if (synonym.key !== key) yield synonym.phrase
  }
}

function toKey(words: readonly string[], language: Language): string {
  return words.map((word) => language.stem(word)).join(' ')
}

/** Splits a synonym into the words that a product must have: no stop words if there are others. */
function splitSynonym(text: string, language: Language): Phrase {
  const words = splitWords(text)
  const important = words.filter((word) => !language.isStopWord(word))
  return important.length > 0 ? important : words
}

/**
 * Words that mean the same in nearly every shop, by language, with `|` between the groups. Others belong in an owner's
 * `synonyms.csv`.
 */
const GROUPS: Readonly<Record<string, string>> = {
  en: `
    laptop, notebook | tv, television | refrigerator, fridge | mobile phone, cell phone, smartphone |
    hard drive, hard disk, hdd | ssd, solid state drive | usb stick, flash drive, pen drive, thumb drive |
    memory card, sd card | earphones, earbuds | ps4, playstation 4 | ps5, playstation 5 | wi-fi, wifi, wlan |
    adapter, adaptor | vacuum cleaner, hoover | cooktop, hob | stove, cooker | faucet, tap | flashlight, torch |
    wrench, spanner | hex key, allen key, hexagon key | hex bolt, hexagon bolt, hex head screw, hexagon head screw |
    countersunk screw, flat head screw | stainless steel, inox | extension cord, extension lead, extension cable |
    sofa, couch, settee | wardrobe, armoire | nightstand, bedside table | chest of drawers, dresser | rug, carpet |
    curtain, drape | cutlery, flatware, silverware | duvet, comforter | picture frame, photo frame |
    trash can, garbage can, waste bin, dustbin | barbecue, bbq | diaper, nappy | stroller, pushchair, pram, buggy |
    crib, cot | pacifier, soother | sweater, jumper, pullover | trousers, pants | sneakers, trainers | t-shirt, tee |
    swimsuit, bathing suit | handbag, purse | raincoat, rain jacket | bathrobe, dressing gown |
    glasses, spectacles, eyeglasses | jewelry, jewellery | backpack, rucksack | bicycle, bike |
    motorcycle, motorbike | cookie, biscuit | candy, sweets | aluminum, aluminium | gray, grey | color, colour |
    tire, tyre | fiber, fibre | theater, theatre`,
  de: `
    laptop, notebook | fernseher, tv, fernsehgerät | handy, smartphone, mobiltelefon | festplatte, hdd |
    usb-stick, speicherstick | speicherkarte, sd-karte | wlan, wi-fi, wifi | spülmaschine, geschirrspüler |
    föhn, fön, haartrockner | rasierer, rasierapparat | druckerpatrone, tintenpatrone |
    steckdosenleiste, mehrfachsteckdose | lampe, leuchte | glühbirne, leuchtmittel, glühlampe |
    schraubenzieher, schraubendreher | inbusschlüssel, innensechskantschlüssel | akkuschrauber, akkubohrschrauber |
    unterlegscheibe, beilagscheibe | edelstahl, inox | sofa, couch | vorhang, gardine | tischdecke, tischtuch |
    topf, kochtopf | mülleimer, abfalleimer | grill, barbecue, bbq | kinderwagen, buggy | schnuller, nuckel |
    pullover, pulli, sweater | turnschuhe, sneaker | rucksack, backpack | fahrrad, bike, velo | kekse, plätzchen |
    orange, apfelsine | kartoffel, erdapfel | brötchen, semmel | sahne, rahm`,
}

/** Lists the built-in synonyms of a locale (BCP 47), except groups with a word for which the owner lists synonyms. */
export function listCommonSynonyms(locale: string, owned: readonly SynonymEntry[]): readonly SynonymEntry[] {
  const known = new Set(owned.flatMap(({ word, synonyms }) => [word, ...synonyms].map(foldValue)))
  return (GROUPS[new Intl.Locale(locale).language] ?? '').split('|').flatMap((group) => {
    const [word = '', ...synonyms] = group.split(',').map((text) => text.trim())
    if (word === '' || [word, ...synonyms].some((text) => known.has(foldValue(text)))) return []
    return [{ word, synonyms }]
  })
}
