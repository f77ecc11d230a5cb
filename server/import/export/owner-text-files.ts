import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { OwnerPage, Site } from '../../../shared/site.ts'
import { getOwn } from '../../../shared/get-own.ts'
import { listPictures } from '../../catalog/rules/text-pictures.ts'
import { ABOUT_FILE, PAGES_FOLDER } from '../content-folder.ts'
import { listPageFiles, writeFrontMatter } from '../page-files.ts'
import type { ExportedFiles } from './exported-files.ts'

/** Writes the text about the shop and the pages. @param languages keys of the further ones */
export async function writeOwnerTexts(
  site: Site,
  directory: string,
  files: ExportedFiles,
  languages: readonly string[],
): Promise<void> {
  for (const key of [null, ...languages]) {
    const texts = key === null ? site : (getOwn(site.translations ?? {}, key) ?? {})
    const end = `${key === null ? '' : `.${key}`}.md`
    const html = texts.aboutHtml ?? ''
    const about = await exportText(texts.aboutMarkdown ?? (key === null ? html : ''), html, files)
    if (about !== '') await writeFile(join(directory, ABOUT_FILE.replace('.md', end)), about)
    const pages: readonly OwnerPage[] = texts.pages ?? []
    if (pages.length > 0) await mkdir(join(directory, PAGES_FOLDER), { recursive: true })
    for (const page of pages) {
      const markdown = await exportText(page.markdown, page.html, files)
      await writeFile(join(directory, PAGES_FOLDER, page.slug + end), `${writeFrontMatter(page)}${markdown}\n`)
    }
  }
}

/** Writes the pictures of a text. @returns the Markdown, with new names of pictures whose file name was taken */
async function exportText(markdown: string, html: string, files: ExportedFiles): Promise<string> {
  let text = markdown
  for (const { image, file } of listPictures(html)) {
    if (!('hash' in image) || file === undefined) continue
    const name = await files.writePictureAs(image, file)
    if (name !== file) text = text.replaceAll(/[^\s()<>"'=]+/g, (word) => (word === file ? name : word))
  }
  return text
}

/** Deletes the pages of an earlier export. */
export async function removePages(directory: string): Promise<void> {
  for (const name of await listPageFiles(directory)) await rm(join(directory, name))
}
