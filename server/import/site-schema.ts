import * as z from 'zod'
import { DISCONTINUED_MODES, PRICE_DISPLAYS } from '../../shared/catalog.ts'
import { DAYS_OF_WEEK, MISSING_MODES, type PriceNotes } from '../../shared/site.ts'
import { FAMILY_MODES } from '../../shared/listing-query.ts'
import { languageKey } from '../../shared/languages.ts'
import { createTexts } from '../../shared/messages/en.ts'
import { serverTextsFor } from '../platform/language.ts'
import { isSystemFont, SYSTEM_FONTS } from '../catalog/rules/fonts.ts'
import { isHttpsAddress, isLinkTarget } from './cells.ts'
import { isCurrency } from './prices.ts'
import { LIMITS } from './draft-product.ts'

const TEXT = 'must be a text; those in further languages are in "translations"'

const text = (maxLength: number) =>
  z.string(TEXT).trim().min(1, 'must not be empty').max(maxLength, `has more than ${maxLength} characters`)

/** A setting whose default is not stored; null resets it. */
const resettable = <Schema extends z.ZodType>(schema: Schema) =>
  schema
    .nullable()
    .transform((value) => value ?? undefined)
    .optional()

const href = z.string().trim().refine(isLinkTarget, 'must be a path of this site or an https address')

const link = z.strictObject({ label: text(60), href })

const httpsAddress = z.string().trim().refine(isHttpsAddress, 'must be an https address')

const color = z
  .string()
  .trim()
  .regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as #9a3f1f')
  .transform((value) => (value.length === 4 ? value.replace(/[0-9a-f]/gi, '$&$&') : value).toLowerCase())

const focus = z
  .string()
  .trim()
  .regex(
    /^(?:100|\d{1,2})% +(?:100|\d{1,2})%$/,
    'must be two percentages such as "70% 40%", from the left and the upper edge of the picture',
  )
  .transform((value) => value.replace(/ +/, ' '))

const font = z
  .string()
  .trim()
  .refine(
    (value) => isSystemFont(value) || (/^[^/\\][^\\]*\.woff2$/i.test(value) && !value.split('/').includes('..')),
    `must be a WOFF2 file beside site.json such as "fonts/text.woff2", or one of ${Object.keys(SYSTEM_FONTS).join(', ')}`,
  )

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$|^24:00$/, 'must be a time such as 09:30')

const address = z.strictObject({
  streetAddress: text(200),
  postalCode: text(20),
  addressLocality: text(100),
  addressCountry: z
    .string()
    .refine(
      (code) => /^[A-Z]{2}$/.test(code) && isKnown('region', code),
      'must be the two capital letters of a country, such as DE',
    ),
})

const openingHours = z
  .strictObject({
    days: z.array(z.enum(DAYS_OF_WEEK, 'must be a day such as Monday')).min(1, 'must contain at least one day'),
    opens: time,
    closes: time,
  })
  // Opening hours may end after midnight, but must not be empty.
  .refine(({ opens, closes }) => opens !== closes, {
    path: ['closes'],
    message: 'must differ from the time in "opens"',
  })

/** A language tag (BCP 47), in its usual spelling. */
const language = z
  .string()
  .refine((tag) => isKnown('language', tag), 'must be a language such as en or de-AT')
  .transform((value) => new Intl.Locale(value).toString())

const ownText = text(1_000)

const form = ownText.optional()

const pluralForms = z.strictObject({ zero: form, one: form, two: form, few: form, many: form, other: ownText })

function listKeys(texts: object, path = ''): readonly string[] {
  return Object.entries(texts).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'object' && text !== null ? listKeys(text, `${path}${name}.`) : [path + name],
  )
}

const WORDING_KEYS = new Set([...listKeys(createTexts(String)), ...listKeys(serverTextsFor({ locale: 'en' }))])

const wording = z
  .record(
    z.string(),
    z.union([ownText, pluralForms], 'must be a text, or texts by plural form such as { "one": …, "other": … }'),
  )
  .superRefine((texts, context) => {
    const message = 'is no text of the interface; shared/messages/en.ts has their keys'
    for (const key of Object.keys(texts))
      if (!WORDING_KEYS.has(key)) context.addIssue({ code: 'custom', path: [key], message })
  })

const ownWording = resettable(wording.transform((texts) => (Object.keys(texts).length > 0 ? texts : null)))

