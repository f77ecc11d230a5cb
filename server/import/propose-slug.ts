import { buildLocalSlug } from '../../shared/slug.ts'

/**
 * The end of a message about a slug that is missing or malformed: one that the name gives.
 * @param names the first of them that gives a slug counts
 * @returns '' if none does
 */
export function proposeSlug(names: readonly (string | null | undefined)[], locale: string): string {
  const slug = names.map((name) => buildLocalSlug(name ?? '', locale)).find(Boolean)
  return slug === undefined ? '' : `; "${slug}" would do`
}
