import { hash } from 'node:crypto'
import type { Metadata } from 'sharp'
import type { ImageFormat } from '../../../shared/catalog.ts'
import type { DocumentFormat } from '../../catalog/rules/document-files.ts'
import { ImportError } from '../import-error.ts'
import type { StoredDocument, StoredFile, StoredPicture } from '../../catalog/store/catalog-reader.ts'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findProjectDir } from '../../platform/project-dir.ts'

/** A usable file. */
export interface InspectedFile<Stored = StoredFile> {
  readonly stored: Stored
  readonly content: Uint8Array
}

export interface Fault {
  readonly fault: string
}

export const FILE_MAX_BYTES = 40 * 1024 * 1024
const SAVE_AS = 'save it as JPEG, PNG or WebP'
const PLACEHOLDER_WIDTH_PX = 12
/** Decoding takes at least four bytes per pixel. */
const PIXELS_MAX = 100_000_000

/** Loads sharp on first use: it takes 14 MB, which imports without own pictures do not need. */
const loadSharp = async () => (await import('sharp')).default

/**
 * Recognises the format by the content.
 * @param path path or address
 * @returns a fault if the file cannot be read, or is too large, damaged or in no supported format
 */
export async function inspectFile(
  kind: 'pictures' | 'documents',
  path: string,
  bytes: Buffer | Promise<Buffer>,
): Promise<InspectedFile | Fault> {
  try {
    const file = await bytes
    if (file.length === 0) throw new Error('the file is empty')
    if (file.length > FILE_MAX_BYTES) throw new Error(`the file has more than ${FILE_MAX_BYTES / 2 ** 20} MB`)
    return await (kind === 'pictures' ? inspectPicture(file, path) : inspectDocument(file))
  } catch (error) {
    return { fault: error instanceof ImportError ? error.reason : describe(error) }
  }
}

/** @throws an error with the reason if browsers do not show the picture */
async function inspectPicture(file: Buffer, path: string): Promise<InspectedFile<StoredPicture>> {
  const sharp = await loadSharp()
  const content = isMarkup(file) ? readSvg(file, path) : file
  // The error of sharp's own limit does not give the size.
  const { autoOrient, ...metadata } = await sharp(content, { limitInputPixels: false }).metadata().catch(explain)
  const format = readFormat(metadata)
  if (!format) throw new Error(`browsers do not show the format ${metadata.format}; ${SAVE_AS}`)
  const { width, height } = autoOrient
  const size = `the picture has ${width} × ${height} pixels, more than ${PIXELS_MAX / 1e6} million`
  if (width * height > PIXELS_MAX) throw new Error(`${size}; save it smaller, such as 4000 pixels wide`)
  return { stored: { hash: hash('sha256', content, 'hex'), format, width, height }, content }
}

function explain(error: unknown): never {
  const reason = describe(error)
  const isUnknown = reason.endsWith('unsupported image format')
  throw new Error(
    isUnknown
      ? `the file is no picture that browsers show; ${SAVE_AS}`
      : `the file is broken or not a picture (${reason})`,
    { cause: error },
  )
}

function readSvg(bytes: Buffer, path: string): Uint8Array {
  if (!/\.svg$/i.test(path))
    throw new Error('the file is an SVG or a web page, not a photo; the file name of an SVG must end with .svg')
  try {
    return rasteriseSvg(bytes)
  } catch (error) {
    throw new Error(`this SVG cannot be shown: ${describe(error)}`, { cause: error })
  }
}

/**
 * Decodes the whole picture, which finds truncated files.
 * @returns a blurred data URL (none for transparent pictures), or a fault
 */
export async function createPlaceholder(content: Uint8Array): Promise<{ readonly placeholder?: string } | Fault> {
  const sharp = await loadSharp()
  try {
    const small = await sharp(content, { limitInputPixels: PIXELS_MAX, failOn: 'truncated', pages: 1 })
      .autoOrient()
      .resize({ width: PLACEHOLDER_WIDTH_PX })
      .toColourspace('srgb')
      .png()
      .toBuffer()
    if (!(await sharp(small).stats()).isOpaque) return {}
    const webp = await sharp(small).webp({ quality: 30 }).toBuffer()
    return { placeholder: `data:image/webp;base64,${webp.toString('base64')}` }
  } catch (error) {
    return { fault: `the file is broken (${describe(error)})` }
  }
}

