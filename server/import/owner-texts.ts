import { isUtf8 } from 'node:buffer'
import { abbreviateValue } from './cells.ts'
import { readSource, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import type { ImportNotes, ReportAdaptation } from './import-report.ts'
import type { FileImporter } from './file-importer.ts'
import { resolveTextPictures } from './resolve-text-pictures.ts'
import { renderMarkdown } from './sanitise-html.ts'

/** Largest text. The time to parse Markdown can grow with the square of its length. */
const FILE_MAX_BYTES = 200_000

export interface OwnerText {
  readonly path: string
  readonly markdown: string
}

/** @throws ImportError if the file is too large or not UTF-8 */
export async function readUtf8File(source: SourcePath): Promise<string> {
  const { path } = source
  const bytes = await readSource(source, FILE_MAX_BYTES)
  if (bytes.length > FILE_MAX_BYTES)
    throw new ImportError({ file: path }, `the file has more than ${FILE_MAX_BYTES / 1000} KB; shorten it`)
  if (!isUtf8(bytes)) throw new ImportError({ file: path }, 'the file is not UTF-8; save it in this encoding')
  return bytes.toString('utf8').replace(/^\uFEFF/, '')
}

/** @throws ImportError if the file is no valid JSON */
export async function readJsonFile(source: SourcePath): Promise<unknown> {
  const text = await readUtf8File(source)
  try {
    return JSON.parse(text)
  } catch (error) {
    // V8's message has the line and the column, or quotes the text around the error.
    const fault = error instanceof Error ? error.message : String(error)
    const reason = `the file is not valid JSON; correct its commas, quotes and brackets. ${fault}`
    throw new ImportError({ file: source.path }, reason, { cause: error })
  }
}

/**
 * @returns sanitised HTML with the pictures of the folder; '' if nothing is left of the text
 * @throws ImportError if the text cannot be rendered
 */
export async function renderOwnerText(
  { path, markdown }: OwnerText,
  pictures: FileImporter,
  notes: ImportNotes,
): Promise<string> {
  const place = { file: path, line: null, column: null }
  const adapt: ReportAdaptation = (adaptation, value) =>
    notes.adapt(adaptation, { ...place, value: abbreviateValue(value) })
  try {
    const html = renderMarkdown(markdown, adapt)
    return await resolveTextPictures(html, (source) => pictures.findOwnPicture(source, place), true)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    // Deeply nested quotes or lists overflow the stack, because the renderer is recursive.
    throw new ImportError(place, 'quotes or lists are nested too deeply', { cause: error })
  }
}
