/**
 * Draws the demo's pictures into `server/demo/content/images/`:
 *
 *     node server/demo/draw/draw-images.ts              all of them
 *     node server/demo/draw/draw-images.ts hero bowl-1  only these
 *
 * Drawing is the same every time: nothing in it is left to chance or to the clock.
 */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { PICTURES } from './scenes/picture-list.ts'
import { takePicture } from './take-picture.ts'

const IMAGES = join(import.meta.dirname, '..', 'content', 'images')
const QUALITY = 88

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !PICTURES[name])
if (unknown.length > 0) {
  console.error(`No such picture: ${unknown.join(', ')}. There are: ${Object.keys(PICTURES).join(', ')}.`)
  process.exit(1)
}

await mkdir(IMAGES, { recursive: true })
let bytes = 0
for (const name of wanted.length > 0 ? wanted : Object.keys(PICTURES)) {
  const started = performance.now()
  const { width, height, data } = takePicture(PICTURES[name]!)
  const file = await sharp(data, { raw: { width, height, channels: 3 } }).webp({ quality: QUALITY, effort: 5, smartSubsample: true }).toBuffer()
  await writeFile(join(IMAGES, `${name}.webp`), file)
  bytes += file.length
  console.log(`${name}.webp  ${(file.length / 1024).toFixed(0)} KB  ${((performance.now() - started) / 1000).toFixed(1)} s`)
}
console.log(`${(bytes / 1024 / 1024).toFixed(2)} MB in ${process.uptime().toFixed(0)} s`)
