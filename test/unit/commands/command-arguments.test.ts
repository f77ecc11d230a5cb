import { expect, test } from 'vitest'
import { readCatalogArguments } from '../../../server/commands/catalog-arguments.ts'
import { CATALOG_USAGE } from '../../../server/commands/catalog-usage.ts'
import { readEnquiriesArguments } from '../../../server/commands/enquiries-arguments.ts'
import { UsageError } from '../../../server/commands/parse-arguments.ts'

test.each([
  ['import', '"import" needs a file or a folder.'],
  ['import a.csv b.csv', 'Unexpected argument "b.csv" for "import".'],
  ['import a.csv --wrong', '--wrong'],
  ['import a.csv --json', 'Unknown option --json for "import".'],
  ['import a.csv --force', '"import" accepts --force only together with --prune.'],
  ['import a.csv --encoding klingon', '"klingon" is not a known encoding'],
  ['import a.csv --format excel', '"excel" is not a known format; formats: vitrine, shopify'],
  ['import a.csv --if-changed', '"import" accepts --if-changed and --min-share only with an address'],
  ['import https://a.example/b.csv --min-share 90', '--min-share must be a number from 0 to 1 such as 0.9, not "90".'],
  ['import a.csv --format shopify --mapping b.json', '"import" accepts either --format or --mapping'],
  ['copy DATABASE_URL', '"copy" needs two databases: the source and the target.'],
  ['searches --days 0', '--days must be a whole number from 1 to 90, not "0".'],
  ['searches --delete --days 7', '"searches --delete" deletes everything; it accepts neither --days nor --limit.'],
  ['searches --limit many', '--limit must be a whole number from 1 to 10000, not "many".'],
  ['exprot', 'Unknown command "exprot". Commands: import, fetch, site, set, export, copy'],
  ['toString', 'Unknown command "toString".'],
  ['import a.csv --currency euros', '--currency must be a currency such as EUR, not "euros".'],
  ['site --language germanic', '--language must be a language such as en or de-AT, not "germanic".'],
  ['site --keep-amounts', '"site" accepts --keep-amounts only together with --currency.'],
])('rejects catalog %s with the message: %s', (words, message) => {
  const read = () => readCatalogArguments(words.split(' '))
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
})

test.each([
  'copy postgres://shop:s3cret@db.example/shop DATABASE_URL',
  'copy DATABASE_URL postgres://db.example/shop?user=shop&password=s3cret',
  'copy a.db b.db postgres://shop:s3cret@db.example/shop',
  'copy postgres://shop:s3/cret@db.example/shop DATABASE_URL',
])('refuses catalog %s because of its password and omits the password from the message', (words) => {
  const read = () => readCatalogArguments(words.split(' '))
  expect(read).toThrow(UsageError)
  expect(read).toThrow('other users of this machine can read the arguments of a command')
  expect(read).not.toThrow(/s3/)
})

test('accepts a database address without a password as an argument', () => {
  const to = 'postgres://shop@db.example:5432/shop?sslmode=require'
  expect(readCatalogArguments(['copy', 'a.db', to])).toEqual({ command: 'copy', from: 'a.db', to, force: false })
})

test.each([
  ['show', '"show" needs the reference of an enquiry.'],
  ['show x', '"x" is not a reference'],
  ['show --all AAAAAAAA', 'Unknown option --all for "show".'],
  ['answered AAAAAAAA AAAAAAAB', '"AAAAAAAA AAAAAAAB" is not a reference'],
  ['list AAAAAAAA', 'Unexpected argument "AAAAAAAA" for "list".'],
  ['export jo@visitor.example a.json b.json', 'Unexpected argument "b.json" for "export".'],
  ['burn', 'Unknown command "burn". Commands: list, show'],
])('rejects enquiries %s with the message: %s', (words, message) => {
  const read = () => readEnquiriesArguments(words.split(' '))
  expect(read).toThrow(UsageError)
  expect(read).toThrow(message)
})

test('import sets only the given options, and the help text lists every option', () => {
  const nothing = {
    command: 'import',
    path: 'a.csv',
    imagesDir: undefined,
    format: undefined,
    mapping: undefined,
    isConfirmed: false,
    encoding: undefined,
    keepRemotePictures: false,
    dryRun: false,
    strict: false,
    prune: false,
    force: false,
    keepAmounts: false,
    basics: {},
    verbose: false,
    feed: null,
  }
  expect(readCatalogArguments(['import', 'a.csv'])).toEqual(nothing)
  const all =
    'import a.csv --images photos --format shopify --encoding windows-1252 --dry-run --strict --prune --force --keep-amounts --currency eur --language de-at --name Acme --verbose --yes'.split(
      ' ',
    )
  expect(readCatalogArguments(all)).toEqual({
    ...nothing,
    imagesDir: 'photos',
    format: 'shopify',
    isConfirmed: true,
    encoding: 'windows-1252',
    dryRun: true,
    strict: true,
    prune: true,
    force: true,
    keepAmounts: true,
    basics: { currency: 'EUR', locale: 'de-AT', name: 'Acme' },
    verbose: true,
  })
  expect(readCatalogArguments(['import', 'a.csv', '--mapping', 'b.json'])).toEqual({ ...nothing, mapping: 'b.json' })
  expect(readCatalogArguments(['import', 'a.csv', '--keep-remote-pictures'])).toEqual({
    ...nothing,
    keepRemotePictures: true,
  })
  for (const option of [...all, '--keep-remote-pictures'].filter((word) => word.startsWith('--')))
    expect(CATALOG_USAGE).toContain(option)
})

test('template has a default file name, and a call without a command or with --help shows the help', () => {
  expect(readCatalogArguments(['template'])).toEqual({ command: 'template', path: 'products.xlsx' })
  expect(() => readCatalogArguments(['template', 'products.csv'])).toThrow('ends with .xlsx')
  for (const args of [[], ['-h'], ['import', '--help']]) expect(readCatalogArguments(args)).toEqual({ command: 'help' })
})

test('removes the advice about options from error messages of Node’s argument parser', () => {
  expect(() => readCatalogArguments(['import', 'a.csv', '--wrong'])).toThrow(/^Unknown option '--wrong'\.$/)
  expect(() => readCatalogArguments(['import', 'a.csv', '--images', '--strict'])).toThrow(
    /^Option '--images' argument is ambiguous\.$/,
  )
})

test.each([
  ['export', null, undefined],
  ['export a.csv', null, 'a.csv'],
  ['export ./jo@visitor.csv', null, './jo@visitor.csv'],
  ['export Jo@visitor.example', 'Jo@visitor.example', undefined],
  ['export jo@visitor.example jo.json', 'jo@visitor.example', 'jo.json'],
])('enquiries %s exports the address %s to the file %s', (words, email, path) => {
  expect(readEnquiriesArguments(words.split(' '))).toEqual({ command: 'export', email, path })
})
