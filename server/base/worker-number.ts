import cluster from 'node:cluster'

/** Set by the primary process for its workers. */
export const WORKER_NUMBER_VARIABLE = 'VITRINE_WORKER_NUMBER'

/** Counted from 1 and passed on to a worker's replacement. Null outside of workers. */
export const WORKER_NUMBER: number | null = cluster.isWorker ? Number(process.env[WORKER_NUMBER_VARIABLE]) : null
