import { isUtf8 } from 'node:buffer'
import { constants } from 'node:fs'
import { type FileHandle, open, readlink, realpath } from 'node:fs/promises'
import { isAbsolute, relative, sep } from 'node:path'
import { buffer } from 'node:stream/consumers'
import type * as z from 'zod'
import { ImportError } from '../import-error.ts'

export interface SourcePath {
  readonly path: string
  /** Folder that links must not lead out of; null for a path that the command named. */
  readonly folder: string | null
}

/**
 * Opens a file, and checks the opened file itself, because its path may lead to another file a moment later.
 * @throws ImportError if there is no such file, if it is a pipe, a device or a folder, or if it is outside the folder
 */
export async function openSource({ path, folder }: SourcePath): Promise<FileHandle> {
  // Without O_NONBLOCK, opening a named pipe waits for a writer.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK).catch((error: unknown) => {
    throw new ImportError({ file: path }, 'the file does not exist or cannot be read', { cause: error })
  })
  try {
    // Only Linux knows the path of an opened file.
    const realPath = await readlink(`/proc/self/fd/${file.fd}`).catch(() => realpath(path))
    await checkInside({ path, folder }, realPath)
    if (!(await file.stat()).isFile())
      throw new ImportError({ file: path }, 'this is not a file, but a folder, a pipe or a device')
    return file
  } catch (error) {
    await file.close()
    throw error
  }
}

/**
 * @returns more than `maxBytes` bytes, but not all of them, if the file is larger
 * @throws ImportError as `openSource`
 */
export async function readSource(source: SourcePath, maxBytes: number): Promise<Buffer> {
  const file = await openSource(source)
  // The limit does not rely on the reported size, which may be wrong. `end` is the last byte that is read.
  return buffer(file.createReadStream({ end: maxBytes }))
}

/** Largest text. The time to parse Markdown can grow with the square of its length. */
const TEXT_MAX_BYTES = 200_000

/** @throws ImportError if the file is too large or not UTF-8 */
export async function readUtf8File(source: SourcePath): Promise<string> {
  const { path } = source
  const bytes = await readSource(source, TEXT_MAX_BYTES)
  if (bytes.length > TEXT_MAX_BYTES)
    throw new ImportError({ file: path }, `the file has more than ${TEXT_MAX_BYTES / 1000} KB; shorten it`)
  if (!isUtf8(bytes)) throw new ImportError({ file: path }, 'the file is not UTF-8; save it in this encoding')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** @throws ImportError if the file is no valid JSON, or with the keys of all values that the schema refuses */
export async function readJsonFile<Schema extends z.ZodType>(
  source: SourcePath,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const text = await readUtf8File(source)
  const { data, error } = schema.safeParse(parseJson(source, text))
  if (!error) return data
  const issues = error.issues.map((issue) =>
    issue.code === 'unrecognized_keys'
      ? { key: '', message: issue.keys.map((key) => `there is no key "${[...issue.path, key].join('.')}"`).join('; ') }
      : { key: issue.path.join('.'), message: issue.message },
  )
  const reasons = issues.map(({ key, message }, index) => (index === 0 || key === '' ? message : `${key} ${message}`))
  throw new ImportError({ file: source.path, column: issues[0]?.key || null }, reasons.join('; '))
}

function parseJson(source: SourcePath, text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8's message has the line and the column, or quotes the text around the error.
    const fault = error instanceof Error ? error.message : String(error)
    const reason = `the file is not valid JSON; correct its commas, quotes and brackets. ${fault}`
    throw new ImportError({ file: source.path }, reason, { cause: error })
  }
}

/** @throws ImportError if a folder is a link that leads out of the content folder */
export async function checkSourceFolder(source: SourcePath): Promise<void> {
  const realPath = await realpath(source.path).catch((error: unknown) => {
    throw new ImportError({ file: source.path }, 'the folder does not exist or cannot be read', { cause: error })
  })
  await checkInside(source, realPath)
}

async function checkInside({ path, folder }: SourcePath, realPath: string): Promise<void> {
  if (folder === null) return
  const fromFolder = relative(await realpath(folder), realPath)
  if (fromFolder !== '..' && !fromFolder.startsWith(`..${sep}`) && !isAbsolute(fromFolder)) return
  throw new ImportError({ file: path }, `the link leads out of the folder; replace it with a copy of "${realPath}"`)
}
