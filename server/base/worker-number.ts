import cluster from 'node:cluster'

/** Environment variable that the primary process sets for its workers. */
export const WORKER_NUMBER_VARIABLE = 'VITRINE_WORKER_NUMBER'

/**
 * Number of this worker, from 1; a replacement gets the number of the worker that it replaces. Null if the process is not a
 * worker.
 */
export const WORKER_NUMBER: number | null = cluster.isWorker ? Number(process.env[WORKER_NUMBER_VARIABLE]) : null
