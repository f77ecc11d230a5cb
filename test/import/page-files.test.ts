import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exportFolder } from '../../server/import/export/export-folder.ts'
import { importFolder } from '../../server/import/import-catalog.ts'
import { writeBlankPng } from '../support/blank-png.ts'
import { readCatalog } from '../support/read-catalog.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'

const IMPRINT = '---\ntitle: Imprint\n---\nRing 1, Kreiselau'

test('imports the pages of a folder with their front matter and pictures; a second import changes nothing', async () => {
  await using catalog = await openTempCatalog()
  const frontMatter = [
    '---',
    'Title: "Terms: of sale"',
    "description: 'What we agree on.'",
    '',
    'links: menu, FOOTER',
    'role: Privacy',
    'position: 2',
    ' --- ',
  ]
  const files = {
    'pages/terms.md': `\uFEFF${frontMatter.join('\r\n')}\r\n\r\n## Our Terms\r\n\r\n![A wheel](wheel.png) <script>x</script><b>bold</b>\r\n`,
    ['pages/über-uns.markdown'.normalize('NFD')]: '---\ntitle: Über uns\nlinks: none\n---\n[Imprint](/about/imprint)',
    'pages/imprint.md': IMPRINT,
    'pages/.DS_Store': 'x',
    'images/wheel.png': writeBlankPng(20, 10),
  }
  const report = await catalog.importContent(files)
  expect(report).toMatchObject({ siteFields: ['pages'], warnings: { count: 0 }, pictures: { stored: 1 } })
  const { pages } = await catalog.store.readSite()
  expect(pages).toEqual([
    {
      slug: 'terms',
      title: 'Terms: of sale',
      description: 'What we agree on.',
      links: ['footer', 'menu'],
      role: 'privacy',
      position: 2,
      html: expect.stringMatching(
        /^<h2 id="our-terms">Our Terms<\/h2>\n<p><img src="picture:[0-9a-f]{64}\.png" data-file="wheel\.png" width="20" height="10" alt="A wheel" \/> <b>bold<\/b><\/p>$/,
      ),
      markdown: '\n## Our Terms\n\n![A wheel](wheel.png) <script>x</script><b>bold</b>',
    },
    {
      slug: 'imprint',
      title: 'Imprint',
      description: null,
      links: ['footer'],
      role: null,
      position: null,
      html: '<p>Ring 1, Kreiselau</p>',
      markdown: 'Ring 1, Kreiselau',
    },
    expect.objectContaining({ slug: 'über-uns', links: [], html: '<p><a href="/about/imprint">Imprint</a></p>' }),
  ])
  const { revision } = catalog.store
  expect(await catalog.importContent({})).toMatchObject({ siteFields: [], pictures: { known: 1 } })
  expect(catalog.store.revision).toBe(revision)
})

test('the pages of a folder replace all stored ones, a folder without pages keeps them, and a rollback restores them', async () => {
  await using catalog = await openTempCatalog()
  const readSlugs = async () => (await catalog.store.readSite()).pages.map(({ slug }) => slug)
  await catalog.importContent({ 'pages/imprint.md': IMPRINT })
  await rm(join(catalog.dir, 'content', 'pages'), { recursive: true })
  await catalog.importContent({ 'about.md': 'We turn.' })
  expect(await readSlugs()).toEqual(['imprint'])
  expect(await catalog.importContent({ 'pages/terms.md': IMPRINT }, { dryRun: true })).toMatchObject({
    siteFields: ['pages'],
  })
  expect(await readSlugs()).toEqual(['imprint'])
  await catalog.importContent({})
  expect(await readSlugs()).toEqual(['terms'])
  await rm(join(catalog.dir, 'content', 'pages', 'terms.md'))
  await catalog.importContent({})
  expect(await readSlugs()).toEqual([])
  await catalog.store.rollback()
  expect(await readSlugs()).toEqual(['terms'])
})

test('reports missing pictures with their lines, unknown keys, other files and links to missing pages', async () => {
  await using catalog = await openTempCatalog()
  const links = ['/about/imprint', '/about/terms'].map((href) => ({ label: 'x', href }))
  const { pictures, warnings } = await catalog.importContent({
    'site.json': JSON.stringify({ navigation: links }),
    'pages/imprint.md': '---\ntitle: Imprint\nauthor: Ada\n---\nRing 1\n\n![](<my house.png>)\n\n![](map.png)',
    'pages/terms.docx': 'x',
  })
  const folder = join(catalog.dir, 'content', 'pages')
  const reason = 'no file has this name; add the file to the pictures, or correct the name'
  expect(pictures.missing.entries).toEqual([
    { file: join(folder, 'imprint.md'), line: 7, column: null, value: 'my%20house.png', reason },
    { file: join(folder, 'imprint.md'), line: 9, column: null, value: 'map.png', reason },
  ])
  expect(warnings.entries).toMatchObject([
    {
      file: join(folder, 'terms.docx'),
      reason: 'this is not a Markdown file (.md), so it was left out; pictures are read from images/',
    },
    { file: join(folder, 'imprint.md'), line: 3, value: 'author', reason: expect.stringContaining('unknown key') },
    { column: 'navigation.1.href', value: '/about/terms', reason: 'there is no such page' },
  ])
  expect((await catalog.store.readSite()).pages[0]?.html).toBe('<p>Ring 1</p>')
})

