import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ImportError } from '../../server/import/import-error.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

interface Refused {
  readonly files: Readonly<Record<string, string | Uint8Array>>
  readonly place: readonly [file: string, line: number | null, column: string | null]
  readonly reason: string
}

const PAGE = '---\ntitle: Imprint\n---\nRing 1'

const HEADER = 'Handle,Title,Variant Price'

const REFUSED: readonly Refused[] = [
  ...(JSON.parse(readFileSync(join(import.meta.dirname, 'refused-files.json'), 'utf8')) as readonly Refused[]),
  ...['site.json', 'about.md', 'pages/a.md'].map((name): Refused => {
    const text = name === 'site.json' ? `{"name": "${'x'.repeat(200_000)}"}` : PAGE + 'x'.repeat(200_001)
    return { files: { [name]: text }, place: [name, null, null], reason: 'more than 200 KB' }
  }),
  ...['about.md', 'pages/a.md'].map((name): Refused => ({
    files: { [name]: `${PAGE}\n\n${'>'.repeat(20_000)}` },
    place: [name, null, null],
    reason: 'nested too deeply',
  })),
  {
    files: { 'site.json': '{"fonts": {"display": "large.woff2"}}', 'large.woff2': Buffer.alloc(200_001) },
    place: ['large.woff2', null, null],
    reason: 'the font has more than 200 KB; save it with only the letters',
  },
  {
    files: { 'pages/a.md': Buffer.from('---\ntitle: Über\n---\nText', 'latin1') },
    place: ['pages/a.md', null, null],
    reason: 'not UTF-8; save it',
  },
  {
    files: {
      'products.csv': Buffer.from(`${HEADER}\na,Gr\u00C3\u00BCn,1.00\r\n"b\r\nb","Kr\u00E4ftig",2.00\n`, 'latin1'),
    },
    place: ['products.csv', null, null],
    reason: 'the file is not valid utf-8; save it as UTF-8',
  },
  ...[
    ['PK\u0003\u0004 and so on', 'the workbook is damaged: '],
    ['\xD0\xCF\x11\xE0\xA1\xB1\x1A\xE1\0\0', 'Excel workbook (.xls), or one with a password'],
    ['\x89PNG\r\n', 'this is a picture; '],
  ].map(([content, reason]): Refused => ({
    files: { 'products.csv': Buffer.from(content!, 'latin1') },
    place: ['products.csv', null, null],
    reason: reason!,
  })),
  {
    files: { 'synonyms.csv': `Word,Synonyms\n${'a,b\n'.repeat(2_001)}` },
    place: ['synonyms.csv', 2002, null],
    reason: 'the file has more than 2000 rows; remove some',
  },
  {
    files: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`pages/a-${index}.md`, PAGE])),
    place: ['pages', null, null],
    reason: 'more than 50 pages; remove some',
  },
]

test('a folder with an unusable file changes nothing, and the error has the place and the reason', async () => {
  await using catalog = await openTempCatalog()
  const { revision } = catalog.store
  const content = join(catalog.dir, 'content')
  for (const { files, place, reason } of REFUSED) {
    await rm(content, { recursive: true, force: true })
    const error: unknown = await catalog.importContent(files).catch((thrown: unknown) => thrown)
    expect.soft(error, reason).toBeInstanceOf(ImportError)
    const [file, line, column] = place
    expect.soft(error, reason).toMatchObject({
      place: { file: join(content, file), line, column },
      reason: expect.stringContaining(reason) as string,
    })
    expect.soft(catalog.store.revision, reason).toBe(revision)
  }
})
