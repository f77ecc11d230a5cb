/** Files that owners keep among their photos and that browsers do not show. */
export const FOREIGN_EXTENSION =
  /\.(?:hei[cf]|hif|tiff?|bmp|psd|jxl|jp2|svgz|dng|cr[23]|nef|arw|orf|rw2|raf|pdf|eps|ai)$/i

/** The first bytes of such files as Latin-1, the more specific signatures first. */
const SIGNATURES: readonly (readonly [signature: RegExp, name: string])[] = [
  [/^.{4}ftyp(?!.{0,60}avif)(?:he[iv]|mif1|msf1)/s, 'a HEIC photo'],
  [/^.{4}ftypcrx /s, 'a raw photo of a camera'],
  [/^.{4}ftyp(?:qt|mp4|iso|M4V)/s, 'a video'],
  [/^(?:II\*\0|MM\0\*)/, 'a TIFF file or a raw photo of a camera'],
  [/^BM/, 'a BMP file'],
  [/^8BPS/, 'a Photoshop file'],
  [/^(?:\xFF\n|.{4}JXL )/s, 'a JPEG XL file'],
  [/^.{4}jP {2}/s, 'a JPEG 2000 file'],
  [/^%PDF/, 'a PDF'],
  [/^%!PS/, 'an EPS file'],
  // oxlint-disable-next-line no-control-regex
  [/^(?:PK|\x1F\x8B)/, 'a compressed file'],
]

/** @returns what a file is that browsers do not show, or undefined if its first bytes are none of those */
export function nameForeignFormat(bytes: Uint8Array): string | undefined {
  const beginning = Buffer.from(bytes.subarray(0, 80)).toString('latin1')
  return SIGNATURES.find(([signature]) => signature.test(beginning))?.[1]
}

/** Whether a file is SVG, a web page or any other markup. */
export function isMarkup(bytes: Uint8Array): boolean {
  return /^(?:\xEF\xBB\xBF)?\s*</.test(Buffer.from(bytes.subarray(0, 1024)).toString('latin1'))
}
