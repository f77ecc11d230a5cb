import type { ItemCondition } from '../../../shared/catalog.ts'

const CONDITIONS: ReadonlyMap<string, ItemCondition> = new Map([
  ['', 'NewCondition'],
  ['new', 'NewCondition'],
  ['refurbished', 'RefurbishedCondition'],
  ['used', 'UsedCondition'],
])

/** @returns undefined where a word in small letters is no condition; a blank one is new */
export function readConditionWord(word: string): ItemCondition | undefined {
  return CONDITIONS.get(word)
}
