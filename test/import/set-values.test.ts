import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeCsv } from '../support/csv-text.ts'
import { runCommand, type CommandResult } from '../support/run-command.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const MUG = {
  Slug: 'mug',
  Name: 'Mug',
  Brand: 'Kiln',
  Description: '<p>Holds <b>tea</b>.</p>',
  Category: 'Table > Mugs',
  SKU: 'MUG-1',
  Price: '12.00',
  Availability: 'in stock',
  Attributes: 'Material: Clay\nColour: Blue',
}
const SHIRT = {
  Slug: 'shirt',
  Name: 'Shirt',
  'Option 1 name': 'Size',
  'Option 1 value': 'S',
  SKU: 'SHIRT-S',
  Price: '20.00',
  'Compare-at price': '25.00',
  'Pack size': '5',
}
const LARGE = { ...SHIRT, Name: '', 'Option 1 value': 'L', SKU: 'SHIRT-L', Price: '22.00' }
const CATALOGUE = writeCsv([MUG, SHIRT, LARGE])

const runnerOf =
  (settings: Readonly<Record<string, string>>) =>
  (...args: readonly string[]): Promise<CommandResult> =>
    runCommand('catalog', settings, ...args)

const commandOf = ({ dir }: TempCatalog) => runnerOf({ DATA_DIR: join(dir, 'data') })

test('set finds a product by its address in another language, or by a former one', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importContent({
    'site.json': JSON.stringify({ languages: ['en', 'de'], currency: 'EUR' }),
    'products.csv': writeCsv([{ ...MUG, 'Name[de]': 'Becher', 'Slug[de]': 'becher', 'Former slugs': 'cup' }]),
  })
  for (const [word, price] of [
    ['becher', '13.00'],
    ['cup', '14.00'],
  ] as const) {
    expect(await run('set', word, `price=${price}`)).toMatchObject({ code: 0 })
    expect((await catalog.readProduct('mug'))?.variants[0].priceMinor).toBe(Number(price) * 100)
  }
})

test('set changes the named values of a product, says so, and can be undone', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importText(CATALOGUE)
  const before = (await catalog.readProduct('mug'))!
  const change = ['MUG-1', 'price=12.50', 'availability=out_of_stock', 'compare-at-price=15']
  const preview = await run('set', ...change, '--dry-run')
  expect(preview.out).toMatch(/Changed products:\n {2}mug: variants\n[^]*Dry run: nothing was written\./)
  expect(await catalog.readProduct('mug')).toEqual(before)
  const { code, out, err } = await run('set', ...change)
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(out).toContain('MUG-1 price=12.50 availability=out_of_stock compare-at-price=15\n')
  expect(out).toMatch(/Products +0 new, 1 changed, 0 unchanged/)
  expect(out).toContain('Changed products:\n  mug: variants')
  expect(out).toContain(
    '\nValues:\n  Price: 12.00 → 12.50\n  Availability: in stock → out_of_stock\n  Compare-at price: (blank) → 15\n',
  )
  expect(await catalog.readProduct('mug')).toEqual({
    ...before,
    variants: [{ ...before.variants[0], priceMinor: 1250, compareAtMinor: 1500, availability: 'OutOfStock' }],
  })
  expect((await run('set', 'MUG-1', 'price=12.5')).out).toMatch(/Products +0 new, 0 changed, 1 unchanged/)
  expect((await run('history')).out).toMatch(/UTC, set MUG-1 price=12\.50 .* \(1 changed\)/)
  expect((await run('rollback')).out).toContain('Undone: ')
  expect(await catalog.readProduct('mug')).toEqual(before)
})

test('a value of a variant changes that variant alone, and a value of the product is the same from each', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importText(CATALOGUE)
  const before = (await catalog.readProduct('shirt'))!
  expect(await run('set', 'SHIRT-L', 'Price=24,90', 'brand=Loom', 'lead time=2 weeks')).toMatchObject({ code: 0 })
  const [small, large] = before.variants
  expect(await catalog.readProduct('shirt')).toEqual({
    ...before,
    brand: 'Loom',
    variants: [small, { ...large, priceMinor: 2490, leadTime: '2 weeks' }],
  })
  expect(await run('set', 'shirt', 'price=1')).toEqual({
    code: 2,
    out: '',
    err: 'set shirt: "shirt" has 2 variants; name one by its article number, or import a sheet. Nothing was changed.\n',
  })
  expect(await run('set', 'shirt', 'Name=Work shirt')).toMatchObject({ code: 0 })
  expect((await catalog.readProduct('shirt'))?.name).toBe('Work shirt')
})

test('a single attribute is changed in its place, added or removed', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importText(CATALOGUE)
  await run('set', 'MUG-1', 'attribute: material=Stoneware: fine', 'Attribute: Volume=0.3 l')
  await run('set', 'mug', 'Attribute:Colour=')
  expect((await catalog.readProduct('mug'))?.attributes).toEqual([
    { name: 'Material', value: 'Stoneware: fine' },
    { name: 'Volume', value: '0.3 l' },
  ])
})

