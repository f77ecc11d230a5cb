import cluster from 'node:cluster'

/** The primary process sets this variable for its workers. */
export const WORKER_NUMBER_VARIABLE = 'VITRINE_WORKER_NUMBER'

/** From 1; a replaced worker keeps its number. Null if the process is not a worker. */
export const WORKER_NUMBER: number | null = cluster.isWorker ? Number(process.env[WORKER_NUMBER_VARIABLE]) : null
