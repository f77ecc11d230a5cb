/** Of `ulimit -f` by POSIX. Some shells use 1,024 bytes, which doubles the limit. */
const BLOCK_BYTES = 512

/** Returns a command prefix, with which writes of larger files fail as on a full disk. */
export function limitFileSize(kilobytes: number): readonly string[] {
  return ['sh', '-c', `ulimit -f ${(kilobytes * 1_024) / BLOCK_BYTES}; exec "$@"`, 'sh']
}
