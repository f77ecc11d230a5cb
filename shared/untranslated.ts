/** Separates the parts of a text such as 'Wood: Oak, Ash', 'Oiled / Large' or 'Length 4 mm – 8 mm (3 products)'. */
const SEPARATOR = /( \/ |\s?: | · | × |[,;] |\n| (?=[+(]\d))/

/** Splits a text into its parts and the separators between them. */
export const splitParts = (text: string): readonly string[] => text.split(SEPARATOR)
