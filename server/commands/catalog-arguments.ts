import { resolve } from 'node:path'
import { isFileAddress } from '../import/files/download-file.ts'
import type { FeedRules } from '../import/import-feed.ts'
import { isKnownEncoding } from '../import/files/text-file.ts'
import { PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { BASIC_OPTIONS, BASICS, checkBasic, type SiteBasics } from '../import/site-basics.ts'
import { hasPassword } from '../platform/settings/database-settings.ts'
import { DEFAULT_LIMITS, KEPT_DAYS } from '../catalog/unmatched-texts/unmatched-text-store.ts'
import { FORMAT_IDS } from '../../shared/site.ts'
import { SEARCHES_LIMIT } from './catalog-usage.ts'
import { checkCommand, parseArguments, UsageError } from './parse-arguments.ts'

const HEADER_ROW_MAX = 10_000

export type CatalogArguments =
  | { readonly command: 'help' | 'stats' | 'history' }
  | { readonly command: 'site'; readonly basics: SiteBasics; readonly keepAmounts: boolean }
  | { readonly command: 'rollback'; readonly isConfirmed: boolean }
  | { readonly command: 'fetch'; readonly verbose: boolean }
  | { readonly command: 'check'; readonly json: boolean }
  | {
      readonly command: 'searches' | 'missing'
      readonly deletes: boolean
      readonly days: number
      readonly limit: number
    }
  | { readonly command: 'template' | 'backup'; readonly path: string }
  | { readonly command: 'export'; readonly path: string; readonly force: boolean }
  | { readonly command: 'copy'; readonly from: string; readonly to: string; readonly force: boolean }
  | {
      readonly command: 'set'
      readonly article: string
      readonly assignments: readonly string[]
      readonly dryRun: boolean
    }
  | ({ readonly command: 'import'; readonly path: string } & ReturnType<typeof readImportOptions> & {
        readonly feed: FeedRules | null
      })

type Values = ReturnType<typeof parse>['values']

const BASIC_NAMES = BASICS.map((basic) => BASIC_OPTIONS[basic].slice(2))

const IMPORT_OPTIONS =
  'images keep-remote-pictures format mapping yes sheet header-row encoding dry-run strict verbose report rejected prune force keep-amounts if-changed min-share'.split(
    ' ',
  )

const COMMANDS = {
  import: { options: [...IMPORT_OPTIONS, ...BASIC_NAMES], maxArguments: 1 },
  fetch: { options: ['verbose'], maxArguments: 0 },
  site: { options: [...BASIC_NAMES, 'keep-amounts'], maxArguments: 0 },
  set: { options: ['dry-run'], maxArguments: Infinity },
  export: { options: ['force'], maxArguments: 1 },
  copy: { options: ['force'], maxArguments: 2 },
  backup: { options: [], maxArguments: 1 },
  template: { options: [], maxArguments: 1 },
  history: { options: [], maxArguments: 0 },
  rollback: { options: ['yes'], maxArguments: 0 },
  check: { options: ['json'], maxArguments: 0 },
  stats: { options: [], maxArguments: 0 },
  searches: { options: ['days', 'limit', 'delete'], maxArguments: 0 },
  missing: { options: ['days', 'limit', 'delete'], maxArguments: 0 },
}

/** @throws UsageError if the arguments are invalid */
export function readCatalogArguments(args: readonly string[]): CatalogArguments {
  const { values, positionals } = parse(args)
  const [name, ...rest] = positionals
  if (values.help || name === undefined) return { command: 'help' }
  refusePasswords(positionals)
  const command = checkCommand(COMMANDS, name, rest, Object.keys(values))
  const [path, target] = rest
  switch (command) {
    case 'import':
      if (path === undefined) throw new UsageError('"import" needs a file or a folder.')
      return { command, path, ...readImportOptions(values), ...readFeedRules(path, values) }
    case 'export':
      if (path === undefined) throw new UsageError('"export" needs a folder.')
      return { command, path, force: values.force ?? false }
    case 'backup':
      if (path === undefined) throw new UsageError('"backup" needs a file.')
      return { command, path }
    case 'copy':
      if (path === undefined || target === undefined)
        throw new UsageError('"copy" needs two databases: the source and the target.')
      return { command, from: path, to: target, force: values.force ?? false }
    case 'template':
      if (path !== undefined && !/\.xlsx$/i.test(path))
        throw new UsageError('The template is a workbook: give a FILE whose name ends with .xlsx.')
      return { command, path: path ?? 'products.xlsx' }
    case 'check':
      return { command, json: values.json ?? false }
    case 'searches':
    case 'missing':
      if (values.delete && (values.days !== undefined || values.limit !== undefined))
        throw new UsageError(`"${command} --delete" deletes everything; it accepts neither --days nor --limit.`)
      return {
        command,
        deletes: values.delete ?? false,
        days: readNumber('days', values.days, KEPT_DAYS) ?? KEPT_DAYS,
        limit: readNumber('limit', values.limit, DEFAULT_LIMITS.maxTexts) ?? SEARCHES_LIMIT,
      }
    case 'set':
      if (path === undefined || target === undefined)
        throw new UsageError('"set" needs an article number and what to change: set 4711 price=12.50')
      return { command, article: path, assignments: rest.slice(1), dryRun: values['dry-run'] ?? false }
    case 'fetch':
      return { command, verbose: values.verbose ?? false }
    case 'rollback':
      return { command, isConfirmed: values.yes ?? false }
    case 'stats':
    case 'history':
      return { command }
    case 'site':
      if (values['keep-amounts'] && values.currency === undefined)
        throw new UsageError('"site" accepts --keep-amounts only together with --currency.')
      return { command, basics: readBasics(values), keepAmounts: values['keep-amounts'] ?? false }
  }
}

function refusePasswords(args: readonly string[]): void {
  if (!args.some(hasPassword)) return
  throw new UsageError(
    'A database address with a password cannot be an argument, because other users of this machine can read the arguments of a command. Set an environment variable to the address and pass its name: SOURCE_URL=postgres://… npm run catalog -- copy SOURCE_URL DATABASE_URL',
  )
}

function readNumber(option: string, value: string | undefined, max: number): number | undefined {
  if (value === undefined) return undefined
  const number = /^[1-9]\d{0,5}$/.test(value) ? Number(value) : Infinity
  if (number > max) throw new UsageError(`--${option} must be a whole number from 1 to ${max}, not "${value}".`)
  return number
}

/** @throws UsageError if a value cannot be used */
function readBasics({ currency, language, name }: Values): SiteBasics {
  const given = { currency, locale: language, name }
  const basics: { -readonly [Basic in keyof SiteBasics]: SiteBasics[Basic] } = {}
  for (const basic of BASICS) {
    const text = given[basic]
    if (text === undefined) continue
    const checked = checkBasic(basic, text)
    if ('fault' in checked) throw new UsageError(`${BASIC_OPTIONS[basic]} ${checked.fault}, not "${text}".`)
    basics[basic] = checked.value
  }
  return basics
}

function readTableOptions({ encoding, sheet, 'header-row': headerRow }: Values) {
  if (encoding !== undefined && !isKnownEncoding(encoding))
    throw new UsageError(`"${encoding}" is not a known encoding; common ones are utf-8, windows-1252 and utf-16le.`)
  return { encoding, sheet, headerRow: readNumber('header-row', headerRow, HEADER_ROW_MAX) }
}

function readImportOptions(values: Values) {
  if (values.format !== undefined && !PRODUCT_FORMATS.some(({ id }) => id === values.format)) {
    throw new UsageError(`"${values.format}" is not a known format; formats: ${FORMAT_IDS.join(', ')}.`)
  }
  if (values.format !== undefined && values.mapping !== undefined)
    throw new UsageError('"import" accepts either --format or --mapping, because a mapping is for tables in no format.')
  if (
    values.report !== undefined &&
    values.rejected !== undefined &&
    resolve(values.report) === resolve(values.rejected)
  )
    throw new UsageError('--report and --rejected need two different files.')
  if (values.force && !values.prune) throw new UsageError('"import" accepts --force only together with --prune.')
  return {
    imagesDir: values.images,
    format: values.format,
    mapping: values.mapping,
    isConfirmed: values.yes ?? false,
    ...readTableOptions(values),
    keepRemotePictures: values['keep-remote-pictures'] ?? false,
    dryRun: values['dry-run'] ?? false,
    strict: values.strict ?? false,
    prune: values.prune ?? false,
    keepAmounts: values['keep-amounts'] ?? false,
    basics: readBasics(values),
    force: values.force ?? false,
    verbose: values.verbose ?? false,
    reportPath: values.report,
    rejectedPath: values.rejected,
  }
}

/** @returns null as `feed` if neither option is given */
function readFeedRules(path: string, values: Values): { readonly feed: FeedRules | null } {
  const { 'if-changed': ifChanged = false, 'min-share': share } = values
  if (!ifChanged && share === undefined) return { feed: null }
  if (!isFileAddress(path))
    throw new UsageError(
      '"import" accepts --if-changed and --min-share only with an address, whose last file it remembers.',
    )
  if (share !== undefined && !/^(?:0(?:\.\d{1,4})?|1(?:\.0+)?)$/.test(share))
    throw new UsageError(`--min-share must be a number from 0 to 1 such as 0.9, not "${share}".`)
  return { feed: { ifChanged, minShare: share === undefined ? undefined : Number(share) } }
}

function parse(args: readonly string[]) {
  return parseArguments(args, {
    images: { type: 'string' },
    'keep-remote-pictures': { type: 'boolean' },
    format: { type: 'string' },
    mapping: { type: 'string' },
    sheet: { type: 'string' },
    'header-row': { type: 'string' },
    encoding: { type: 'string' },
    'if-changed': { type: 'boolean' },
    'min-share': { type: 'string' },
    'dry-run': { type: 'boolean' },
    strict: { type: 'boolean' },
    json: { type: 'boolean' },
    days: { type: 'string' },
    delete: { type: 'boolean' },
    limit: { type: 'string' },
    prune: { type: 'boolean' },
    'keep-amounts': { type: 'boolean' },
    currency: { type: 'string' },
    language: { type: 'string' },
    name: { type: 'string' },
    verbose: { type: 'boolean' },
    report: { type: 'string' },
    rejected: { type: 'string' },
    force: { type: 'boolean' },
    yes: { type: 'boolean' },
    help: { type: 'boolean', short: 'h' },
  })
}
