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
import { foldText } from '../../../shared/slug.ts'

/** The rules of a language. Words are in lower case without accents, as `splitTokens` returns them. */
export interface Language {
  /** Returns the stem that inflected forms share: 'batteries' and 'battery' become 'batteri'. */
  stem(word: string): string
  /** Returns whether searches ignore a common word beside other words. */
  isStopWord(word: string): boolean
  /** Returns whether the following words only qualify the product, as in 'case for phones'. */
  isPreposition(word: string): boolean
  /** Whether the last noun says what the product is: a 'laptop bag' is a bag. */
  readonly isHeadLast: boolean
  /** Whether nouns form one word: 'Laptoptasche'. */
  readonly hasCompounds: boolean
  /** Returns a word with the letters that the index has for umlauts typed as two letters: 'oel' becomes 'ol'. */
  foldUmlauts(word: string): string
}

/**
 * How nouns combine, and where the head is, which says what the product is: 'laptop bag', 'Laptoptasche', 'sac pour portable'.
 */
type NounOrder = 'separate, head last' | 'compounds, head last' | 'head first'

/** Shorter words are more often abbreviations than inflected forms. */
const STEM_MIN_LENGTH = 3

const LANGUAGES: Readonly<Record<string, Language>> = {
  da: describe(danishStem, danishStopWords, 'til med fra i', 'compounds, head last'),
  de: {
    ...describe(germanStem, germanStopWords, 'für mit von zu zum zur aus in', 'compounds, head last'),
    // 'Quelle', 'neue' and 'Bauer' have no umlaut.
    foldUmlauts: (word) => word.replace(/([ao])e|(?<![aeq])(u)e/g, '$1$2'),
  },
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

/** Finds the rules of a locale (BCP 47); without a Snowball stemmer, words are not stemmed. */
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
      // Snowball keeps the plural 's' of English words ('Laptops') in German, and gives Dutch 'fietsen' another stem
      // than 'fiets'.
      return hasCompounds && stem.length > STEM_MIN_LENGTH ? stem.replace(/(?<!s)s$/, '') : stem
    },
    isStopWord: (word) => stop.has(word),
    isPreposition: (word) => beginAddition.has(word),
    isHeadLast: nounOrder !== 'head first',
    hasCompounds,
    foldUmlauts: (word) => word,
  }
}
