import { readFile, writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

/**
 * Lays compressed copies beside files.
 * @param isQuick for files that travel no distance
 */
export async function compressFiles(paths: readonly string[], isQuick: boolean): Promise<void> {
  const quality = isQuick ? 1 : constants.BROTLI_MAX_QUALITY
  await Promise.all(
    paths.map(async (path) => {
      const bytes = await readFile(path)
      const [brotli, gzipped] = await Promise.all([
        promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
        promisify(gzip)(bytes, { level: isQuick ? constants.Z_BEST_SPEED : constants.Z_BEST_COMPRESSION }),
      ])
      await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)])
    }),
  )
}