test('pages are unchanged after an export and import, and an export removes the pages of an earlier one', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({
    'pages/imprint.md': '---\ntitle: Imprint\nposition: 1\n---\n\nRing 1\n\n![Map](map.png)',
    'pages/privacy.md':
      '---\ntitle: \'"Data"\'\ndescription: No cookies\nlinks: footer, menu\nrole: privacy\n---\nNothing.',
    'pages/campaign.md': '---\ntitle: Campaign\nlinks: none\n---\nCome.',
    'images/map.png': writeBlankPng(20, 10),
  })
  const folder = join(catalog.dir, 'exported')
  await mkdir(join(folder, 'pages'), { recursive: true })
  await writeFile(join(folder, 'pages', 'terms.md'), IMPRINT)
  await exportFolder(catalog.store, folder, { force: true })
  expect((await readdir(join(folder, 'pages'))).toSorted()).toEqual(['campaign.md', 'imprint.md', 'privacy.md'])
  expect(await readFile(join(folder, 'pages', 'imprint.md'), 'utf8')).toBe(
    '---\ntitle: Imprint\nlinks: footer\nposition: 1\n---\n\nRing 1\n\n![Map](map.png)\n',
  )
  expect(await readdir(join(folder, 'images'))).toEqual(['map.png'])
  const { revision } = catalog.store
  expect(await importFolder(catalog.store, folder)).toMatchObject({ siteFields: [] })
  expect(catalog.store.revision).toBe(revision)
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  expect(await readCatalog(empty.store)).toEqual(await readCatalog(catalog.store))
  await using bare = await openTempCatalog()
  await exportFolder(bare.store, join(bare.dir, 'exported'))
  expect(existsSync(join(bare.dir, 'exported', 'pages'))).toBe(false)
})

const widthsOf = (html: string | null) => [...(html ?? '').matchAll(/width="(\d+)"/g)].map(([, width]) => width)

test('an export renames a picture whose name another text uses for a different picture', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importContent({ 'about.md': '![](map.png)', 'images/map.png': writeBlankPng(20, 10) })
  await rm(join(catalog.dir, 'content', 'about.md'))
  await catalog.importContent({
    'pages/way.md': '---\ntitle: Way\n---\n![](map.png) ![](roadmap.png) map.png',
    'images/map.png': writeBlankPng(30, 10),
    'images/roadmap.png': writeBlankPng(40, 10),
  })
  const folder = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, folder)
  expect(await readFile(join(folder, 'pages', 'way.md'), 'utf8')).toContain('![](map-1.png) ![](roadmap.png) map-1.png')
  await using empty = await openTempCatalog()
  await importFolder(empty.store, folder)
  const { aboutHtml, pages } = await empty.store.readSite()
  expect([aboutHtml, pages[0]!.html].map(widthsOf)).toEqual([['20'], ['30', '40']])
})

test('a renamed page keeps its earlier addresses, which an export writes; a new page at one of them takes it over', async () => {
  await using catalog = await openTempCatalog()
  const readPages = async () =>
    (await catalog.store.readSite()).pages.map(({ slug, formerSlugs = [] }) => [slug, ...formerSlugs])
  const folder = join(catalog.dir, 'content', 'pages')
  const rename = async (from: string, to: string, text: string) => {
    await rm(join(folder, `${from}.md`))
    await catalog.importContent({ [`pages/${to}.md`]: text })
  }
  await catalog.importContent({ 'pages/imprint.md': IMPRINT, 'pages/terms.md': '---\ntitle: Terms\n---\nOur terms' })
  await rename('imprint', 'legal', IMPRINT.replace('Ring 1', 'Ring 2'))
  await rename('terms', 'conditions', '---\ntitle: Conditions\n---\nOur terms')
  expect(await readPages()).toEqual([
    ['conditions', 'terms'],
    ['legal', 'imprint'],
  ])
  await rename('legal', 'legal-notice', IMPRINT)
  expect(await readPages()).toEqual([
    ['conditions', 'terms'],
    ['legal-notice', 'imprint', 'legal'],
  ])
  const exported = join(catalog.dir, 'exported')
  await exportFolder(catalog.store, exported)
  expect(await readFile(join(exported, 'pages', 'legal-notice.md'), 'utf8')).toContain('\nformer: imprint, legal\n')
  await using copy = await openTempCatalog()
  await importFolder(copy.store, exported)
  expect((await copy.store.readSite()).pages).toEqual((await catalog.store.readSite()).pages)
  await catalog.importContent({ 'pages/imprint.md': '---\ntitle: Another\n---\nText' })
  expect(await readPages()).toContainEqual(['legal-notice', 'legal'])
  await expect(
    catalog.importContent({ 'pages/imprint.md': '---\ntitle: A\nformer: Old Name\n---\nText' }),
  ).rejects.toThrow('"Old" is no earlier file name of the page')
})
