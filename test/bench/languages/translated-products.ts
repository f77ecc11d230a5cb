import { createWriteStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Product } from '../../../shared/catalog.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from '../../../shared/csv-rows.ts'
import { buildVitrineHeader, buildVitrineRows } from '../../../server/import/export/vitrine-rows.ts'
import { generateProducts, MATERIALS, NOUNS, STYLES } from '../generate-products.ts'

const WORDS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: buildWords('Schale Teller Vase Lampe Mühle Hocker Dose Becher Tablett Leuchter Topf Glocke', NOUNS, {
    ...buildWords(
      'niedrig hoch fußig gerippt schlicht gesprenkelt doppelt reisend grün winterlich morgendlich eckig',
      STYLES,
    ),
    ...buildWords('Steinzeug Porzellan Esche Eiche Messing Leinen Glas Kupfer Filz Kork', MATERIALS),
  }),
  fr: buildWords('bol assiette vase lampe moulin tabouret pot tasse plateau chandelier jardinière cloche', NOUNS, {
    ...buildWords('bas haut pied côtelé simple moucheté double voyageur jardin hiver matin carré', STYLES),
    ...buildWords('grès porcelaine frêne chêne laiton lin verre cuivre feutre liège', MATERIALS),
  }),
}

function buildWords(words: string, originals: readonly string[], others: Readonly<Record<string, string>> = {}) {
  const own = words.split(' ').map((word, index) => [originals[index]!, word] as const)
  return { ...others, ...Object.fromEntries(own) }
}

/** Translates word for word; every tenth product stays untranslated. */
function translate(product: Product, language: string, index: number): Product['translations'] {
  if (index % 10 === 9) return {}
  const words = WORDS[language]!
  const write = (text: string) =>
    text.replace(
      /\p{L}+/gu,
      (word) => words[word] ?? words[word.replace(/^./, (letter) => letter.toUpperCase())] ?? word,
    )
  const terms = product.attributes.slice(0, 1).map(({ name, value }) => [name, { values: { [value]: write(value) } }])
  return {
    [language]: {
      name: write(product.name),
      description: write(product.description),
      terms: Object.fromEntries(terms) as Record<string, object>,
    },
  }
}

/** @param languages keys; the first has no translations */
export async function writeTranslatedFolder(
  folder: string,
  count: number,
  languages: readonly string[],
): Promise<void> {
  const site = { name: 'Bench', currency: 'EUR', timeZone: 'UTC', locale: 'en', languages }
  await writeFile(join(folder, 'site.json'), JSON.stringify(site))
  const others = languages.slice(1)
  const context = {
    optionCount: 1,
    languages: others,
    currency: 'EUR',
    pathOf: (slug: string) => slug,
    pictures: { sourceOf: () => '', nameSources: (html: string) => html },
  }
  function* buildLines(): Generator<string> {
    yield BYTE_ORDER_MARK + writeCsvRows([buildVitrineHeader(1, others)])
    let index = 0
    for (const product of generateProducts(count)) {
      const translations = Object.assign({}, ...others.map((key) => translate(product, key, index))) as NonNullable<
        Product['translations']
      >
      yield writeCsvRows(buildVitrineRows({ ...product, images: [], translations }, context))
      index += 1
    }
  }
  await pipeline(Readable.from(buildLines()), createWriteStream(join(folder, 'products.csv')))
}
