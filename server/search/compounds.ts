/** Shorter words are not split, because too many of them happen to consist of two short words. */
const SPLIT_MIN_LENGTH = 6

/** Letters that German, Dutch and Nordic languages put between the parts of a compound. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e']

/**
 * Lists how a word could be composed of two words: 'arbeitstisch' gives 'arbeits' + 'tisch', 'arbeit' + 'tisch' and others.
 * @param minLength minimum length of a part
 * @param links whether linking letters between the parts may be left out
 */
export function* listSplits(word: string, minLength: number, links: boolean): Generator<readonly [string, string]> {
  if (word.length < SPLIT_MIN_LENGTH || !/^\p{L}+$/u.test(word)) return
  for (let place = minLength; place <= word.length - minLength; place++) {
    const [left, right] = [word.slice(0, place), word.slice(place)]
    for (const link of links ? LINKS : ['']) {
      const part = left.slice(0, left.length - link.length)
      if (left.endsWith(link) && part.length >= minLength) yield [part, right]
    }
  }
}
