import { z } from 'zod'
import { languageKey } from '../../../shared/languages.ts'
import { type CatalogSource, FORMAT_IDS, type Site } from '../../../shared/site.ts'
import { isIsoTime } from '../../../shared/local-date-time.ts'
import { isHttpsAddress } from '../cells.ts'
import { hasPlainLogin, listVariables } from '../files/download-file.ts'
import { isKnownEncoding } from '../files/text-file.ts'
import { matchLanguage } from '../formats/language-columns.ts'
import { ImportError } from '../import-error.ts'
import { languageSchema } from '../language-schema.ts'

/** Only such variables may be part of a source's address. */
export const SOURCE_VARIABLE_PREFIX = 'SOURCE_'

const SOURCES_MAX = 20
const TIMES_MAX = 24

const address = z
  .string()
  .trim()
  .max(2_000, 'has more than 2000 characters')
  .refine(
    (value) => isHttpsAddress(value.replaceAll(/\$\{\w+\}/g, 'x')),
    'must be an https address such as https://supplier.example/products.csv',
  )
  .refine(
    (value) => !hasPlainLogin(value),
    `must not contain a login; write "https://\${${SOURCE_VARIABLE_PREFIX}LOGIN}@…", and set this variable of the server's environment to the user name and password, with a colon between them`,
  )
  // Otherwise someone else's site.json could send any secret of the server anywhere.
  .refine(
    (value) => listVariables(value).every((name) => name.startsWith(SOURCE_VARIABLE_PREFIX)),
    `may only contain variables whose names begin with ${SOURCE_VARIABLE_PREFIX}`,
  )

const source = z.strictObject({
  address,
  times: z
    .array(z.string().refine(isIsoTime, 'must be a time such as 06:30'))
    .min(1, 'must contain at least one time such as "06:30"')
    .max(TIMES_MAX, `has more than ${TIMES_MAX} times`),
  minimumShare: z
    .number('must be a number from 0 to 1')
    .min(0, 'must be at least 0')
    .max(1, 'must be at most 1')
    .optional(),
  format: z.enum(FORMAT_IDS, `must be one of ${FORMAT_IDS.join(', ')}`).optional(),
  encoding: z.string().refine(isKnownEncoding, 'must be an encoding such as windows-1252').optional(),
  sheet: z.string().min(1, 'must not be empty').optional(),
  headerRow: z
    .int('must be a whole number')
    .min(1, 'must be at least 1')
    .max(10_000, 'must be at most 10000')
    .optional(),
  language: languageSchema.optional(),
  prune: z.boolean('must be true or false').optional(),
})

export const sourcesSchema = z
  .array(source)
  .max(SOURCES_MAX, `has more than ${SOURCES_MAX} sources`)
  .refine(
    (sources) => new Set(sources.map(({ address: text }) => text)).size === sources.length,
    'must not contain an address twice',
  )

/**
 * Checks what depends on the languages of the site.
 * @throws ImportError if a source is in none of them, or may not prune
 */
export function checkSources({ sources = [], languages, locale }: Site, file: string): void {
  const keys = (languages ?? [locale]).map(languageKey)
  const isFurther = ({ language }: CatalogSource) => language !== undefined && matchLanguage(language, keys) !== keys[0]
  for (const [index, source] of sources.entries()) {
    const { language, prune } = source
    if (language !== undefined && matchLanguage(language, keys) === undefined)
      throw new ImportError(
        { file, column: `sources.${index}.language` },
        `this is "${language}", which is none of the site's languages (${keys.join(', ')}); add it to "languages", or correct it`,
      )
    if (prune && isFurther(source))
      throw new ImportError(
        { file, column: `sources.${index}.prune` },
        'a source in a further language brings texts alone, so it cannot prune; remove this key',
      )
  }
  // A file would unpublish the products of all other sources.
  if (sources.filter((source) => !isFurther(source)).length > 1 && sources.some(({ prune }) => prune))
    throw new ImportError(
      { file, column: 'sources' },
      'may contain "prune" only if there is one source in the first language, because it unpublishes all products that the file lacks',
    )
}