function readFormat({ format, compression }: Pick<Metadata, 'format' | 'compression'>): ImageFormat | undefined {
  if (format === 'heif') return compression === 'av1' ? 'avif' : undefined
  return (['jpeg', 'png', 'webp', 'gif'] as const).find((shown) => shown === format)
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)
}

function isMarkup(bytes: Buffer): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*</.test(bytes.toString('latin1', 0, MARKED_BYTES))
}

/** The format is recognised by so many bytes at the beginning and end. */
const MARKED_BYTES = 2_048

const DOCUMENTS: readonly { format: DocumentFormat; name: string; begins: RegExp; ends: RegExp }[] = [
  { format: 'pdf', name: 'PDF', begins: /^%PDF-\d\.\d/, ends: /%%EOF/ },
  { format: 'step', name: 'STEP file', begins: /^\s*ISO-10303-21\s*;/, ends: /END-ISO-10303-21/ },
  {
    // Group codes and values alternate in lines; after optional comments (code 999), a section begins.
    format: 'dxf',
    name: 'DXF file',
    begins: /^(?:\s*999\r?\n[^\n]*\n)*[ \t]*0\r?\n[ \t]*SECTION\r?\n/,
    ends: /(?:^|\n)[ \t]*0\r?\n[ \t]*EOF\s*$/,
  },
  { format: 'dxf', name: 'DXF file', begins: /^AutoCAD Binary DXF\r\n/, ends: /$/ },
]

const NO_FORMAT =
  'its content is not that of a PDF, a STEP or DXF drawing, or a JPEG, PNG, WebP, AVIF or GIF picture; save it in one of these formats'

/** @throws an error with the reason if the document is incomplete or in no supported format */
async function inspectDocument(file: Buffer): Promise<InspectedFile<StoredDocument>> {
  const beginning = file.toString('latin1', 0, MARKED_BYTES)
  const end = file.toString('latin1', Math.max(0, file.length - MARKED_BYTES))
  const known = DOCUMENTS.find(({ begins }) => begins.test(beginning))
  if (known && !known.ends.test(end)) throw new Error(`the ${known.name} is incomplete; save it anew`)
  // Markup would be an SVG, which can have scripts.
  const picture = known || isMarkup(file) ? undefined : await inspectPicture(file, '').catch(() => undefined)
  const format = known?.format ?? picture?.stored.format
  if (format === undefined) throw new Error(NO_FORMAT)
  return { stored: { hash: hash('sha256', file, 'hex'), format, bytes: file.length }, content: file }
}

const TIME_LIMIT_MS = 10_000
const OUTPUT_MAX_BYTES = 16 * 1024 * 1024

/** Relative to the project's folder, because `import.meta` differs in the server's bundle. */
const PROCESS_PATH = 'server/import/pictures/rasterise-svg-process.ts'

/**
 * Renders an SVG, which may contain scripts and external references, as a picture. Some filters take minutes and cannot be
 * interrupted, so this is done by a child process, which is killed at the time limit.
 * @throws if rendering fails or takes too long
 */
export function rasteriseSvg(bytes: Uint8Array, timeLimitMs = TIME_LIMIT_MS): Uint8Array {
  const path = join(findProjectDir(import.meta.dirname), PROCESS_PATH)
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [path], {
    input: bytes,
    timeout: timeLimitMs,
    killSignal: 'SIGKILL',
    maxBuffer: OUTPUT_MAX_BYTES,
  })
  if (status === 0) return stdout
  const isLate = error && 'code' in error && error.code === 'ETIMEDOUT'
  const advice = `rendering takes longer than ${timeLimitMs / 1000} s; remove the filters of the SVG, or save it as PNG`
  throw new Error(isLate ? advice : stderr.toString().trim() || error?.message, { cause: error })
}
