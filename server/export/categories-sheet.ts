import type { Category } from '../../shared/catalog.ts'
import { BYTE_ORDER_MARK, writeCsvRows } from './csv-rows.ts'
import { CATEGORY_COLUMNS } from '../import/categories-file.ts'
import type { PictureFiles } from './picture-files.ts'

/** The path of each category by its slug: `Table > Bowls`. */
export function buildCategoryPaths(categories: readonly Category[]): ReadonlyMap<string, string> {
  const bySlug = new Map(categories.map((category) => [category.slug, category]))
  const pathOf = ({ name, parentSlug }: Category): string => {
    const parent = parentSlug === null ? undefined : bySlug.get(parentSlug)
    return parent ? `${pathOf(parent)} > ${name}` : name
  }
  return new Map(categories.map((category) => [category.slug, pathOf(category)]))
}

/** `categories.csv` of all categories, empty ones included. */
export async function buildCategoriesSheet(
  categories: readonly Category[],
  paths: ReadonlyMap<string, string>,
  pictures: PictureFiles,
): Promise<string> {
  const rows = [Object.values(CATEGORY_COLUMNS).map(([name]) => name!)]
  for (const { slug, formerSlugs, description, image, position } of categories) {
    const file = image ? await pictures.write(image, `category-${slug}`) : ''
    rows.push([
      paths.get(slug)!,
      slug,
      formerSlugs.join(', '),
      description ?? '',
      file,
      image?.alt ?? '',
      String(position),
    ])
  }
  return BYTE_ORDER_MARK + writeCsvRows(rows)
}
