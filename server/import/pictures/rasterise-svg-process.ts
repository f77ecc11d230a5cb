import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'

/** Longer side of the picture, enough for a logo on high-density screens. */
const LONGER_SIDE_PX = 1024

// This process reads an SVG from stdin and writes a PNG to stdout.
try {
  const bytes = await buffer(process.stdin)
  process.stdout.write(
    await sharp(bytes)
      .resize(LONGER_SIDE_PX, LONGER_SIDE_PX, { fit: 'inside' })
      .png({ compressionLevel: 9 })
      .toBuffer(),
  )
} catch (error) {
  process.stderr.write(error instanceof Error ? error.message.replace(/\n[^]*/, '') : String(error))
  process.exitCode = 1
}
