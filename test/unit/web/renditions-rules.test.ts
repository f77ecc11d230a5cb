import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { FileCache } from '../../../server/web/files/file-cache.ts'
import { createLogger } from '../../../server/platform/log.ts'
import { buildSrcSet, fullSizeUrl } from '../../../shared/renditions.ts'
import { makeTemporaryFolder } from '../../support/temporary-folder.ts'
import { measurePreview } from '../../../server/web/render/preview-tags.ts'

const LOGGER = createLogger({ logLevel: 'silent' })

const image = { hash: 'a'.repeat(64), format: 'webp', width: 500, height: 625, alt: '' } as const

function offered(width: number): readonly string[] {
  return buildSrcSet({ ...image, width }, [160, 320, 480, 640])
    .split(', ')
    .map((candidate) => candidate.slice(29))
}

test('srcset ends with the first size that covers the original and states the actual width', () => {
  expect(offered(500)).toEqual(['160.webp 160w', '320.webp 320w', '480.webp 480w', '640.webp 500w'])
  expect(offered(480)).toEqual(['160.webp 160w', '320.webp 320w', '480.webp 480w'])
  expect(offered(90)).toEqual(['160.webp 90w'])
  expect(offered(9000)).toHaveLength(4)
})

test('a preview keeps its proportions, and is not larger than its original', () => {
  expect(measurePreview(image)).toEqual({ width: 500, height: 625 })
  expect(measurePreview({ ...image, width: 2400, height: 1350 })).toEqual({ width: 1200, height: 675 })
  expect(measurePreview({ url: 'https://x.example/a.jpg', alt: '' })).toBeNull()
})

test('full size is the smallest rendition that covers the original, or the largest of all', () => {
  expect(fullSizeUrl({ ...image, width: 640 })).toMatch(/640\.webp$/)
  expect(fullSizeUrl({ ...image, width: 2000 })).toMatch(/2560\.webp$/)
  expect(fullSizeUrl({ ...image, width: 6000 })).toMatch(/2560\.webp$/)
  expect(fullSizeUrl({ url: 'https://x.example/a.jpg', alt: '' })).toBe('https://x.example/a.jpg')
})

test('evicts the least recently used files while all of them together exceed the size limit', async () => {
  await using root = await makeTemporaryFolder()
  const folder = root.path
  const files = new FileCache(folder, 1_000, LOGGER)
  for (const name of ['a', 'b', 'c']) await files.write(name, Buffer.alloc(300))
  expect(await files.read('a')).toHaveLength(300)
  await files.write('d', Buffer.alloc(300))
  await expect.poll(() => readdir(folder)).toEqual(['a', 'c', 'd'])
  expect(await files.read('b')).toBeUndefined()
})

test('two processes share the files of a folder, and none deletes what the other is writing', async () => {
  await using root = await makeTemporaryFolder()
  const open = () => new FileCache(root.path, 500, LOGGER)
  const [one, other] = [open(), open()]
  await one.write('a', Buffer.alloc(300))
  expect(await other.read('a')).toHaveLength(300)
  await writeFile(join(root.path, 'b.unfinished'), 'x')
  await open().read('b')
  expect((await readdir(root.path)).toSorted()).toEqual(['a', 'b.unfinished'])
  await other.write('c', Buffer.alloc(300))
  await expect.poll(() => readdir(root.path)).not.toContain('a')
  expect(await one.read('a')).toBeUndefined()
})

test('a write waits until the folders of 1.1.0 are deleted', async () => {
  await using root = await makeTemporaryFolder()
  const former = join(root.path, 'worker-2')
  await mkdir(former)
  for (let index = 0; index < 100; index++) await writeFile(join(former, `${index}`), 'x')
  const files = new FileCache(root.path, 500, LOGGER)
  await files.write('a', Buffer.alloc(300))
  expect(await readdir(root.path)).toEqual(['a'])
})
