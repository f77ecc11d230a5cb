import type { Site } from '../../shared/catalog.ts'
import { buildDefaultNavigation } from './default-navigation.ts'

/** The site before its owner said anything about it: true for every shop, and complete enough to be shown. */
export const NEUTRAL_SITE: Site = {
  name: 'Vitrine',
  description: null,
  locale: 'en',
  currency: 'USD',
  timeZone: 'UTC',
  contact: { email: null, phone: null, address: null, openingHours: [] },
  navigation: buildDefaultNavigation('en'),
  hero: null,
  logo: null,
  accentColor: null,
  sameAs: [],
  hasGoogleFeed: false,
  aboutHtml: null,
  aboutMarkdown: null,
}
