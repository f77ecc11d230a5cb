import { open } from 'node:fs/promises'
import { ImportError } from '../import-error.ts'
import { locateByte } from './locate-byte.ts'
import { InvalidBytesError, readAsUtf8 } from './text-encoding.ts'

/** A file of text, whatever its encoding. */
export interface TextFile {
  readonly path: string
  readonly encoding: string
}

/** How the cells of a line are told apart, and what their columns are called. */
interface Table {
  readonly delimiter: string
  readonly header: readonly string[]
}

const NO_TABLE: Table = { delimiter: ',', header: [] }

/**
 * The first bytes of a file.
 * @throws ImportError where it cannot be read
 */
export async function readBeginning(path: string, maxBytes: number): Promise<Buffer> {
  const file = await open(path).catch((error: unknown) => {
    throw new ImportError({ file: path }, 'there is no such file, or it cannot be read', { cause: error })
  })
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await file.close()
  }
}

/**
 * Reads a file as UTF-8.
 * @throws ImportError at the first bytes that its encoding does not allow, with their place
 */
export async function* readText(
  { path, encoding }: TextFile,
  { delimiter, header }: Table = NO_TABLE,
): AsyncGenerator<Buffer> {
  try {
    yield* readAsUtf8(path, encoding)
  } catch (error) {
    if (!(error instanceof InvalidBytesError)) throw error
    const place = error.offset === null ? undefined : await locateByte(path, error.offset, delimiter)
    const column = place && header[place.cell]
    const advice = 'If the file was saved in the Western European encoding, say --encoding windows-1252'
    throw new ImportError({ file: path, line: place?.line, column }, `${error.message}. ${advice}`, { cause: error })
  }
}
