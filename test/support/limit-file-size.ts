/** POSIX counts so; some shells count twice as much. */
const BLOCK_BYTES = 512

/** A command in front of another one, whose files cannot grow beyond a size then, as on a disk without room. */
export function limitFileSize(kilobytes: number): readonly string[] {
  return ['sh', '-c', `ulimit -f ${(kilobytes * 1_024) / BLOCK_BYTES}; exec "$@"`, 'sh']
}
