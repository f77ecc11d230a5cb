/** Seconds after which it is worth asking again. */
export const RETRY_AFTER_S = '5'
