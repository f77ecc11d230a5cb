import type { Product, ProductAttribute, ProductOption, ProductVariant } from '../../../shared/catalog.ts'
import { getOwn } from '../../../shared/get-own.ts'
import type { ServerTexts } from '../../../shared/messages/server-texts/en.ts'
import { readNumber, type DecimalSign } from '../../../shared/range-limit.ts'
import { buildSlug } from './build-slug.ts'
import { serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import { memoizeBounded } from '../../platform/memoize-bounded.ts'
import { parseQuantity } from './parse-quantity.ts'
import { decimalSignOf } from './recognise-attribute.ts'
import type { Family } from './find-families.ts'

/** Writes attributes in the page's language. The catalogue and exports keep the owner's texts. */
export interface AttributeTexts {
  /** Translates names of Google's product data, such as 'Size'; others are unchanged. */
  readonly name: (name: string) => string
  /** @param key the slug of the attribute's name */
  readonly value: (key: string, value: string) => string
  readonly labelled: ServerTexts['labelled']
}

/** @param decimals signs by the keys of attributes whose values are numbers with units */
export function createAttributeTexts(
  decimals: ReadonlyMap<string, DecimalSign>,
  language: SiteLanguage,
): AttributeTexts {
  const { googleNames, labelled } = serverTextsFor(language)
  const signs = signsOf(language.locale)
  return {
    labelled,
    name: (name) => getOwn(googleNames, name) ?? name,
    value: (key, value) => {
      const decimal = decimals.get(key)
      if (decimal === undefined || !SEPARATED.test(value)) return value
      return value.replace(LIST_PART, (part) => (parseQuantity(part, decimal) ? rewrite(part, decimal, signs) : part))
    },
  }
}

const SEPARATED = /[.,]\d/

interface NumberSigns {
  readonly decimal: DecimalSign
  /** The sign between groups of three digits. */
  readonly group: string
}

/** @param locale BCP 47; one with other digits, such as ar-EG, gets the signs of ASCII digits */
const signsOf: (locale: string) => NumberSigns = memoizeBounded((locale) => {
  const decimal = decimalSignOf(locale)
  const group = new Intl.NumberFormat(locale).formatToParts(1e6).find(({ type }) => type === 'group')?.value ?? ''
  return { decimal, group: /^[.,'’\s]$/.test(group) ? group : decimal === '.' ? ',' : '.' }
})

/** Matches one part of a value, which may be a list with semicolons. */
const LIST_PART = /[^;]+/g

const NUMBER = /(?:\d(?:[.,]?\d)*|(?<![\d.,])\.\d+)/g

/** Replaces decimal and group signs. All digits stay, because the owner chose the precision. */
function rewrite(text: string, decimal: DecimalSign, shown: NumberSigns): string {
  return text.replace(NUMBER, (number) => {
    const count = number.match(/[.,]/g)?.length
    // A value may differ from most, such as '5,3 mm' among '5.25 mm'.
    const hasFraction = !/^[1-9]/.test(number) || readNumber(number, decimal) !== Number(number.replace(/[.,]/g, ''))
    let place = 0
    return number.replace(/[.,]/g, () => (++place === count && hasFraction ? shown.decimal : shown.group))
  })
}

/** Returns the key of filters and columns: the slug of the name in the first language. */
export function keyOfAttribute({
  name,
  original,
}: Pick<ProductAttribute | ProductOption, 'name' | 'original'>): string {
  return buildSlug(original?.name ?? name)
}

/** Returns a function that writes option values, given the option's index, in the page's language. */
export function createOptionWriter(
  options: Product['options'],
  texts: AttributeTexts,
): (value: string, index: number) => string {
  const keys = options.map(keyOfAttribute)
  return (value, index) => texts.value(keys[index] ?? '', value)
}

/** Writes attributes, options and variants in the page's language. */
export function showAttributes<Shown extends Pick<Product, 'attributes' | 'options' | 'variants'>>(
  product: Shown,
  texts: AttributeTexts,
): Shown {
  const writeOption = createOptionWriter(product.options, texts)
  const showVariant = (variant: ProductVariant) => ({
    ...variant,
    optionValues: variant.optionValues.map(writeOption),
  })
  const [first, ...others] = product.variants
  return {
    ...product,
    attributes: product.attributes.map((attribute) => ({
      ...attribute,
      name: texts.name(attribute.name),
      value: texts.value(keyOfAttribute(attribute), attribute.value),
    })),
    ...(product.options.length > 0 && {
      options: product.options.map((option, index) => ({
        ...option,
        name: texts.name(option.name),
        values: option.values.map((value) => writeOption(value, index)),
      })),
      variants: [showVariant(first), ...others.map(showVariant)],
    }),
  }
}

/** Writes a family's sizes in the page's language. */
export function showFamilySizes(family: Family, texts: AttributeTexts): Family {
  const axes = family.axes.map(({ name, values }) => {
    const key = buildSlug(name)
    return { name: texts.name(name), values: values.map((value) => texts.value(key, value)) }
  })
  return { ...family, axes }
}

const keyOf = memoizeBounded(buildSlug)

/**
 * Creates a function that returns a product's attributes and options as cells.
 * @param keys keys of the columns; the cell of a missing attribute is ''
 */
export function createCellWriter(
  keys: readonly string[],
): (product: Pick<Product, 'attributes' | 'options'>) => readonly string[] {
  return ({ attributes, options }) => {
    const values = new Map<string, Set<string>>()
    for (const [name, value] of [
      ...attributes.map(({ name, value, original }) => [original?.name ?? name, value] as const),
      ...options.map(({ name, values: each, original }) => [original?.name ?? name, each.join(', ')] as const),
    ]) {
      const key = keyOf(name)
      values.set(key, (values.get(key) ?? new Set()).add(value))
    }
    return keys.map((key) => [...(values.get(key) ?? [])].join('; '))
  }
}
