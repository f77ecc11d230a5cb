import cluster from 'node:cluster'

/** Environment variable in which the primary process gives a worker its number; operators do not set it. */
export const WORKER_NUMBER_VARIABLE = 'VITRINE_WORKER_NUMBER'

/** Number of this worker, from 1; a replaced worker keeps it. Null in a process that is no worker. */
export const WORKER_NUMBER: number | null = cluster.isWorker ? Number(process.env[WORKER_NUMBER_VARIABLE]) : null