test('set with unusable arguments changes nothing and says why', async () => {
  await using catalog = await openTempCatalog()
  await catalog.importText(
    writeCsv([MUG, SHIRT, LARGE, { ...MUG, Slug: 'jug', SKU: 'J' }, { ...MUG, Slug: 'jar', SKU: 'J' }]),
  )
  const { revision } = catalog.store
  const run = commandOf(catalog)
  const refused = [
    [['MUG-1'], '"set" needs COLUMN=VALUE.'],
    [['MUG-1', 'price'], '"price" is not COLUMN=VALUE, such as price=12.50.'],
    [['MUG-1', 'prize=5'], 'There is no column "prize". Columns: Former slugs, Name, '],
    [['MUG-1', 'price=5', 'Price=6'], '"Price" is given twice.'],
    [['MUG-1', 'slug=cup'], '"slug" cannot be set; import a sheet with this column.'],
    [['MUG-1', 'pictograms=a.png'], '"pictograms" cannot be set; import a sheet with this column.'],
    [['MUG-1', 'images=a.jpg'], '"images" cannot be set; import a sheet with this column.'],
    [['MUG-2', 'price=5'], 'set MUG-2: no product has this article number'],
    [
      ['J', 'price=5'],
      'set J: several products have this article number; name one by the end of its address: jug, jar',
    ],
    [['MUG-1', 'price=cheap'], 'set MUG-1, column "Price": "cheap" '],
    [['MUG-1', 'price=-5'], 'set MUG-1, column "Price": "-5" is negative'],
    [['MUG-1', 'price=5 EUR'], 'set MUG-1, column "Price": '],
    [['MUG-1', 'availability=soon'], 'set MUG-1, column "Availability": expected one of in stock, '],
    [['MUG-1', 'name='], 'set MUG-1, column "Name": the name is missing'],
    [['MUG-1', 'pack size=1.000'], 'set MUG-1, column "Pack size": expected a number of pieces'],
  ] as const
  for (const [args, message] of refused) {
    const { code, out, err } = await run('set', ...args)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err.slice(0, message.length)).toBe(message)
  }
  expect(catalog.store.revision).toBe(revision)
})

test('a product that an import with --prune has hidden is only changed if it is offered again', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importText(CATALOGUE)
  await catalog.importText(writeCsv([SHIRT]), { prune: true, force: true })
  expect((await run('set', 'MUG-1', 'price=5')).err).toContain('"mug" is not offered')
  expect(await run('set', 'MUG-1', 'price=5', 'visibility=public')).toMatchObject({ code: 0 })
  expect(await catalog.readProduct('mug')).toMatchObject({ visibility: 'public', variants: [{ priceMinor: 500 }] })
})

test('set changes the texts in a further language, and nothing of the others', async () => {
  await using catalog = await openTempCatalog()
  const run = commandOf(catalog)
  await catalog.importContent({
    'site.json': '{ "languages": ["en", "de", "fr"] }',
    'products.csv': writeCsv([{ ...SHIRT, 'Name[de]': 'Hemd', 'Option 1 value[de]': 'Klein' }, LARGE]),
  })
  const before = (await catalog.readProduct('shirt'))!
  const changes = ['name[DE]=Leinenhemd', 'Short description[de]=<b>Leicht</b>', 'Meta title[fr]=Chemise']
  expect(await run('set', 'SHIRT-L', ...changes, '--dry-run')).toMatchObject({ code: 0 })
  expect(await catalog.readProduct('shirt')).toEqual(before)
  const { code, out } = await run('set', 'SHIRT-L', ...changes, 'brand=Loom')
  expect([code, out]).toEqual([0, expect.stringContaining('\nValues:\n  Name[de]: Hemd → Leinenhemd\n')])
  expect(out).toContain('  Meta title[fr]: (blank) → Chemise\n')
  const after = await catalog.readProduct('shirt')
  expect(after).toEqual({
    ...before,
    brand: 'Loom',
    translations: {
      de: { ...before.translations?.['de'], name: 'Leinenhemd', shortDescription: '<b>Leicht</b>' },
      fr: { metaTitle: 'Chemise' },
    },
  })
  expect((await run('set', 'SHIRT-L', 'Name[de]=', 'Meta title[fr]=')).out).toContain('Name[de]: Leinenhemd → (blank)')
  expect((await catalog.readProduct('shirt'))?.translations).toEqual({
    de: { slug: 'hemd', terms: { Size: { values: { S: 'Klein' } } }, shortDescription: '<b>Leicht</b>' },
  })
  await run('set', 'SHIRT-L', 'Attribute: Cut=Wide')
  await run('set', 'SHIRT-L', 'Attribute: Cut[de]=Weit')
  const { de } = (await catalog.readProduct('shirt'))!.translations!
  expect(de!.terms!['Cut']).toEqual({ values: { Wide: 'Weit' } })
  const refused = {
    'Name[it]=Camicia': 'There is no column "Name[it]". Columns: Former slugs, Name, ',
    'Name[en]=Shirt': 'Meta description[de], ',
    'Slug[de]=hemd': '"Slug[de]" cannot be set; import a sheet with this column.',
    'Price[de]=1': 'There is no column "Price[de]".',
  }
  for (const [change, reason] of Object.entries(refused))
    expect(await run('set', 'SHIRT-L', change)).toMatchObject({
      code: 2,
      err: expect.stringContaining(reason) as string,
    })
})
