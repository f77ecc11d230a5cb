import { crc32, deflateSync } from 'node:zlib'

/** Assembles a PNG with one bit per pixel by hand, because rendering a large one takes seconds. */
export function writeBlankPng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header[8] = 1
  const rows = deflateSync(Buffer.alloc(height * (1 + Math.ceil(width / 8))))
  const chunks = (
    [
      ['IHDR', header],
      ['IDAT', rows],
      ['IEND', Buffer.alloc(0)],
    ] as const
  ).map(([type, data]) => {
    const bytes = Buffer.alloc(data.length + 12)
    bytes.writeUInt32BE(data.length, 0)
    bytes.write(type, 4)
    bytes.set(data, 8)
    bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), bytes.length - 4)
    return bytes
  })
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks])
}
