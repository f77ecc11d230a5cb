import { DAYS_OF_WEEK, type DayOfWeek, type OpeningHours, type Site } from '../../../shared/site.ts'
import { CONTACT_PATH, ENQUIRY_ITEMS_MAX, type EnquiryItem } from '../../../shared/enquiry-fields.ts'
import { readReference } from '../../../shared/enquiry-items.ts'
import type {
  EnquiryLookup,
  Frame,
  ListedItem,
  LookedUpEnquiry,
  PageDataByRoute,
  PageHead,
} from '../../../shared/page-data.ts'
import { namePages } from '../../../shared/page-title.ts'
import { listOpenDays, readDateLocale } from '../../../shared/local-date-time.ts'
import { chooseFirstPicture } from '../../../shared/shown-product.ts'
import { describeQuantityTerms } from '../../catalog/rules/order-texts.ts'
import { createAttributeTexts, createOptionWriter } from '../../catalog/rules/shown-attributes.ts'
import type { CatalogPages } from '../../catalog/store/catalog-pages.ts'
import type { EnquiryStore } from '../../enquiries/enquiry-store.ts'
import { findItems, nameVariant } from '../../enquiries/product-snapshot.ts'
import { isSameAddress, type StoredEnquiry } from '../../enquiries/stored-enquiry.ts'
import { messagesFor, serverTextsFor, type SiteLanguage } from '../../platform/language.ts'
import type { Loader } from './loader.ts'
import { buildCardImage } from './cards.ts'
import { buildNamedHead } from './page-head.ts'
import { writeParameters } from './page-queries.ts'

export const loadContact: Loader<'contact'> = async ({ store, enquiries, query }) => {
  const { items, typedReference, typedEmail, sentReference, isPrivate } = query
  const site = await store.readSite()
  const [listed, lookup] = await Promise.all([
    loadListedItems(store, items.slice(0, ENQUIRY_ITEMS_MAX), site),
    typedReference ? lookUp(enquiries, typedReference, typedEmail, site) : null,
  ])
  const isListCut = items.length > ENQUIRY_ITEMS_MAX
  const data = { items: listed, isListCut, ...formatContact(site), returned: null, sentReference, lookup, pasted: null }
  // Links to other languages have the list already.
  const keptQuery = writeParameters({
    ...(sentReference !== null && { sent: sentReference }),
    ...(typedReference && { reference: typedReference }),
  })
  const head = buildContactHead(site, isPrivate ? 'noindex' : 'index')
  return { data, head, keptQuery, ...(isPrivate ? { isPrivate } : {}) }
}

export function buildContactHead(site: Frame['site'], robots?: PageHead['robots']): PageHead {
  return buildNamedHead(site, CONTACT_PATH, namePages(site, messagesFor(site)).contact, {
    ...(robots && { robots }),
  })
}

async function lookUp(
  enquiries: Pick<EnquiryStore, 'find'>,
  typed: string,
  typedEmail: string,
  site: Site,
): Promise<EnquiryLookup> {
  const reference = readReference(typed)
  const found = reference === undefined ? undefined : await enquiries.find(reference)
  return { typed, typedEmail, enquiry: found ? withoutPersonalData(found, typedEmail, site) : null }
}

function withoutPersonalData(
  { reference, receivedAt, answeredAt, items, email, request }: StoredEnquiry,
  typedEmail: string,
  site: Site,
): LookedUpEnquiry {
  const { format } = new Intl.DateTimeFormat(readDateLocale(site), { dateStyle: 'long', timeZone: site.timeZone })
  return {
    reference,
    receivedAt,
    answeredAt,
    receivedOn: format(new Date(receivedAt)),
    answeredOn: answeredAt && format(new Date(answeredAt)),
    items: items.map(({ product, productName, variant, variantName, sku, quantity, note }) => ({
      product,
      variant,
      name: productName ?? product,
      variantName: variantName ?? variant,
      sku,
      quantity,
      note,
    })),
    request: isSameAddress(typedEmail, email) ? request : null,
  }
}

const A_MONDAY_MS = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/** Browsers would format country and opening hours differently, and creating the formatters is slow. */
export function formatContact(
  site: Pick<Site, 'contact' | 'partLists'> & SiteLanguage,
): Pick<PageDataByRoute['contact'], 'country' | 'openingHours' | 'openDays' | 'offersLists' | 'texts'> {
  const { contact, locale } = site
  const { address, openingHours } = contact
  const { pastedList, takeAway } = serverTextsFor(site)
  return {
    country: address ? (new Intl.DisplayNames(locale, { type: 'region' }).of(address.addressCountry) ?? null) : null,
    openingHours: openingHours.map(({ days, ...times }) => ({
      days: formatDays(days, locale),
      times: formatTimes(times, readDateLocale({ locale, contact })),
    })),
    openDays: listOpenDays(contact),
    offersLists: site.partLists ?? false,
    texts: { pastedList, takeAway },
  }
}

/** Formats consecutive days as a range. */
function formatDays(days: readonly DayOfWeek[], locale: string): string {
  const format = new Intl.DateTimeFormat(locale, { weekday: 'long', timeZone: 'UTC' })
  const numbers = days.map((day) => DAYS_OF_WEEK.indexOf(day)).sort((a, b) => a - b)
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

/** Items that the catalogue lacks stay in the list. */
export async function loadListedItems(
  store: Pick<CatalogPages, 'findProducts' | 'summariseAttributes'>,
  items: readonly EnquiryItem[],
  language: SiteLanguage,
): Promise<readonly ListedItem[]> {
  const [found, { decimals }] = await Promise.all([findItems(store, items), store.summariseAttributes()])
  const texts = createAttributeTexts(decimals, language)
  return found.map(({ item, product, variant, state }) => {
    const optionValues = variant?.optionValues.map(createOptionWriter(product?.options ?? [], texts))
    const lang = product?.fallback?.langs.name
    const quantityTerms = describeQuantityTerms(variant, language)
    return {
      ...item,
      name: product?.name ?? item.product,
      variantName: nameVariant(optionValues && { optionValues }) ?? (variant ? null : item.variant),
      sku: variant?.sku ?? null,
      image: product ? buildCardImage(chooseFirstPicture(product, item.variant ?? '')) : null,
      state,
      ...(quantityTerms && { quantityTerms }),
      ...(lang && { lang }),
    }
  })
}
