import { execFileSync } from 'node:child_process'
import { mkdir, symlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { readSource } from '../../server/import/files/source-path.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const PAGE = '---\ntitle: Imprint\n---\nRing 1'
const SHEET = 'Slug,Name\nbowl,Bowl\n'

/** Creates a link below the content folder. */
async function link(catalog: TempCatalog, name: string, target: string): Promise<string> {
  const path = join(catalog.dir, 'content', name)
  await mkdir(dirname(path), { recursive: true })
  await symlink(target, path)
  return path
}

test('rejects links that lead out of the content folder, and changes nothing', async () => {
  for (const [name, content] of [
    ['about.md', 'We turn.'],
    ['site.json', '{"name": "Tornio"}'],
    ['categories.csv', 'Path\nTable\n'],
    ['synonyms.csv', 'Word,Synonyms\nsofa,couch\n'],
    ['attributes.csv', 'Name\nLength\n'],
    ['products.csv', SHEET],
    ['products.xml', '<rss><channel><item><id>1</id><title>Jug</title></item></channel></rss>'],
    ['pages/imprint.md', PAGE],
    ['pages', 'outside'],
    ['images', 'outside'],
    ['images', '.'],
  ] as const) {
    await using catalog = await openTempCatalog()
    await mkdir(join(catalog.dir, 'outside'))
    const isFile = name.includes('.')
    const target = isFile ? await catalog.write('outside/secret', content) : join(catalog.dir, content)
    const file = await link(catalog, name, target)
    const { revision } = catalog.store
    const importing = catalog.importContent({ [name === 'about.md' ? 'site.json' : 'about.md']: '{}' })
    await expect(importing, name).rejects.toMatchObject({
      place: { file },
      reason: expect.stringMatching(/^the link leads out of the folder; replace it with a copy/) as string,
    })
    expect(catalog.store.revision).toBe(revision)
  }
})

test('rejects a font whose folder is a link that leads out of the content folder', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('outside/mine.woff2', 'secret')
  await link(catalog, 'fonts', join(catalog.dir, 'outside'))
  await expect(catalog.importContent({ 'site.json': '{"fonts": {"text": "fonts/mine.woff2"}}' })).rejects.toMatchObject(
    {
      place: { file: join(catalog.dir, 'content/fonts/mine.woff2') },
      reason: expect.stringMatching(/^the link leads out of/),
    },
  )
})

test.each([
  ['the folder images/', 'content/images', undefined],
  ['the folder of --images', 'photos', 'photos'],
])('leaves out and reports linked pictures outside %s, and pipes', async (_name, folder, imagesDir) => {
  await using catalog = await openTempCatalog()
  const secret = await catalog.write('secret.png', writeBlankPng(20, 10))
  await catalog.write(join(folder, 'bowl.png'), writeBlankPng(30, 10))
  await symlink(secret, join(catalog.dir, folder, 'secret.png'))
  await symlink('nowhere.png', join(catalog.dir, folder, 'broken.png'))
  await symlink('bowl.png', join(catalog.dir, folder, 'linked.png'))
  execFileSync('mkfifo', [join(catalog.dir, folder, 'pipe.png')])
  const pictures = ['secret.png', 'broken.png', 'linked.png', 'pipe.png']
  const report = await catalog.importContent(
    { 'products.csv': `Slug,Name,Images\nbowl,Bowl,"${pictures.join('\n')}"\n` },
    imagesDir === undefined ? {} : { imagesDir: join(catalog.dir, imagesDir) },
  )
  expect((await catalog.readProduct('bowl'))?.images).toMatchObject([{ width: 30 }])
  expect(report.warnings.entries.map(({ value, reason }) => `${value}: ${reason}`)).toEqual([
    expect.stringMatching(/^secret\.png: the picture was left out: the link leads out of the folder; .*secret\.png"$/),
    'broken.png: the picture was left out: the file does not exist or cannot be read',
    'pipe.png: the picture was left out: this is not a file, but a folder, a pipe or a device',
  ])
})

test('rejects a pipe in the content folder instead of waiting for it, and a link to an endless device', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('content/site.json', '{}')
  execFileSync('mkfifo', [join(catalog.dir, 'content', 'about.md')])
  await expect(catalog.importContent({})).rejects.toThrow(/about\.md: this is not a file, but a folder, a pipe/)
  await using other = await openTempCatalog()
  await link(other, 'about.md', '/dev/zero')
  await expect(other.importContent({})).rejects.toThrow(/about\.md: the link leads out of .*\/dev\/zero/)
})

// Kubernetes mounts a ConfigMap like this: each file is a link to `..data/`, which is a link to a folder with a date.
test('follows links inside the content folder, also through names that begin with two dots', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('content/..2026_11_24/about.md', 'We turn.')
  await link(catalog, '..data', '..2026_11_24')
  await link(catalog, 'about.md', '..data/about.md')
  expect(await catalog.importContent({ 'pages/imprint.md': PAGE })).toMatchObject({
    siteFields: expect.arrayContaining(['aboutHtml', 'pages']),
  })
})

test('reads a content folder and a products file that are links themselves', async () => {
  await using catalog = await openTempCatalog()
  await catalog.write('elsewhere/products.csv', SHEET)
  await symlink(join(catalog.dir, 'elsewhere'), join(catalog.dir, 'content'))
  expect(await catalog.importContent({})).toMatchObject({ products: { created: 1 } })
  await symlink(join(catalog.dir, 'elsewhere', 'products.csv'), join(catalog.dir, 'products.csv'))
  expect(await catalog.importText(SHEET)).toMatchObject({ products: { unchanged: 1 } })
})

test.skipIf(process.platform !== 'linux')('reads no more than the limit if a file claims to be empty', async () => {
  expect(await readSource({ path: '/proc/cpuinfo', folder: null }, 100)).toHaveLength(101)
})
