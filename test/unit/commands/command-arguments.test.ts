import { expect, test } from 'vitest'
import { runCommand } from '../../support/run-command.ts'

/** Nothing is there, so a command that accepts its arguments fails with another message. */
const run = (command: 'catalog' | 'enquiries', args: readonly string[]) =>
  runCommand(command, { DATA_DIR: '/nowhere/vitrine' }, ...args)

const HINT = 'For all commands and options: npm run'

test.each([
  ['import', '"import" needs FILE|FOLDER|ADDRESS.'],
  ['import a.csv b.csv', 'Unexpected argument "b.csv" for "import".'],
  ['import a.csv --wrong', '--wrong'],
  ['import a.csv --force', '"import" accepts --force only together with --prune.'],
  ['import a.csv --encoding klingon', '"klingon" is not a known encoding'],
  ['import a.csv --format excel', '"excel" is not a known format; formats: vitrine, shopify'],
  ['import a.csv --format shopify --mapping b.json', '"import" accepts either --format or --mapping'],
  ['copy DATABASE_URL', '"copy" needs TO.'],
  ['copy a.db b.db c.db', 'Unexpected argument "c.db" for "copy".'],
  ['history --force', 'Unknown option --force for "history".'],
  ['import a.csv --header-row 0', '--header-row must be a whole number from 1 to 10000, not "0".'],
  ['exprot', 'Unknown command "exprot". Commands: import, fetch, site, set, export, copy'],
  ['toString', 'Unknown command "toString".'],
  ['import a.csv --currency euros', '--currency must be a currency such as EUR, not "euros".'],
  ['site --language germanic', '--language must be a language such as en or de-AT, not "germanic".'],
])('rejects catalog %s with the message: %s', async (words, message) => {
  const { code, err } = await run('catalog', words.split(' '))
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain(HINT)
})

test.each([
  ['show', '"show" needs REFERENCE.'],
  ['show x', '"x" is not a reference'],
  ['show --all AAAAAAAA', 'Unknown option --all for "show".'],
  ['answered AAAAAAAA AAAAAAAB', '"AAAAAAAA AAAAAAAB" is not a reference'],
  ['list AAAAAAAA', 'Unexpected argument "AAAAAAAA" for "list".'],
  ['export jo@visitor.example a.json b.json', 'Unexpected argument "b.json" for "export".'],
  ['burn', 'Unknown command "burn". Commands: list, show'],
])('rejects enquiries %s with the message: %s', async (words, message) => {
  const { code, err } = await run('enquiries', words.split(' '))
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(err).toContain(HINT)
})

test('template expects the name of a workbook, and a call without a command or with --help shows the help', async () => {
  expect((await run('catalog', ['template', 'products.csv'])).err).toContain('ends with .xlsx')
  for (const args of [[], ['-h'], ['import', '--help']])
    expect(await run('catalog', args)).toMatchObject({ code: 0, out: expect.stringContaining('Usage: ') as string })
})

test('removes the advice about options from error messages of Node’s argument parser', async () => {
  expect((await run('catalog', ['import', 'a.csv', '--wrong'])).err).toMatch(/^Unknown option '--wrong'\.\n/)
  expect((await run('catalog', ['import', 'a.csv', '--images', '--strict'])).err).toMatch(
    /^Option '--images' argument is ambiguous\.\n/,
  )
})
