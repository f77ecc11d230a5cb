import type { Product, ProductVariant } from '../../shared/catalog.ts'
import { foldText } from '../../shared/slug.ts'
import { LANGUAGES } from '../../shared/messages/messages.ts'
import type { ServerTexts } from '../../shared/messages/server-texts/en.ts'
import { serverTextsFor } from '../base/language.ts'
import { memoizeBounded } from '../base/memoize-bounded.ts'

type DescriptiveProperty = 'color' | 'size' | 'material' | 'pattern' | 'suggestedGender' | 'suggestedAge'

/** Names of options and attributes for each schema.org property, besides those that pages give to Google's attributes. */
const NAMES: Readonly<Record<DescriptiveProperty, readonly string[]>> = {
  color: ['color', 'colour', 'Farbe', 'Farbton'],
  size: ['size', 'Größe', 'Groesse', 'talla', 'tamaño'],
  material: ['material', 'Werkstoff'],
  pattern: ['pattern', 'Muster', 'estampado', 'patrón'],
  suggestedGender: ['gender', 'Geschlecht', 'género', 'sexo'],
  suggestedAge: ['age group', 'Altersgruppe', 'grupo de edad'],
}

/** The names that an import of Google's product data gives to the properties. */
const GOOGLE_NAMES: Readonly<Record<DescriptiveProperty, keyof ServerTexts['googleNames']>> = {
  color: 'Color',
  size: 'Size',
  material: 'Material',
  pattern: 'Pattern',
  suggestedGender: 'Gender',
  suggestedAge: 'Age group',
}

const translations = LANGUAGES.map((locale) => serverTextsFor({ locale }).googleNames)

const PROPERTY_BY_NAME = new Map(
  Object.entries(NAMES).flatMap(([property, names]) =>
    [...names, ...translations.map((texts) => texts[GOOGLE_NAMES[property as DescriptiveProperty]])].map((name) => [
      foldText(name),
      property as DescriptiveProperty,
    ]),
  ),
)

const foldName = memoizeBounded((name) =>
  foldText(name)
    .replace(/[\s_-]+/g, ' ')
    .trim(),
)

/** Returns the schema.org property that the name of an option or attribute stands for, if any. */
export function findDescriptiveProperty(name: string): DescriptiveProperty | undefined {
  return PROPERTY_BY_NAME.get(foldName(name))
}

/** Returns the schema.org properties of a variant, from its option values or, failing that, from the product's attributes. */
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
