/** How long a condition may take to become true, also on a busy machine. */
export const CONDITION_TIMEOUT_MS = 120_000
