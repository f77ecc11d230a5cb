import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listPictures } from '../../catalog/rules/text-pictures.ts'
import { FRONT_MATTER_FENCE, listPageFiles, NO_LINKS, PAGE_KEYS } from '../page-files.ts'
import type { OwnerPage } from '../../../shared/site.ts'
import type { PictureFiles } from './picture-files.ts'

/** Writes the pictures of a text. @returns the Markdown, with new names of pictures whose file name was taken */
export async function exportText(markdown: string, html: string, pictures: PictureFiles): Promise<string> {
  let text = markdown
  for (const { image, file } of listPictures(html)) {
    if (!('hash' in image) || file === undefined) continue
    const name = await pictures.writeAs(image, file)
    if (name !== file) text = text.replaceAll(/[^\s()<>"'=]+/g, (word) => (word === file ? name : word))
  }
  return text
}

export async function writePages(
  pages: readonly OwnerPage[],
  directory: string,
  pictures: PictureFiles,
  language: string | null = null,
): Promise<void> {
  if (pages.length > 0) await mkdir(directory, { recursive: true })
  for (const page of pages) {
    const markdown = await exportText(page.markdown, page.html, pictures)
    await writeFile(
      join(directory, `${page.slug}${language === null ? '' : `.${language}`}.md`),
      `${buildFrontMatter(page)}${markdown}\n`,
    )
  }
}

/** Deletes the pages of an earlier export. */
export async function removePages(directory: string): Promise<void> {
  for (const name of await listPageFiles(directory)) await rm(join(directory, name))
}

function buildFrontMatter({ title, description, links, role, position, formerSlugs = [] }: OwnerPage): string {
  const values: Readonly<Record<(typeof PAGE_KEYS)[number], string | number | null>> = {
    title: quote(title),
    description: description && quote(description),
    links: links.length > 0 ? links.join(', ') : NO_LINKS,
    role,
    position,
    former: formerSlugs.length > 0 ? formerSlugs.join(', ') : null,
  }
  const lines = PAGE_KEYS.filter((key) => values[key] !== null).map((key) => `${key}: ${values[key]}`)
  return [FRONT_MATTER_FENCE, ...lines, FRONT_MATTER_FENCE, ''].join('\n')
}

/** Imports remove one pair of quotes, so a quoted text is quoted again. */
function quote(text: string): string {
  return /^(["']).*\1$/.test(text) ? `"${text}"` : text
}
