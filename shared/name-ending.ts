/** Names with fewer characters are never cut. */
const CUT_NAME_MIN_LENGTH = 21

/** Longer endings do not fit into one line of a table on a phone. */
export const ENDING_MAX_LENGTH = 14

/** Matches at least eight characters, because a shorter last word hardly distinguishes a name. */
const WORDS = /(?<=\s)\S.{7,13}$/u
const PART_OF_CODE = /(?<=[\s/._-])\S.{0,13}$/u
/** Matches the end of a text without spaces, such as a Japanese one, whose characters are wide. */
const CHARACTERS = /.{8}$/u

/** Finds the end of a long name, which stays visible if the name is cut. @returns undefined if the name is short */
export function findEnding(name: string): string | undefined {
  if (name.length < CUT_NAME_MIN_LENGTH) return undefined
  return (WORDS.exec(name) ?? PART_OF_CODE.exec(name) ?? CHARACTERS.exec(name))?.[0]
}
