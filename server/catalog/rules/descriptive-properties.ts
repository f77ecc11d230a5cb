import type { Product, ProductVariant } from '../../../shared/catalog.ts'
import { foldText } from '../../../shared/slug.ts'
import { LANGUAGES } from '../../../shared/messages/messages.ts'
import type { GoogleName } from '../../../shared/messages/server-texts/en.ts'
import { serverTextsFor } from '../../platform/language.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'

type DescriptiveProperty = 'color' | 'size' | 'material' | 'pattern' | 'suggestedGender'

/** Names that stand for a schema.org property: the name in Google's product data, whose translations count too, and others. */
const NAMES: Readonly<Record<DescriptiveProperty, readonly [googleName: GoogleName, ...others: string[]]>> = {
  color: ['Color', 'colour', 'Farbton'],
  size: ['Size', 'Groesse', 'tamaño'],
  material: ['Material', 'Werkstoff'],
  pattern: ['Pattern', 'patrón'],
  suggestedGender: ['Gender', 'género'],
}

const translations = LANGUAGES.map((locale) => serverTextsFor({ locale }).googleNames)

const PROPERTY_BY_NAME = new Map(
  (Object.keys(NAMES) as DescriptiveProperty[]).flatMap((property) => {
    const [googleName, ...others] = NAMES[property]
    const names = [...others, ...translations.map((names) => names[googleName])]
    return names.map((name) => [foldText(name), property] as const)
  }),
)

const foldName = memoizeBounded((name) =>
  foldText(name)
    .replace(/[\s_-]+/g, ' ')
    .trim(),
)

export function findDescriptiveProperty(name: string): DescriptiveProperty | undefined {
  return PROPERTY_BY_NAME.get(foldName(name))
}

/** Returns a variant's schema.org properties, from its options or else the product's attributes. */
export function describeVariant(
  product: Pick<Product, 'options' | 'attributes'>,
  variant: ProductVariant,
): Partial<Record<DescriptiveProperty, string>> {
  const described: Partial<Record<DescriptiveProperty, string>> = {}
  const named = [
    ...product.options.map(({ name }, index) => ({ name, value: variant.optionValues[index] })),
    ...product.attributes,
  ]
  for (const { name, value } of named) {
    const property = findDescriptiveProperty(name)
    if (property && value && described[property] === undefined) described[property] = value
  }
  return described
}
