import cluster from 'node:cluster'

/** How whoever starts a worker tells it which one it is; no setting of the operator's. */
export const WORKER_NUMBER_VARIABLE = 'VITRINE_WORKER_NUMBER'

/** Which of the workers this process is, from 1, the same for one that takes another's place; null for a process that is none. */
export const WORKER_NUMBER: number | null = cluster.isWorker ? Number(process.env[WORKER_NUMBER_VARIABLE]) : null
