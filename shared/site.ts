import type { StoredImage, DiscontinuedMode, PriceDisplay, Translations, SiteLink } from './catalog.ts'
import type { FamilyMode } from './listing-query.ts'
import type { Wording } from './messages/wording.ts'

/** What an import with `--prune` does with products that are missing from the file. */
export const MISSING_MODES = ['unpublish', 'discontinue', 'keep'] as const
export type MissingMode = (typeof MISSING_MODES)[number]

export interface PostalAddress {
  readonly streetAddress: string
  readonly postalCode: string
  readonly addressLocality: string
  /** Country code (ISO 3166-1 alpha-2). */
  readonly addressCountry: string
}

export const DAYS_OF_WEEK = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'] as const
export type DayOfWeek = (typeof DAYS_OF_WEEK)[number]

export interface OpeningHours {
  readonly days: readonly DayOfWeek[]
  /** 'HH:MM' in the site's time zone. */
  readonly opens: string
  readonly closes: string
}

/** A manufacturer or the person responsible for its products, from `companies.csv`. */
export interface Company {
  readonly name: string
  readonly address?: string
  readonly email?: string
  /** An `https` URL. */
  readonly website?: string
  readonly phone?: string
}

export interface Contact {
  readonly email: string | null
  readonly phone: string | null
  readonly address: PostalAddress | null
  readonly openingHours: readonly OpeningHours[]
}

export interface Hero {
  readonly title: string
  readonly text: string | null
  readonly image: StoredImage | null
  /** The part of the picture that cropping keeps, as `object-position`. The default is the centre. */
  readonly focus?: string
  readonly link: SiteLink | null
  readonly lang?: string
}

interface StoredFont {
  /** Hexadecimal SHA-256 of the bytes. */
  readonly hash: string
  readonly weights?: readonly [number, number]
  /** It is computed when the site is loaded, and not stored. */
  readonly fallback?: FallbackFace
}

/** How Arial is scaled to take as much room as another font: its size, and its measures in thousandths of this size. */
export interface FallbackFace {
  readonly size: number
  readonly ascent: number
  readonly descent: number
  readonly lineGap: number
}

export type SiteFont = StoredFont | 'serif' | 'sans-serif' | 'monospace' | 'system-ui'

export type PageLinkPlace = 'footer' | 'menu'

/** The role of a page that the site itself links to. For example, the enquiry form links to the privacy page. */
export type PageRole = 'imprint' | 'privacy'

export interface OwnerPage {
  readonly slug: string
  readonly title: string
  /** For search engines. If null, they get the beginning of the text. */
  readonly description: string | null
  readonly links: readonly PageLinkPlace[]
  readonly role: PageRole | null
  /** Sorts the pages. Pages with null follow those with a position. */
  readonly position: number | null
  /** Sanitised HTML. */
  readonly html: string
  readonly markdown: string
  readonly formerSlugs?: readonly string[]
  readonly lang?: string
}

export interface SiteTranslation {
  readonly name?: string | undefined
  readonly description?: string | undefined
  readonly wording?: Wording | undefined
  readonly logoAlt?: string | undefined
  readonly priceNotes?: Pick<PriceNotes, 'tax' | 'delivery'> | undefined
  readonly hero?: { readonly [Text in 'title' | 'text' | 'imageAlt' | 'link']?: string | undefined } | undefined
  readonly navigation?: Readonly<Record<string, string>> | undefined
  readonly aboutHtml?: string | undefined
  readonly aboutMarkdown?: string | undefined
  readonly pages?: readonly OwnerPage[] | undefined
}

export interface PriceNotes {
  readonly tax?: string | undefined
  readonly delivery?: string | undefined
  /** A path of this site or an `https` URL. */
  readonly deliveryLink?: string | undefined
  /** Languages of the notes that are not translated. They are computed and not stored. */
  readonly langs?: Partial<Readonly<Record<'tax' | 'delivery', string>>>
}

export interface Site {
  readonly name: string
  /** If null, pages use the site's name (requirement 1.5). */
  readonly description: string | null
  /** With `site`, every page has the site's name as title and description. The default is `own`. */
  readonly pageTitles?: 'own' | 'site'
  readonly locale: string
  /** Interface texts that the owner wrote instead of Vitrine's. */
  readonly wording?: Wording | undefined
  /** ISO 4217 code, also used for imported prices without a currency. */
  readonly currency: string
  readonly timeZone: string
  /** Settings whose default value the owner has chosen explicitly. */
  readonly confirmedDefaults?: readonly ('name' | 'locale' | 'currency' | 'timeZone' | 'navigation')[] | undefined
  readonly contact: Contact
  readonly navigation: readonly SiteLink[]
  readonly hero: Hero | null
  readonly logo: StoredImage | null
  /** A colour as `#rrggbb`; null for Vitrine's default. */
  readonly accentColor: string | null
  /** Background and text colours of the light theme as `#rrggbb`. Undefined means Vitrine's defaults. */
  readonly paperColor?: string | undefined
  readonly inkColor?: string | undefined
  /** Fonts of headings and names, and of all other texts. Undefined means Vitrine's defaults. */
  readonly fonts?: { readonly display?: SiteFont; readonly text?: SiteFont } | undefined
  readonly sameAs: readonly string[]
  readonly hasGoogleFeed: boolean
  /** Whether the contact page always has the form for lists of part numbers, and not only after one was pasted. */
  readonly partLists?: boolean
  /** Whether remote pictures are linked instead of being fetched and stored. */
  readonly keepRemotePictures?: boolean
  /** The default is 'page'. */
  readonly discontinuedProducts?: DiscontinuedMode | undefined
  /** The default is 'unpublish'. */
  readonly missingProducts?: MissingMode | undefined
  /** The default is 'products'. */
  readonly families?: FamilyMode | undefined
  readonly priceNotes?: PriceNotes | undefined
  /** The default is 'shown'. */
  readonly prices?: PriceDisplay | undefined
  /** Sanitised HTML. */
  readonly aboutHtml: string | null
  readonly aboutMarkdown: string | null
  readonly pages: readonly OwnerPage[]
  /** Language tags (BCP 47), if there are several. Texts without a translation are in the first language. */
  readonly languages?: readonly string[] | undefined
  readonly translations?: Translations<SiteTranslation> | undefined
  /** The prefix of page paths in a further language, such as '/de'. It is computed and not stored. */
  readonly base?: string | undefined
  /** Language of the about page if it is not translated. It is computed and not stored. */
  readonly aboutLang?: string | undefined
}
