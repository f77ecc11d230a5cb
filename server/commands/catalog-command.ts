import type { CatalogStore } from '../catalog/store/catalog-store.ts'
import { CHANGES_MAX } from '../catalog/store/undo-journal.ts'
import { FORMAT_IDS, PRODUCT_FORMATS } from '../import/formats/product-formats.ts'
import { openStores } from '../site.ts'
import {
  listUnmatched,
  rollBack,
  runCheck,
  runCopy,
  writeBackup,
  writeExport,
  writeHistory,
  writeTemplate,
} from './catalog-tasks.ts'
import {
  type Call,
  type CommandProcess,
  type ExitCode,
  type Program,
  readConfigOfSite,
  runProgram,
} from './command-line.ts'
import { runFetch, runImport, runSite } from './import.ts'
import { runSet } from './set-values.ts'

type CatalogTask = (call: Call, store: CatalogStore) => Promise<ExitCode>

const onCatalog = (task: CatalogTask) => async (call: Call) => {
  await using stores = await openStores(readConfigOfSite(call).database)
  return await task(call, stores.catalog)
}

const FORMAT_NAMES = PRODUCT_FORMATS.map(({ name }) => name).join(', ')

export const CATALOG: Program = {
  script: 'catalog',
  commands: {
    import: {
      parameters: 'FILE|FOLDER|ADDRESS',
      help: [
        'imports products into the catalogue',
        `FILE is a ${FORMAT_NAMES}, or any other table: the command then shows what its columns would become, and asks. Tables may be CSV or workbooks (.xlsx).`,
        'ADDRESS is the https address of a FILE. ${NAME} in it stands for a variable of the environment, such as a password.',
        'FOLDER contains any of site.json, about.md, pages/, categories.csv, redirects.csv, synonyms.csv, attributes.csv, companies.csv, products.*, images/ and documents/.',
        'Without --currency, --language and --name, the first import takes them from the file, or assumes them and says so.',
      ],
      options: {
        format: `format of the products' file, if its columns do not identify it: ${FORMAT_IDS.join(', ')}`,
        mapping:
          'what becomes of the columns of another table, or where to write what you accept; by default NAME.mapping.json beside the table NAME.csv',
        yes: 'accepts what is proposed for the columns of another table, and writes it to that file',
        images: 'folder of the pictures and documents, which are found by file name',
        'keep-remote-pictures':
          'leaves pictures and documents that are given by address where they are; otherwise they are fetched and stored when the import is done',
        'dry-run': 'reports what would change, but changes nothing',
        strict: 'changes nothing if any row is rejected',
        prune:
          'unpublishes products that are missing from the file, or discontinues or keeps them, as missingProducts in site.json says; fails if it would change more than a tenth',
        force: 'with --prune: also changes more than a tenth',
        currency: 'currency of the site and of prices without one, such as EUR',
        language: 'language of the texts, such as de; of a file in a further language only the texts are imported',
        name: 'name of the site',
        sheet: 'sheet of a workbook, if it is not the one with most known column names',
        'header-row': 'row with the column names, counted from 1, if it is not the first one with known names',
        encoding: 'encoding of a file that is not UTF-8 (for example windows-1252)',
        verbose: 'lists every new or changed product and every notice, of each kind at most 10,000',
        rejected:
          'writes the rejected rows to a new CSV file, with all rows of their products and a column for the reason; once mended, it can be imported alone',
      },
      run: runImport,
    },
    fetch: {
      help: [
        'fetches and stores pictures and documents at remote addresses, as each import does at its end; also those that failed or were left when it was interrupted',
      ],
      options: { verbose: 'lists everything that failed' },
      run: onCatalog(runFetch),
    },
    site: {
      help: ['shows currency, language and name of the site, or sets them'],
      options: {
        currency: 'such as EUR',
        language: 'such as de',
        name: 'name of the site',
      },
      run: runSite,
    },
    set: {
      parameters: 'ARTICLE COLUMN=VALUE ...',
      help: [
        'changes values of one product, such as: set 4711 price=12.50 availability=in_stock "Attribute: Material=Oak"',
        "ARTICLE is an article number (SKU), or the end of the product's address. The columns are those of Vitrine's own sheet, also of texts in a further language: 'Name[de]=Schale'.",
      ],
      options: { 'dry-run': 'reports what would change, but changes nothing' },
      run: onCatalog(runSet),
    },
    export: {
      parameters: 'FOLDER',
      help: ['writes the catalogue to a folder; importing that folder changes nothing'],
      options: { force: 'writes to a folder that is not empty and overwrites files of the same names' },
      run: onCatalog(writeExport),
    },
    copy: {
      parameters: 'FROM TO',
      help: [
        'copies a whole site, including enquiries, from one database to another',
        'FROM and TO are the path of a file, DATABASE_URL for the configured database, or another environment variable whose name ends in _URL and whose value is a database address',
      ],
      options: { force: 'replaces the catalogue of a database that is not empty and keeps its enquiries' },
      run: runCopy,
    },
    backup: {
      parameters: 'FILE',
      help: [
        'writes a whole site, including enquiries, to a new file; the server may be running',
        'To restore it: copy FILE DATABASE_URL --force',
      ],
      run: writeBackup,
    },
    history: {
      help: [`lists the changes that can be undone: the last ${CHANGES_MAX} imports, copies and changes of the site`],
      run: onCatalog(writeHistory),
    },
    rollback: {
      help: [
        'undoes the newest of them, and the one before if it is called again. A catalogue without products is restored only with --yes',
      ],
      options: { yes: 'also restores a catalogue without products' },
      run: onCatalog(rollBack),
    },
    template: {
      parameters: '[FILE]',
      help: [
        'writes a workbook to start from to a new file (default products.xlsx): two example products, drop-downs and an explanation of each column',
      ],
      run: writeTemplate,
    },
    check: {
      help: [
        'looks for damage to the database, for problems with pictures, texts, SKUs, prices, successors and empty categories, and for a name, contact, currency, language or SITE_URL that was never set; advises an imprint, a privacy page and ENQUIRY_RETENTION_DAYS',
      ],
      options: { verbose: 'lists up to 10,000 findings of each kind, instead of the first 20' },
      run: onCatalog(runCheck),
    },
    searches: {
      help: ['lists what visitors searched for without finding a product that matches all words, most frequent first'],
      options: { delete: 'deletes all counted searches instead' },
      run: (call) => listUnmatched(call, 'searches'),
    },
    missing: {
      help: [
        'lists the addresses without a page that were requested on three different days, most frequent first, such as those of an old shop; redirect them with redirects.csv',
      ],
      options: { delete: 'deletes all counted addresses instead' },
      run: (call) => listUnmatched(call, 'missing'),
    },
  },
  notes: [
    'A blank cell clears the stored value; a column that the file does not have leaves it unchanged.',
    'The database is DATABASE_URL or, if that is not set, a file in DATA_DIR (default .data). A running server shows changes by itself.',
    'Exit codes: 0 success, 1 rows were rejected, "check" found problems, "fetch" could not fetch everything, or --rejected could not be written, 2 the command failed and nothing was changed, 3 there is no change to undo.',
  ],
  consequence: ' Nothing was changed.',
}

export function runCatalogCommand(args: readonly string[], own: CommandProcess): Promise<ExitCode> {
  return runProgram(CATALOG, args, own)
}
