import type { IncomingMessage } from 'node:http'

/** Browsers send at most 150 characters. Reading lists of 15 KB takes up to 14 ms, as long as rendering a few pages. */
const MAX_LENGTH = 500

/** Handles a request whose `Accept` or `Accept-Encoding` is very long as if it had none. */
export function ignoreLongAccepts({ headers }: IncomingMessage): void {
  if ((headers['accept-encoding']?.length ?? 0) > MAX_LENGTH) delete headers['accept-encoding']
  if ((headers.accept?.length ?? 0) > MAX_LENGTH) delete headers.accept
}
