// Measures how well searches find the demo's products if their names and part numbers are typed differently.
//   npm run bench -- search
import { fillWithDemo } from '../../server/import/demo/fill-with-demo.ts'
import { createLogger } from '../../server/platform/log.ts'
import { EMPTY_LISTING_QUERY } from '../../shared/listing-query.ts'
import { PROJECT_DIR } from '../support/folders.ts'
import { openTempCatalog } from '../support/temp-catalog.ts'
import { formatTable } from './results.ts'

/** Returns null if the change is not possible. */
type Change = (text: string) => string | null

const NAME_CHANGES: Readonly<Record<string, Change>> = {
  'name unchanged': (name) => name,
  'words in reverse order': (name) => (name.includes(' ') ? name.split(' ').toReversed().join(' ') : null),
  'plural or singular': (name) => (name.endsWith('s') ? name.slice(0, -1) : `${name}s`),
  'words joined': (name) => (name.includes(' ') ? name.replaceAll(' ', '') : null),
  'a letter missing': changeLongest((word, place) => word.slice(0, place) + word.slice(place + 1)),
  'two letters swapped': changeLongest(
    (word, place) =>
      word.slice(0, place) +
      word
        .slice(place, place + 2)
        .split('')
        .toReversed()
        .join('') +
      word.slice(place + 2),
  ),
  'a letter wrong': changeLongest((word, place) => `${word.slice(0, place)}e${word.slice(place + 1)}`),
}

const CODE_CHANGES: Readonly<Record<string, Change>> = {
  'part number unchanged': (code) => code,
  'lower case': (code) => code.toLowerCase(),
  'without separators': (code) => code.replace(/[-/ .]/g, ''),
  'last two characters missing': (code) => code.slice(0, -2),
  'first two characters missing': (code) => code.slice(2),
  'middle part': (code) => code.slice(1, -1),
  'O for 0': (code) => (code.includes('0') ? code.replaceAll('0', 'O') : null),
  'one character wrong': (code) => `${code.slice(0, 4)}X${code.slice(5)}`,
}

const NONSENSE = ['xqzvw', 'asdf 1234', 'qqqqqqqq', 'zxcvb 99', 'hjkl']

await using catalog = await openTempCatalog()
const { store } = catalog
await fillWithDemo(store, PROJECT_DIR, createLogger({ logLevel: 'silent' }))
const products = await store.listPublished({ firstId: 1, lastId: Number.MAX_SAFE_INTEGER }, 1_000)

const rows: string[][] = []
for (const [change, apply] of Object.entries(NAME_CHANGES))
  rows.push(
    await measure(
      change,
      products.map(({ product: { slug, name } }) => ({ slug, search: apply(name) })),
    ),
  )
for (const [change, apply] of Object.entries(CODE_CHANGES))
  rows.push(
    await measure(
      change,
      products.flatMap(({ product: { slug, variants } }) =>
        variants.flatMap(({ sku }) => (sku === null ? [] : [{ slug, search: apply(sku) }])),
      ),
    ),
  )
console.log(formatTable(['search', 'n', 'first', 'in the first 10', 'not on the first page'], rows))
for (const search of NONSENSE) console.log(`${search}: ${(await find(search)).length} products (0 expected)`)

interface Case {
  readonly slug: string
  readonly search: string | null
}

async function measure(label: string, cases: readonly Case[]): Promise<string[]> {
  let [count, first, amongTen, notFound] = [0, 0, 0, 0]
  for (const { slug, search } of cases) {
    if (search === null) continue
    const position = (await find(search)).indexOf(slug)
    count++
    if (position === 0) first++
    if (position >= 0 && position < 10) amongTen++
    if (position < 0) notFound++
  }
  return [label, String(count), (first / count).toFixed(2), (amongTen / count).toFixed(2), String(notFound)]
}

async function find(search: string): Promise<readonly string[]> {
  const { items } = await store.listProducts({ ...EMPTY_LISTING_QUERY, search, sort: 'relevance' })
  return items.map(({ slug }) => slug)
}

/** Changes the middle of a name's longest word, unless it has fewer than five letters. */
function changeLongest(change: (word: string, place: number) => string): Change {
  return (name) => {
    const words = name.split(' ')
    const longest = words.toSorted((one, other) => other.length - one.length)[0] ?? ''
    return longest.length < 5 ? null : name.replace(longest, change(longest, longest.length >> 1))
  }
}
