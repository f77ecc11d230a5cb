import { languageKey } from '../../../shared/languages.ts'

/**
 * Maps language codes of a file, such as 'de_AT', to the site's languages. A language takes its own code, or else the
 * first one of its regions, if no other language has it.
 * @param languages keys of the site's languages
 */
export function chooseLanguages(codes: readonly string[], languages: readonly string[]): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  for (const matches of [isSame, isSamePrimary]) {
    const found = new Set(chosen.values())
    for (const language of languages) {
      const code = found.has(language) ? undefined : codes.find((each) => !chosen.has(each) && matches(each, language))
      if (code !== undefined) chosen.set(code, language)
    }
  }
  return chosen
}

function isSame(code: string, language: string): boolean {
  return languageKey(code.trim()).replaceAll('_', '-') === language
}

function isSamePrimary(code: string, language: string): boolean {
  return languageKey(code.trim()).split(/[-_]/)[0] === language.split('-')[0]
}
