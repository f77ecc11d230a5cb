import { setTimeout as wait } from 'node:timers/promises'
import type { Frame } from '../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import { loadFrame } from './load-page.ts'

/** Who is told of an error has waited already. */
const WAIT_MS = 1_000

/** The frame of the site or, where its database does not answer, that of one of which nothing is known. Never fails. */
export async function loadFrameAnyway({ store, config }: AppContext): Promise<Frame> {
  const neutral: Frame = { site: NEUTRAL_SITE, siteUrl: config.siteUrl, categories: [] }
  return Promise.race([loadFrame(store, config.siteUrl).catch(() => neutral), wait(WAIT_MS, neutral, { ref: false })])
}
