import { extname } from 'node:path'
import type { SourcePath } from './files/source-path.ts'
import { matchLanguage } from './site-languages.ts'
import { ImportError } from './import-error.ts'
import type { ImportOptions } from './run-import.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

/**
 * Its texts would replace those of another language.
 * @param stated the language that the file names
 * @throws ImportError if this is not the first of the site's languages, and no option says what language the texts are in
 */
export function checkStatedLanguage(
  { path, folder }: SourcePath,
  stated: string | undefined,
  { language, languages = [], basics }: ImportOptions,
): void {
  const [main] = languages
  const isAnswered = language !== undefined || basics?.locale !== undefined
  if (stated === undefined || main === undefined || languages.length === 1 || isAnswered) return
  const found = matchLanguage(stated, languages)
  if (found === main) return
  const [name, mainName] = [NAMES.of(found ?? stated), NAMES.of(main)]
  const conflict =
    found === undefined
      ? `which is none of the languages of the site (${languages.join(', ')}). Add it to "languages" in site.json first`
      : `but they would replace those in ${mainName}, the first language of the site. ${folder === null ? `Add --language ${found}` : `Name the file products.${found}${extname(path)}`} to import only its texts`
  throw new ImportError(
    { file: path },
    `the file says that its texts are in ${name}, ${conflict}, or add --language ${main} if they are in ${mainName} all the same`,
  )
}