const alt = z.string().trim().max(LIMITS.alt)

/** The texts of the settings in a further language, in the shape in which they are stored. */
const translation = z.strictObject({
  name: resettable(text(100)),
  description: resettable(text(500)),
  logoAlt: resettable(alt),
  hero: resettable(z.strictObject({ title: text(150), text: text(500), imageAlt: alt, link: text(60) }).partial()),
  navigation: resettable(z.record(href, text(60))),
  priceNotes: resettable(z.strictObject({ tax: text(100), delivery: text(100) }).partial()),
  wording: ownWording,
})

export const TRANSLATED_SETTINGS = Object.keys(translation.shape) as (keyof typeof translation.shape)[]

/** An import builds a search index for each language. */
const LANGUAGES_MAX = 20

export const siteSchema = z.strictObject({
  name: text(100).optional(),
  description: text(500).nullish(),
  pageTitles: z.enum(['own', 'site'], 'must be "own" or "site"').optional(),
  locale: language.optional(),
  languages: z
    .array(language, 'must be a list such as ["en", "de"]')
    .min(1, 'must contain at least one language')
    .max(LANGUAGES_MAX, `has more than ${LANGUAGES_MAX} languages`)
    .refine((tags) => new Set(tags).size === tags.length, 'must not contain a language twice')
    .optional(),
  translations: z.record(z.string().transform(languageKey), translation).optional(),
  wording: ownWording,
  currency: z.string().refine(isCurrency, 'must be a currency such as EUR').optional(),
  timeZone: z.string().refine(isTimeZone, 'must be a time zone such as Europe/Berlin').optional(),
  contact: z
    .strictObject({
      email: z.email('must be an e-mail address').nullish(),
      phone: text(50).nullish(),
      address: address.nullish(),
      openingHours: z.array(openingHours).max(20).optional(),
    })
    .optional(),
  navigation: z.array(link).max(12, 'has more than 12 links').nullish(),
  hero: z
    .strictObject({
      title: text(150),
      text: text(500).nullable().default(null),
      image: text(500).nullable().default(null),
      imageAlt: alt.nullish(),
      focus: focus.nullish(),
      link: link.nullable().default(null),
    })
    .nullish(),
  logo: text(500).nullish(),
  logoAlt: alt.nullish(),
  accentColor: color.nullish(),
  paperColor: resettable(color),
  inkColor: resettable(color),
  fonts: z.strictObject({ display: font.nullish(), text: font.nullish() }).nullish(),
  sameAs: z.array(httpsAddress).max(20, 'has more than 20 addresses').optional(),
  discontinuedProducts: resettable(z.enum(DISCONTINUED_MODES, 'must be "page", "redirect" or "gone"')),
  missingProducts: resettable(z.enum(MISSING_MODES, 'must be "unpublish", "discontinue" or "keep"')),
  families: resettable(z.enum(FAMILY_MODES, 'must be "rows" or "products"')),
  prices: resettable(z.enum(PRICE_DISPLAYS, `must be one of ${PRICE_DISPLAYS.join(', ')}`)),
  priceNotes: resettable(
    z
      .strictObject({
        tax: text(100).nullish(),
        delivery: text(100).nullish(),
        deliveryLink: href.nullish(),
      })
      .transform(pickPriceNotes),
  ),
  googleFeed: z.boolean('must be true or false').optional(),
  partLists: z.boolean('must be true or false').optional(),
  keepRemotePictures: z.boolean('must be true or false').optional(),
})

export type SiteSettings = z.infer<typeof siteSchema>

/** Blank notes count as not set. */
function pickPriceNotes(notes: { readonly [Key in keyof PriceNotes]: PriceNotes[Key] | null }): PriceNotes | null {
  const set = Object.entries(notes).filter(([, text]) => text)
  return set.length > 0 ? Object.fromEntries(set) : null
}

function isTimeZone(value: string): boolean {
  return isAccepted(() => new Intl.DateTimeFormat('en', { timeZone: value }))
}

function isKnown(type: 'language' | 'region', code: string): boolean {
  return isAccepted(() => new Intl.DisplayNames('en', { type, fallback: 'none' }).of(code))
}

/** Intl throws a RangeError for text that cannot be a name. */
function isAccepted(find: () => unknown): boolean {
  try {
    return find() !== undefined
  } catch {
    return false
  }
}
