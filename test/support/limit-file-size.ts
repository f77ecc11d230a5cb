/** POSIX's unit; some shells use twice as much. */
const BLOCK_BYTES = 512

/** Returns a command prefix that limits the size of files, as on a full disk. */
export function limitFileSize(kilobytes: number): readonly string[] {
  return ['sh', '-c', `ulimit -f ${(kilobytes * 1_024) / BLOCK_BYTES}; exec "$@"`, 'sh']
}
