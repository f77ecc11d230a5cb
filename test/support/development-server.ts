import { inject } from 'vitest'
import { takeOffer } from './offer.ts'

/** The run's server of development, with an empty catalogue: it serves the page of the widgets, and nothing of it is changed by being looked at. */
export async function findDevelopmentServer(): Promise<{ readonly url: string }> {
  return { url: await takeOffer<string>(inject('developmentServerPort')) }
}
