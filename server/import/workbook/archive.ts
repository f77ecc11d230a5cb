import { crc32 } from 'node:zlib'
import { type Entry, fromFdPromise, type ZipFile } from 'yauzl'
import { openSource, type SourcePath } from '../files/source-path.ts'
import { ImportError } from '../import-error.ts'

/** Largest number of files in a workbook, which has one for each sheet and each picture, and about ten more. */
const ENTRIES_MAX = 20_000

/** A sheet with a million rows and 40 columns has about 2 GB of XML. */
export const PART_MAX_BYTES = 2 * 2 ** 30

const PROTECTED = 'the workbook is protected with a password; save it without one'

export function buildDamage(file: string, fault: string, options?: ErrorOptions): ImportError {
  const reason = `the workbook is damaged: ${fault}; open it in a spreadsheet program and save it again`
  return new ImportError({ file }, reason, options)
}

/** The files within a ZIP archive, which are streamed; nothing is unpacked to the disk. */
export type Archive = Awaited<ReturnType<typeof openArchive>>

/**
 * Opens a ZIP archive and reads the list of its files. Case is ignored in their names, as in Office Open XML.
 * @throws ImportError if the archive cannot be read, is encrypted, has too many files or two files of the same name
 */
export async function openArchive(source: SourcePath) {
  const { path } = source
  const file = await openSource(source)
  try {
    // Without this option, the library would close the descriptor that `file` closes.
    const zip = await fromFdPromise(file.fd, { autoClose: false, lazyEntries: true })
    if (zip.entryCount > ENTRIES_MAX)
      throw new ImportError(
        { file: path },
        `the workbook consists of ${zip.entryCount} files, more than ${ENTRIES_MAX}; copy the products to a new workbook`,
      )
    const entries = await listEntries(path, zip)
    return {
      path,
      has: (name: string) => entries.has(name.toLowerCase()),
      hasFolder: (name: string) => [...entries.keys()].some((entry) => entry.startsWith(`${name}/`)),
      async *read(name: string, maxBytes: number) {
        const entry = entries.get(name.toLowerCase())
        if (!entry) throw buildDamage(path, `"${name}" is missing in it`)
        yield* readEntry(path, zip, entry, maxBytes)
      },
      [Symbol.asyncDispose]: () => file.close(),
    }
  } catch (error) {
    await file.close()
    throw describeDamage(path, error)
  }
}

/**
 * The unpacked bytes are counted, because the size in the archive may be wrong.
 * @throws ImportError if the file is damaged or larger than `maxBytes`
 */
async function* readEntry(path: string, zip: ZipFile, entry: Entry, maxBytes: number): AsyncGenerator<Buffer> {
  const name = entry.fileName
  let length = 0
  let checksum = 0
  try {
    const chunks: AsyncIterable<Buffer> = await zip.openReadStreamPromise(entry)
    for await (const chunk of chunks) {
      length += chunk.length
      if (length > maxBytes)
        throw new ImportError({ file: path }, `"${name}" in the workbook has more than ${maxBytes / 2 ** 20} MB`)
      checksum = crc32(chunk, checksum)
      yield chunk
    }
    if (checksum !== entry.crc32) throw new Error(`the checksum of "${name}" is wrong`)
  } catch (error) {
    throw describeDamage(path, error)
  }
}

async function listEntries(path: string, zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = entry.fileName.toLowerCase()
    if (name.endsWith('/')) continue
    if (entry.isEncrypted()) throw new ImportError({ file: path }, PROTECTED)
    if (entries.has(name)) throw new Error(`it has two files named "${entry.fileName}"`)
    entries.set(name, entry)
  }
  return entries
}

function describeDamage(path: string, error: unknown): unknown {
  if (error instanceof ImportError || !(error instanceof Error)) return error
  return buildDamage(path, error.message, { cause: error })
}
