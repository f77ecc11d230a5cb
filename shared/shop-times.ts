import type { Contact, DayOfWeek, Site } from './catalog.ts'
import type { OpenDays } from './local-date-time.ts'

/** When visitors can come. */
export interface ShopTimes {
  /** IANA name. */
  readonly timeZone: string
  readonly openDays: OpenDays
}

const DAYS: readonly DayOfWeek[] = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

/** Lists the days on which a shop is open. A shop without opening hours has no closed days. */
export function listOpenDays({ openingHours }: Pick<Contact, 'openingHours'>): OpenDays {
  return openingHours.flatMap(({ days }) => days.map((day) => 1 + DAYS.indexOf(day)))
}

/** Returns the locale of dates and clocks: the site's, in the shop's country if it names none, because English ones differ. */
export function readDateLocale({
  locale,
  contact: { address },
}: Pick<Site, 'locale'> & { readonly contact: Pick<Contact, 'address'> }): string {
  const region = address?.addressCountry
  return region && !new Intl.Locale(locale).region ? new Intl.Locale(locale, { region }).toString() : locale
}
