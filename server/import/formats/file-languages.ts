import { languageKey } from '../../../shared/languages.ts'

/**
 * Maps language codes of a file, such as 'de_AT', to the site's languages. A language takes its own code, or else the
 * first one of its regions, if no other language has it.
 * @param languages keys of the site's languages
 */
export function chooseLanguages(codes: readonly string[], languages: readonly string[]): ReadonlyMap<string, string> {
  const chosen = new Map<string, string>()
  const write = (code: string) => languageKey(code.trim()).replaceAll('_', '-')
  const exact = languages.flatMap((language) => {
    const code = codes.find((each) => write(each) === language)
    return code === undefined ? [] : [[code, language] as const]
  })
  for (const [code, language] of exact) chosen.set(code, language)
  const found = new Set(chosen.values())
  for (const language of languages.filter((each) => !found.has(each))) {
    const code = codes.find((each) => !chosen.has(each) && primaryOf(write(each)) === primaryOf(language))
    if (code !== undefined) chosen.set(code, language)
  }
  return chosen
}

function primaryOf(key: string): string | undefined {
  return key.split('-')[0]
}
