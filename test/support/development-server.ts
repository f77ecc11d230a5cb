import { inject } from 'vitest'
import { takeOffer } from './offer.ts'

/**
 * Finds the development server of the run. It has an empty catalogue and serves the widgets page; tests must not change
 * it.
 */
export async function findDevelopmentServer(): Promise<{ readonly url: string }> {
  return { url: await takeOffer<string>(inject('offers').developmentServer) }
}
