/** Long enough for a busy machine. */
export const CONDITION_TIMEOUT_MS = 120_000
