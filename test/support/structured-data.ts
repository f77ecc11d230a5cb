import { readGtin } from '../../server/catalog/rules/gtin.ts'

type Entity = Readonly<Record<string, unknown>>

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''
const isAddress = (value: unknown) => isText(value) && /^https?:\/\/[^\s<>]+$/.test(String(value))
const isSchemaAddress = (value: unknown) => isText(value) && /^https:\/\/schema\.org\/\w+$/.test(String(value))
const areAddresses = (value: unknown) => [value].flat().every(isAddress)
const isPrice = (value: unknown) => isText(value) && /^\d+(?:\.\d+)?$/.test(String(value)) && Number(value) > 0
const isCurrency = (value: unknown) => /^[A-Z]{3}$/.test(String(value))
const isTime = (value: unknown) => /^\d\d:\d\d$/.test(String(value))

interface EntityRule {
  readonly required: readonly string[]
  /** Required and optional fields with a check of their values. */
  readonly fields: Readonly<Record<string, ((value: unknown) => boolean) | 'entity'>>
}

const THING = { '@id': isAddress, name: isText, url: isAddress, description: isText, image: areAddresses }
const ORGANIZATION = {
  ...THING,
  logo: isAddress,
  telephone: isText,
  email: isText,
  address: 'entity',
  sameAs: areAddresses,
} as const
const PRODUCT = {
  ...THING,
  sku: isText,
  gtin: (value: unknown) => 'gtin' in readGtin(String(value)),
  mpn: isText,
  brand: 'entity',
  manufacturer: isManufacturer,
  category: isText,
  color: isText,
  size: isText,
  material: isText,
  pattern: isText,
  audience: 'entity',
  weight: 'entity',
  additionalProperty: 'entity',
  offers: 'entity',
} as const

/** What search engines read, by type. */
const RULES: Readonly<Record<string, EntityRule>> = {
  Organization: { required: ['name', 'url'], fields: ORGANIZATION },
  LocalBusiness: { required: ['name', 'address'], fields: { ...ORGANIZATION, openingHoursSpecification: 'entity' } },
  OpeningHoursSpecification: {
    required: ['dayOfWeek', 'opens', 'closes'],
    fields: { dayOfWeek: (value) => [value].flat().every(isSchemaAddress), opens: isTime, closes: isTime },
  },
  PostalAddress: {
    required: ['streetAddress', 'addressLocality', 'addressCountry'],
    fields: { streetAddress: isText, postalCode: isText, addressLocality: isText, addressCountry: isText },
  },
  WebSite: { required: ['name', 'url', 'inLanguage'], fields: { ...THING, inLanguage: isText } },
  BreadcrumbList: {
    required: ['itemListElement'],
    fields: { itemListElement: (value) => arePlaces(value, 'item') && (value as []).length > 1 },
  },
  CollectionPage: {
    required: ['name', 'url', 'inLanguage', 'mainEntity'],
    fields: { ...THING, inLanguage: isText, mainEntity: 'entity' },
  },
  ItemList: { required: ['itemListElement'], fields: { itemListElement: (value) => arePlaces(value, 'url') } },
  // Without an offer, a review or a rating, search engines report an error.
  Product: { required: ['name', 'url', 'offers'], fields: PRODUCT },
  ItemPage: { required: ['name', 'url'], fields: THING },
  ProductGroup: {
    required: ['name', 'productGroupID', 'hasVariant'],
    fields: {
      ...PRODUCT,
      productGroupID: isText,
      hasVariant: 'entity',
      variesBy: (value) => (value as unknown[]).every(isSchemaAddress),
    },
  },
  Brand: { required: ['name'], fields: THING },
  PeopleAudience: { required: ['suggestedGender'], fields: { suggestedGender: isText } },
  QuantitativeValue: {
    required: ['value', 'unitCode'],
    fields: { value: (value) => Number(value) > 0, unitCode: isText, valueReference: 'entity' },
  },
  PropertyValue: { required: ['name', 'value'], fields: { name: isText, value: isText } },
  AggregateOffer: {
    required: ['lowPrice', 'priceCurrency', 'highPrice', 'offerCount'],
    fields: {
      lowPrice: isPrice,
      highPrice: isPrice,
      priceCurrency: isCurrency,
      offerCount: (value) => Number.isInteger(value),
      availability: isSchemaAddress,
    },
  },
  Offer: {
    required: ['price', 'priceCurrency', 'availability', 'itemCondition', 'url'],
    fields: {
      price: isPrice,
      priceCurrency: isCurrency,
      availability: isSchemaAddress,
      itemCondition: isSchemaAddress,
      url: isAddress,
      priceSpecification: 'entity',
    },
  },
  UnitPriceSpecification: {
    required: ['price', 'priceCurrency'],
    fields: { price: isPrice, priceCurrency: isCurrency, priceType: isSchemaAddress, referenceQuantity: 'entity' },
  },
}

/** Only the owner's own organization needs a website. */
function isManufacturer(value: unknown): boolean {
  const { '@type': type, name, address, email, url } = value as Entity
  return (
    type === 'Organization' &&
    isText(name) &&
    [address, email].every((text) => text === undefined || isText(text)) &&
    (url === undefined || isAddress(url))
  )
}

function arePlaces(value: unknown, addressField: 'item' | 'url'): boolean {
  const places = value as Entity[]
  return places.every((place, index) => {
    const before = places[index - 1]
    const follows = before ? place['position'] === Number(before['position']) + 1 : Number(place['position']) >= 1
    return (
      place['@type'] === 'ListItem' &&
      follows &&
      isAddress(place[addressField]) &&
      (addressField === 'url' || isText(place['name']))
    )
  })
}

/** Lists missing, invalid and unknown fields of an entity and those within it. */
export function findFaults(entity: unknown, path = ''): string[] {
  const { '@context': context, '@type': type, ...fields } = entity as Entity
  const place = `${path}${String(type)}`
  const rule = RULES[String(type)]
  if (!rule) return [`${place}: no rule for this type`]
  const faults = rule.required
    .filter((name) => fields[name] === undefined)
    .map((name) => `${place}: ${name} is missing`)
  if (path === '' && context !== 'https://schema.org') faults.push(`${place}: no context`)
  for (const [name, value] of Object.entries(fields)) {
    const check = rule.fields[name]
    if (check === 'entity') faults.push(...[value].flat().flatMap((part) => findFaults(part, `${place}.${name}.`)))
    else if (!check?.(value)) faults.push(`${place}: ${name} is ${JSON.stringify(value)}`)
  }
  return faults
}
