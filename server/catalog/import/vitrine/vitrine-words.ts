import type { Availability, ItemCondition, Visibility } from '../../../../shared/catalog.ts'

/** As sheets write it. */
export const AVAILABILITY_WORDS: Readonly<Record<Availability, string>> = {
  InStock: 'in stock',
  OutOfStock: 'out of stock',
  BackOrder: 'back order',
  PreOrder: 'pre-order',
}

export const CONDITION_WORDS: Readonly<Record<ItemCondition, string>> = {
  NewCondition: 'new',
  RefurbishedCondition: 'refurbished',
  UsedCondition: 'used',
}

export const VISIBILITY_WORDS: Readonly<Record<Visibility, string>> = { public: 'public', unlisted: 'unlisted', hidden: 'hidden' }

/** The value that a word stands for, however it is spaced or capitalised; schema.org's own names do as well. */
export function findByWord<Value extends string>(words: Readonly<Record<Value, string>>, text: string): Value | undefined {
  const wanted = fold(text)
  return (Object.keys(words) as Value[]).find((value) => fold(words[value]) === wanted || fold(value) === wanted)
}

function fold(text: string): string {
  return text.toLowerCase().replace(/[^a-z]/g, '')
}
