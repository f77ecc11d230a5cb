import { join } from 'node:path'
import type { Config } from '../config.ts'
import { WORKER_NUMBER } from '../workers/worker-number.ts'

/** Below the data folder; what is in it can be made again. */
const RENDITIONS_FOLDER = 'renditions'

/** The room on disk of one process, and where those beside it keep theirs. */
export interface RenditionFolders {
  readonly own: string
  readonly others: readonly string[]
  /** Of which nothing but these folders is wanted; null where another process sees to that. */
  readonly tidied: string | null
  /** Of the own folder; 0 keeps nothing. */
  readonly maxBytes: number
}

/** Each process has a folder with its part of the room, so that none has to know what another one adds and takes away. */
export function findRenditionFolders({
  dataDir,
  workerCount,
  pictureCacheBytes,
}: Pick<Config, 'dataDir' | 'workerCount' | 'pictureCacheBytes'>): RenditionFolders {
  const root = join(dataDir, RENDITIONS_FOLDER)
  const folders = Array.from({ length: workerCount }, (_, index) => join(root, `worker-${index + 1}`))
  const number = WORKER_NUMBER ?? 1
  const own = folders[number - 1]!
  return {
    own,
    others: folders.filter((folder) => folder !== own),
    tidied: number === 1 ? root : null,
    maxBytes: Math.floor(pictureCacheBytes / workerCount),
  }
}
