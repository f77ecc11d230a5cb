import { randomBytes } from 'node:crypto'

/** Writes a PDF with one page, and further objects. */
export function writePdf(objects = ''): Buffer {
  return Buffer.concat([
    Buffer.from('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    Buffer.from('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    Buffer.from('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] >>\nendobj\n'),
    Buffer.from(objects),
    Buffer.from('trailer\n<< /Root 1 0 R >>\n%%EOF\n'),
  ])
}

/** Writes a PDF of random hexadecimal digits, which compression can only halve. */
export const writeLargePdf = (bytes: number) => writePdf(randomBytes(bytes / 2).toString('hex'))

export const STEP = "ISO-10303-21;\nHEADER;\nFILE_NAME('bracket');\nENDSEC;\nDATA;\nENDSEC;\nEND-ISO-10303-21;\n"

export const DXF = '999\nMade by hand\n  0\nSECTION\n  2\nHEADER\n  0\nENDSEC\n  0\nEOF\n'
