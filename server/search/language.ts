import { stemmer as danishStem } from '@orama/stemmers/danish'
import { stemmer as germanStem } from '@orama/stemmers/german'
import { stemmer as englishStem } from '@orama/stemmers/english'
import { stemmer as spanishStem } from '@orama/stemmers/spanish'
import { stemmer as frenchStem } from '@orama/stemmers/french'
import { stemmer as italianStem } from '@orama/stemmers/italian'
import { stemmer as dutchStem } from '@orama/stemmers/dutch'
import { stemmer as norwegianStem } from '@orama/stemmers/norwegian'
import { stemmer as portugueseStem } from '@orama/stemmers/portuguese'
import { stemmer as swedishStem } from '@orama/stemmers/swedish'
import { stopwords as danishStopWords } from '@orama/stopwords/danish'
import { stopwords as germanStopWords } from '@orama/stopwords/german'
import { stopwords as englishStopWords } from '@orama/stopwords/english'
import { stopwords as spanishStopWords } from '@orama/stopwords/spanish'
import { stopwords as frenchStopWords } from '@orama/stopwords/french'
import { stopwords as italianStopWords } from '@orama/stopwords/italian'
import { stopwords as dutchStopWords } from '@orama/stopwords/dutch'
import { stopwords as norwegianStopWords } from '@orama/stopwords/norwegian'
import { stopwords as portugueseStopWords } from '@orama/stopwords/portuguese'
import { stopwords as swedishStopWords } from '@orama/stopwords/swedish'
import { foldText } from '../../shared/slug.ts'

/** The rules of a language for searches. Words are in lower case without accents, as `splitTokens` returns them. */
export interface Language {
  /** Reduces a word to the stem that its inflected forms share: 'batteries' and 'battery' become 'batteri'. */
  stem(word: string): string
  /** Returns whether a word is so common that a search ignores it if there are other words. */
  isStopWord(word: string): boolean
  /** Returns whether the words that follow only qualify the product, as after 'for' in 'case for phones'. */
  isPreposition(word: string): boolean
  /** Whether the last of several nouns says what the product is: a 'laptop bag' is a bag. */
  readonly isHeadLast: boolean
  /** Whether nouns are combined into one word, as in German: 'Laptoptasche'. */
  readonly hasCompounds: boolean
}

/**
 * How a language combines nouns, and where it puts the head, which is the noun that says what the product is: 'laptop bag' in
 * English, 'Laptoptasche' in German, 'sac pour portable' in French.
 */
type NounOrder = 'separate, head last' | 'compounds, head last' | 'head first'

/** Shorter words are not stemmed, because they are more often abbreviations than inflected forms. */
const STEM_MIN_LENGTH = 3

const LANGUAGES: Readonly<Record<string, Language>> = {
  da: describe(danishStem, danishStopWords, 'til med fra i', 'compounds, head last'),
  de: describe(germanStem, germanStopWords, 'für mit von zu zum zur aus in', 'compounds, head last'),
  en: describe(englishStem, englishStopWords, 'for with w to from of in f', 'separate, head last'),
  es: describe(spanishStem, spanishStopWords, 'para con de en', 'head first'),
  fr: describe(frenchStem, frenchStopWords, 'pour avec de à en', 'head first'),
  it: describe(italianStem, italianStopWords, 'per con di da in', 'head first'),
  nl: describe(dutchStem, dutchStopWords, 'voor met van tot', 'compounds, head last'),
  no: describe(norwegianStem, norwegianStopWords, 'til med fra i', 'compounds, head last'),
  pt: describe(portugueseStem, portugueseStopWords, 'para com de em', 'head first'),
  sv: describe(swedishStem, swedishStopWords, 'till med från i', 'compounds, head last'),
}

const UNKNOWN_LANGUAGE = describe((word) => word, [], '', 'head first')

/**
 * Finds the search rules of a locale's language; words of a language without a Snowball stemmer are not stemmed.
 * @param locale BCP 47
 */
export function findLanguage(locale: string): Language {
  const { language } = new Intl.Locale(locale)
  return LANGUAGES[language === 'nb' || language === 'nn' ? 'no' : language] ?? UNKNOWN_LANGUAGE
}

function describe(
  stemmer: (word: string) => string,
  stopWords: readonly string[],
  prepositions: string,
  nounOrder: NounOrder,
): Language {
  const stop = new Set(stopWords.map(foldText))
  const hasCompounds = nounOrder === 'compounds, head last'
  const beginAddition = new Set(foldText(prepositions).split(' '))
  return {
    stem: (word) => {
      if (word.length < STEM_MIN_LENGTH || /\P{L}/u.test(word)) return word
      const stem = stemmer(word)
      // For German and Dutch, Snowball keeps the plural 's' of English words ('Laptops') and gives 'fietsen' another stem than
      // 'fiets', so a final 's' is removed.
      return hasCompounds && stem.length > STEM_MIN_LENGTH ? stem.replace(/(?<!s)s$/, '') : stem
    },
    isStopWord: (word) => stop.has(word),
    isPreposition: (word) => beginAddition.has(word),
    isHeadLast: nounOrder !== 'head first',
    hasCompounds,
  }
}
