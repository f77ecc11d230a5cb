import { setTimeout as wait } from 'node:timers/promises'
import type { Frame } from '../../shared/page-data.ts'
import type { AppContext } from '../app-context.ts'
import { NEUTRAL_SITE } from '../catalog/neutral-site.ts'
import { isUnavailable } from '../store/database-error.ts'
import { logFrameFailed } from '../log.ts'
import { loadFrame } from './load-page.ts'

/** Who is told of an error has waited already. */
const WAIT_MS = 1_000

/** The frame of the site or, where its database does not answer, that of one of which nothing is known. Never fails. */
export async function loadFrameOrNeutral({ store, config, logger }: AppContext): Promise<Frame> {
  const neutral: Frame = { id: '', site: NEUTRAL_SITE, siteUrl: config.siteUrl, categories: [] }
  const loaded = loadFrame(store, config.siteUrl).catch((error: unknown) => {
    // An unreachable database is told of already.
    if (!isUnavailable(error)) logFrameFailed(logger, error)
    return neutral
  })
  return Promise.race([loaded, wait(WAIT_MS, neutral, { ref: false })])
}
