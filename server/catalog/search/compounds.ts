/** Too many shorter words happen to consist of two short words. */
const SPLIT_MIN_LENGTH = 6

/** Letters between the parts of German, Dutch and Nordic compounds. */
const LINKS = ['', 's', 'es', 'n', 'en', 'er', 'e']

/**
 * Lists how two words may form a word: 'arbeitstisch' gives 'arbeits' + 'tisch', 'arbeit' + 'tisch' and others.
 * @param minLength of a part
 * @param links whether linking letters may be left out
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
