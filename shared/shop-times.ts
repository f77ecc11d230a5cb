import { DAYS_OF_WEEK, type Contact, type Site } from './site.ts'
import type { OpenDays } from './local-date-time.ts'

export interface ShopTimes {
  /** IANA name of the time zone. */
  readonly timeZone: string
  readonly openDays: OpenDays
}

/** Lists the days on which a shop is open. A shop without opening hours has no closed days. */
export function listOpenDays({ openingHours }: Pick<Contact, 'openingHours'>): OpenDays {
  return openingHours.flatMap(({ days }) => days.map((day) => 1 + DAYS_OF_WEEK.indexOf(day)))
}

/**
 * Returns the locale for dates and times. A locale without a country gets the shop's, because English-speaking countries write
 * dates differently.
 */
export function readDateLocale({
  locale,
  contact: { address },
}: Pick<Site, 'locale'> & { readonly contact: Pick<Contact, 'address'> }): string {
  const region = address?.addressCountry
  return region && !new Intl.Locale(locale).region ? new Intl.Locale(locale, { region }).toString() : locale
}
