import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { runCatalogCommand } from '../../server/commands/catalog-command.ts'
import { CollectedText, runCommand as run, type CommandResult } from '../support/run-command.ts'
import { openTempCatalog, type TempCatalog } from '../support/temp-catalog.ts'

const TABLE = 'Nr;Bezeichnung;VK netto;EK;Material\nA-1;Schale;12,50;6,00;Eiche\nA-2;Becher;9,00;4,00;Ton\n'

const importTable = (catalog: TempCatalog, ...args: string[]): Promise<CommandResult> =>
  run('catalog', { DATA_DIR: join(catalog.dir, 'data') }, ...args)

/** Runs a command on a terminal on which the owner types a line. */
async function runOnTerminal(catalog: TempCatalog, typed: string, ...args: string[]): Promise<CommandResult> {
  const [stdout, stderr] = [new CollectedText(), new CollectedText()]
  const stdin = Object.assign(new PassThrough(), { isTTY: true })
  stdin.write(typed)
  const code = await runCatalogCommand(args, {
    env: { DATA_DIR: join(catalog.dir, 'data') },
    stdin: stdin as unknown as NodeJS.ReadStream,
    stdout: stdout.stream,
    stderr: stderr.stream,
  })
  return { code, out: stdout.text, err: stderr.text }
}

const mappingOf = (path: string) => path.replace(/\.csv$/, '.mapping.json')

test('without a terminal, a table with unknown columns shows the proposal, exits with code 2 and names the command that accepts', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('my suppliers/list.csv', TABLE)
  const { code, out, err } = await importTable(catalog, 'import', path, '--images', catalog.dir, '--strict')
  expect(code).toBe(2)
  expect(out).toMatch(/^ {2}Nr +SKU +A-1 · A-2$/m)
  expect(out).toMatch(/^ {2}VK netto +Price +12,50 · 9,00 \(without tax: .*\)$/m)
  expect(out).toMatch(/^ {2}EK +not imported +6,00 · 4,00 \(what you or a dealer pay.*\)$/m)
  expect(out).toMatch(/^ {2}Material +Attribute: Material +Eiche · Ton$/m)
  expect(out).toContain(`npm run catalog -- import '${path}' --images ${catalog.dir} --strict --yes\n`)
  expect(err).toBe(
    `${path}, line 1: the columns are not those of a known format, and the proposed mapping was not accepted. Nothing was changed.\n`,
  )
  expect(existsSync(mappingOf(path))).toBe(false)
  expect((await catalog.store.readStatistics()).products.public).toBe(0)
})

test('--yes accepts the proposal and says where it is, and later imports do not ask', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('list.csv', TABLE)
  const first = await importTable(catalog, 'import', path, '--yes')
  expect(first).toMatchObject({ code: 0, err: '' })
  expect(first.out).toMatch(/Products +2 new/)
  expect(first.out).toContain(`edit ${mappingOf(path)} to change what becomes of them`)
  const again = await importTable(catalog, 'import', path)
  expect(again.code).toBe(0)
  expect(again.out).toMatch(/^.*list\.csv: table with the columns of list\.mapping\.json, 2 rows/)
})

test.each([
  ['', 0],
  ['Yes', 0],
  ['n', 2],
])('on a terminal, the answer "%s" exits with code %i', async (answer, code) => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('list.csv', TABLE)
  const basics = ['--currency', 'EUR', '--language', 'de', '--name', 'Lager']
  const result = await runOnTerminal(catalog, `${answer}\n`, 'import', path, ...basics)
  expect(result).toMatchObject({ code, err: expect.stringContaining('Import with this mapping? [Y/n] ') })
  expect(existsSync(mappingOf(path))).toBe(code === 0)
})

test('a dry run does not ask, shows what would be imported and how to accept the mapping, and writes nothing', async () => {
  await using catalog = await openTempCatalog()
  const path = await catalog.write('list.csv', TABLE)
  const { code, out } = await importTable(catalog, 'import', path, '--dry-run')
  expect(code).toBe(0)
  expect(out).toMatch(/Products +2 new/)
  expect(out).toContain(`npm run catalog -- import ${path} --yes`)
  expect(existsSync(mappingOf(path))).toBe(false)
})
