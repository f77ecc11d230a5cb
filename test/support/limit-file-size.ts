/** Unit of `ulimit -f` by POSIX. Some shells use 1,024 bytes, which doubles the limit. */
const BLOCK_BYTES = 512

/** Returns a command prefix that limits the size of files, so that writes fail as on a full disk. */
export function limitFileSize(kilobytes: number): readonly string[] {
  return ['sh', '-c', `ulimit -f ${(kilobytes * 1_024) / BLOCK_BYTES}; exec "$@"`, 'sh']
}
