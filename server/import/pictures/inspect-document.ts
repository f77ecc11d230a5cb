import { hash } from 'node:crypto'
import type { DocumentFormat } from '../../catalog/rules/document-files.ts'
import type { StoredDocument } from '../../catalog/store/catalog-reader.ts'
import { type Fault, findSizeFault, type InspectedFile, inspectPicture } from './inspect-picture.ts'

/** The format is recognised by so many bytes at the beginning and end. */
const MARKED_BYTES = 2_048

/**
 * Recognises the format by the content.
 * @returns a fault if it is too large, in no supported format or damaged
 */
export async function inspectDocument(file: Buffer): Promise<InspectedFile<StoredDocument> | Fault> {
  const format = findSizeFault(file) ?? (await recognise(file)) ?? { fault: NO_FORMAT }
  if (typeof format !== 'string') return format
  return { stored: { hash: hash('sha256', file, 'hex'), format, bytes: file.length }, content: file }
}

const NO_FORMAT =
  'its content is not that of a PDF, a STEP or DXF drawing, or a JPEG, PNG, WebP, AVIF or GIF picture; save it in one of these formats'

async function recognise(file: Buffer): Promise<DocumentFormat | Fault | undefined> {
  const beginning = file.toString('latin1', 0, MARKED_BYTES)
  const end = file.toString('latin1', Math.max(0, file.length - MARKED_BYTES))
  if (/^%PDF-\d\.\d/.test(beginning))
    return end.includes('%%EOF') ? 'pdf' : { fault: 'the PDF is incomplete; save it anew' }
  if (/^\s*ISO-10303-21\s*;/.test(beginning))
    return end.includes('END-ISO-10303-21') ? 'step' : { fault: 'the STEP file is incomplete; save it anew' }
  if (isDxf(beginning))
    return isCompleteDxf(beginning, end) ? 'dxf' : { fault: 'the DXF file is incomplete; save it anew' }
  // Markup would be an SVG, which can have scripts.
  if (/^(?:\xEF\xBB\xBF)?\s*</.test(beginning)) return undefined
  const picture = await inspectPicture(file, '')
  return 'fault' in picture ? undefined : picture.stored.format
}

const BINARY_DXF = 'AutoCAD Binary DXF\r\n'

/** Group codes and values alternate in lines; after optional comments (code 999), a section begins. */
function isDxf(beginning: string): boolean {
  return beginning.startsWith(BINARY_DXF) || /^(?:\s*999\r?\n[^\n]*\n)*[ \t]*0\r?\n[ \t]*SECTION\r?\n/.test(beginning)
}

function isCompleteDxf(beginning: string, end: string): boolean {
  return beginning.startsWith(BINARY_DXF) || /(?:^|\n)[ \t]*0\r?\n[ \t]*EOF\s*$/.test(end)
}
