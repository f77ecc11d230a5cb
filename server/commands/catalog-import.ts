import { stat } from 'node:fs/promises'
import { createInterface } from 'node:readline/promises'
import { formatReport } from '../import/format-report.ts'
import { isFileAddress, nameAddress } from '../import/files/download-file.ts'
import { importAddress, importFile, importFolder } from '../import/import-catalog.ts'
import { ImportError } from '../import/import-error.ts'
import { importFeed } from '../import/import-feed.ts'
import type { ImportReport } from '../import/import-report.ts'
import { describeProposal } from '../import/mapping/describe-mapping.ts'
import type { MappingProposal } from '../import/mapping/propose-mapping.ts'
import type { ImportProgress } from '../import/run-import.ts'
import type { Basic } from '../import/site-basics.ts'
import type { OpenedCatalog, Stores } from '../site.ts'
import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import type { CatalogArguments } from './catalog-arguments.ts'
import type { CommandProcess, ExitCode } from './command-process.ts'
import { describeDatabaseFailure } from './database-failure.ts'
import { runFetch } from './fetch.ts'
import { buildImportCommand, ImportFiles } from './import-files.ts'
import { ProgressDisplay } from './progress.ts'
import { askBasic } from './site.ts'

export async function runImportCommand(
  { catalog, background }: OpenedCatalog & Partial<Pick<Stores, 'background'>>,
  args: CatalogArguments & { command: 'import' },
  siteUrl: string,
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  const display = new ProgressDisplay(own.stderr, 'rows')
  try {
    using files = new ImportFiles(args)
    const onProgress = ({ rows, totalRows }: ImportProgress) => display.show(rows, totalRows)
    const acceptMapping = (proposal: MappingProposal) => decideOnMapping(proposal, args, own, terminal)
    const ask = own.stdin.isTTY ? (basic: Basic, fallback: string) => askBasic(basic, fallback, own) : undefined
    const options = {
      ...args,
      ...files.recorders,
      siteUrl,
      downloadRules: own.downloadRules,
      onProgress,
      acceptMapping,
      ask,
    }
    const importPath = async (path: string): Promise<ImportReport | null> => {
      if (args.feed && background) return importFeed(catalog, background.importedFiles, path, args.feed, options)
      if (isFileAddress(path)) return importAddress(catalog, path, options)
      return (await isFolder(path)) ? importFolder(catalog, path, options) : importFile(catalog, path, options)
    }
    const report = await files.recordFailure(importPath(args.path), (line) => {
      display.stop()
      terminal.error(line)
    })
    display.stop()
    if (report === null) {
      terminal.log(`${nameAddress(args.path)} has not changed since its last import. Nothing was imported.`)
      return 0
    }
    terminal.log(formatReport(report, args))
    const { lines, faults } = files.finish(report)
    if (lines.length > 0) terminal.log(`\n${lines.join('\n')}`)
    for (const fault of faults) terminal.error(fault)
    const isWritten = report.applied && !report.dryRun
    const fetchCode = isWritten ? await fetchAfterImport(catalog, args, own, terminal) : 0
    return fetchCode || (report.rejected.count > 0 || faults.length > 0 ? 1 : 0)
  } finally {
    display.stop()
  }
}

/**
 * The import is complete whatever becomes of its pictures, so a picture that fails does not change its exit code.
 * @returns 0; 1 if the database failed; the exit code of a signal
 */
async function fetchAfterImport(
  store: CatalogStore,
  args: CatalogArguments & { command: 'import' },
  own: CommandProcess,
  terminal: Console,
): Promise<ExitCode> {
  try {
    const isNothingLeft = (await store.readStatistics()).remoteImages === 0
    if (isNothingLeft || (await store.readSite()).keepRemotePictures) return 0
    terminal.log()
    const code = await runFetch(store, args, own, terminal)
    return code > 128 ? code : 0
  } catch (error) {
    const consequence = ' The import itself is complete. To fetch its pictures: npm run catalog -- fetch'
    terminal.error(describeDatabaseFailure(error, consequence))
    return 1
  }
}

/** Asks on a terminal; elsewhere `--yes` accepts the mapping, and a dry run needs no answer. */
async function decideOnMapping(
  proposal: MappingProposal,
  args: CatalogArguments & { command: 'import' },
  own: CommandProcess,
  terminal: Console,
): Promise<boolean> {
  terminal.log(`${describeProposal(proposal.file, proposal)}\n`)
  if (args.isConfirmed) return true
  if (!args.dryRun && own.stdin.isTTY && (await ask(own, 'Import with this mapping? [Y/n] ', 'yes'))) return true
  terminal.log(`To import with this mapping: ${buildImportCommand(args, args.path, ['--yes'])}\n`)
  return args.dryRun
}

/** @param preset the answer if the owner presses only Enter */
export async function ask({ stdin, stderr }: CommandProcess, question: string, preset: 'yes' | 'no'): Promise<boolean> {
  using dialogue = createInterface({ input: stdin, output: stderr })
  // Ctrl+C and Ctrl+D reject the question.
  const answer = await dialogue.question(question).catch(() => 'no')
  return /^y(?:es)?$/i.test(answer.trim() || preset)
}

async function isFolder(path: string): Promise<boolean> {
  const found = await stat(path).catch((error: unknown) => {
    throw new ImportError({ file: path }, 'there is no such file or folder', { cause: error })
  })
  return found.isDirectory()
}
