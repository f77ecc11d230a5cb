import { inject } from 'vitest'
import { takeOffer } from './offer.ts'

/**
 * Finds the run's development server, which has an empty catalogue. It serves the widgets page, and tests must not change it.
 */
export async function findDevelopmentServer(): Promise<{ readonly url: string }> {
  return { url: await takeOffer<string>(inject('offers').developmentServer) }
}
