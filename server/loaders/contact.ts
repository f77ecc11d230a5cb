import type { DayOfWeek, OpeningHours, Site } from '../../shared/catalog.ts'
import { CONTACT_PATH, readReference } from '../../shared/enquiry-fields.ts'
import type { EnquiryLookup, Frame, PageDataByRoute, PageHead } from '../../shared/page-data.ts'
import { chooseFirstPicture } from '../../shared/shown-catalog.ts'
import type { CatalogStore } from '../store/catalog-store.ts'
import type { EnquiryStore } from '../enquiries/enquiry-store.ts'
import { messagesFor } from '../language.ts'
import { buildCard } from './cards.ts'
import type { Loader } from './loader.ts'
import { buildNamedHead } from './page-head.ts'

const TYPED_MAX_LENGTH = 40

export const loadContact: Loader<'contact'> = async ({ store, enquiries, query }) => {
  const slug = query.get('product')
  const key = query.get('variant')
  const typed = query.get('reference')?.trim().slice(0, TYPED_MAX_LENGTH)
  const sentReference = readReference(query.get('sent') ?? '') ?? null
  const [site, product, chosenVariant, lookup] = await Promise.all([
    store.readSite(),
    slug ? store.findProductCard(slug) : undefined,
    slug && key ? findVariant(store, slug, key) : undefined,
    typed ? lookUp(enquiries, typed) : null,
  ])
  const card = product ? { ...buildCard(product, site), sku: product.sku, variant: null, ...chosenVariant } : null
  const data = { product: card, ...formatContact(site), returned: null, sentReference, lookup }
  // Only the sender may see an enquiry's reference.
  const isPrivate = query.has('reference') || query.has('sent')
  return { data, head: buildContactHead(site, isPrivate ? 'noindex' : 'index'), ...(isPrivate ? { isPrivate } : {}) }
}

export function buildContactHead(site: Frame['site'], robots?: PageHead['robots']): PageHead {
  return buildNamedHead(site, CONTACT_PATH, messagesFor(site.locale).contact, { ...(robots && { robots }) })
}

async function findVariant(store: Pick<CatalogStore, 'findProduct'>, slug: string, key: string) {
  const product = await store.findProduct(slug)
  const variant = product?.variants.find((candidate) => candidate.key === key)
  if (!product || !variant) return undefined
  return {
    variant: { key, name: variant.optionValues.join(' / ') },
    sku: variant.sku,
    image: chooseFirstPicture(product, key),
  }
}

async function lookUp(enquiries: Pick<EnquiryStore, 'findStatus'>, typed: string): Promise<EnquiryLookup> {
  const reference = readReference(typed)
  const status = reference === undefined ? undefined : await enquiries.findStatus(reference)
  return { typed, status: status ?? null }
}

const DAYS: readonly DayOfWeek[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

const A_MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * Formats country and opening hours in the site's locale. The server does it, because browsers format them differently and
 * creating the formatters is slow.
 */
export function formatContact({
  contact,
  locale,
}: Pick<Site, 'contact' | 'locale'>): Pick<PageDataByRoute['contact'], 'country' | 'openingHours'> {
  const { address, openingHours } = contact
  return {
    country: address ? (new Intl.DisplayNames(locale, { type: 'region' }).of(address.addressCountry) ?? null) : null,
    openingHours: openingHours.map(({ days, ...times }) => ({
      days: formatDays(days, locale),
      times: formatTimes(times, locale),
    })),
  }
}

/** Formats consecutive days as a range, others as a list. */
function formatDays(days: readonly DayOfWeek[], locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const numbers = days.map((day) => DAYS.indexOf(day)).sort((a, b) => a - b)
  const names = numbers.map((day) => format.format(A_MONDAY_MS + day * DAY_MS))
  const [first = 0, last = first] = [numbers[0], numbers.at(-1)]
  if (numbers.length > 2 && last - first === numbers.length - 1) return `${names[0]} – ${names.at(-1)}`
  return new Intl.ListFormat(locale).format(names)
}

function formatTimes({ opens, closes }: Pick<OpeningHours, 'opens' | 'closes'>, locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const timeOf = (text: string) => format.format(Date.parse(`1970-01-01T${text}Z`))
  return `${timeOf(opens)}\u2009–\u2009${timeOf(closes)}`
}
