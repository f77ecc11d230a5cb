import { hash } from 'node:crypto'
import { constants, inflateSync } from 'node:zlib'
import type { DocumentFormat } from '../catalog/rules/document-files.ts'
import { readSource, type SourcePath } from './files/source-path.ts'
import { ImportError } from './import-error.ts'
import { FILE_MAX_BYTES, FILE_TOO_LARGE, type Fault, inspectBytes } from './pictures/inspect-picture.ts'

interface InspectedDocument {
  readonly bytes: Uint8Array
  readonly hash: string
  readonly format: DocumentFormat
}

/** The format is recognised by so many bytes at the beginning and end. */
const MARKED_BYTES = 2_048

/**
 * Recognises the format by the content.
 * @returns a fault if it is too large, in no supported format, damaged, or a PDF that runs something
 */
export async function inspectDocument(source: SourcePath): Promise<InspectedDocument | Fault> {
  try {
    return await inspectDocumentBytes(await readSource(source, FILE_MAX_BYTES))
  } catch (error) {
    if (error instanceof ImportError) return { fault: error.reason }
    throw error
  }
}

export async function inspectDocumentBytes(file: Buffer): Promise<InspectedDocument | Fault> {
  if (file.length === 0) return { fault: 'the file is empty' }
  if (file.length > FILE_MAX_BYTES) return { fault: FILE_TOO_LARGE }
  const recognised = (await recognise(file)) ?? { fault: NO_FORMAT }
  if (typeof recognised !== 'string') return recognised
  return { bytes: file, hash: hash('sha256', file, 'hex'), format: recognised }
}

const NO_FORMAT =
  'its content is not that of a PDF, a STEP or DXF drawing, or a JPEG, PNG, WebP, AVIF or GIF picture; save it in one of these formats'

async function recognise(file: Buffer): Promise<DocumentFormat | Fault | undefined> {
  const beginning = file.toString('latin1', 0, MARKED_BYTES)
  const end = file.toString('latin1', Math.max(0, file.length - MARKED_BYTES))
  if (/^%PDF-\d\.\d/.test(beginning)) {
    if (!end.includes('%%EOF')) return { fault: 'the PDF is incomplete; save it anew' }
    const action = findAction(file)
    return action === undefined ? 'pdf' : { fault: `the PDF ${action}; save it without, for example by printing it` }
  }
  if (/^\s*ISO-10303-21\s*;/.test(beginning))
    return end.includes('END-ISO-10303-21') ? 'step' : { fault: 'the STEP file is incomplete; save it anew' }
  if (isDxf(beginning))
    return isCompleteDxf(beginning, end) ? 'dxf' : { fault: 'the DXF file is incomplete; save it anew' }
  // Markup would be an SVG, which can have scripts.
  if (/^(?:\xEF\xBB\xBF)?\s*</.test(beginning)) return undefined
  const picture = await inspectBytes('', file)
  return 'fault' in picture ? undefined : picture.format
}

const BINARY_DXF = 'AutoCAD Binary DXF\r\n'

/** Group codes and values alternate in lines; after optional comments (code 999), a section begins. */
function isDxf(beginning: string): boolean {
  return beginning.startsWith(BINARY_DXF) || /^(?:\s*999\r?\n[^\n]*\n)*[ \t]*0\r?\n[ \t]*SECTION\r?\n/.test(beginning)
}

function isCompleteDxf(beginning: string, end: string): boolean {
  return beginning.startsWith(BINARY_DXF) || /(?:^|\n)[ \t]*0\r?\n[ \t]*EOF\s*$/.test(end)
}

/** PDF names of what runs, starts or carries something, and what a report says. */
const ACTIONS: Readonly<Record<string, string>> = {
  JavaScript: 'contains JavaScript',
  JS: 'contains JavaScript',
  Launch: 'starts a program',
  EmbeddedFile: 'contains another file',
  XFA: 'contains an XFA form, which can run scripts',
}

/** A name object (ISO 32000-1, 7.3.5); characters may be written as `#` and two digits. */
const PDF_NAME = /\/((?:[^\s()<>[\]{}/%#\0]|#[\dA-Fa-f]{2}){2,40})/g

/** Limit for all compressed objects of a PDF, so that a small file cannot fill the memory. */
const INFLATED_MAX_BYTES = 64 * 1024 * 1024

/**
 * Finds a PDF's scripts and the like, also in its compressed objects. Other streams are skipped, because their bytes
 * may look like names. Objects of an encrypted PDF cannot be read; readers ask before they run its scripts.
 * @returns what the PDF does
 */
function findAction(file: Buffer): string | undefined {
  const text = file.toString('latin1')
  const isEncrypted = /\/Encrypt\b/.test(text)
  const stream = /\bstream\r?\n/g
  let from = 0
  let room = INFLATED_MAX_BYTES
  for (let match = stream.exec(text); match; match = stream.exec(text)) {
    const objects = text.slice(from, match.index)
    const action = findActionName(objects)
    if (action !== undefined) return action
    const end = text.indexOf('endstream', stream.lastIndex)
    if (end === -1) break
    if (!isEncrypted && isObjectStream(objects)) {
      const inflated = inflate(file.subarray(stream.lastIndex, end), room)
      if (!inflated) return 'has compressed objects that cannot be read'
      room -= inflated.length
      const hidden = findActionName(inflated.toString('latin1'))
      if (hidden !== undefined) return hidden
    }
    from = stream.lastIndex = end
  }
  return findActionName(text.slice(from))
}

/** Whether compressed objects follow. @param text the PDF's objects up to the word `stream` */
function isObjectStream(text: string): boolean {
  return /\/ObjStm\b/.test(text.slice(text.lastIndexOf(' obj')))
}

function findActionName(text: string): string | undefined {
  for (const [, written = ''] of text.matchAll(PDF_NAME)) {
    const name = written.replace(/#([\dA-Fa-f]{2})/g, (_, code: string) =>
      String.fromCharCode(Number.parseInt(code, 16)),
    )
    if (Object.hasOwn(ACTIONS, name)) return ACTIONS[name]
  }
  return undefined
}

/** @returns undefined if the bytes cannot be inflated within the limit; uncompressed bytes as they are */
function inflate(bytes: Buffer, limit: number): Buffer | undefined {
  // The first object of an object stream begins with its number.
  if (/^\s*\d+ \d+/.test(bytes.toString('latin1', 0, 32))) return bytes
  try {
    return inflateSync(bytes, { maxOutputLength: Math.max(1, limit), finishFlush: constants.Z_SYNC_FLUSH })
  } catch {
    return undefined
  }
}
