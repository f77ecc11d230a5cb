import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ImportError } from '../import-error.ts'
import { checkSourceFolder, type SourcePath } from '../files/source-path.ts'
import { UNSUPPORTED_EXTENSION, readPictureName, type PictureName } from './picture-name.ts'

const IMAGE_FILE = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i

const NO_PATHS: readonly string[] = []
const FORMS = ['full', 'base', 'stem'] as const

type PathsByForm = Readonly<Record<keyof PictureName, Map<string, string[]>>>

export class PictureFolder {
  readonly #directory: string
  readonly #folder: string
  readonly #pictures: PathsByForm = { full: new Map(), base: new Map(), stem: new Map() }
  readonly #foreign: PathsByForm = { full: new Map(), base: new Map(), stem: new Map() }
  /** Paths of all files by names in lower case. */
  readonly #files = new Map<string, string[]>()

  private constructor(directory: string, folder: string) {
    this.#directory = directory
    this.#folder = folder
  }

  /**
   * Includes all sub-folders.
   * @param contentFolder the folder out of which no link may lead
   * @throws ImportError if it is not a folder, or is a link that leads out of the content folder
   */
  static async open(directory: string, contentFolder = directory): Promise<PictureFolder> {
    const folder = new PictureFolder(directory, contentFolder)
    await checkSourceFolder(folder.sourceOf(directory))
    const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      throw new ImportError({ file: directory }, 'the folder of pictures cannot be read', { cause: error })
    })
    for (const entry of entries) {
      if (entry.isDirectory() || entry.name.startsWith('.')) continue
      const path = join(entry.parentPath, entry.name)
      addTo(folder.#files, foldName(entry.name), path)
      const list = IMAGE_FILE.test(entry.name)
        ? folder.#pictures
        : UNSUPPORTED_EXTENSION.test(entry.name)
          ? folder.#foreign
          : undefined
      // Includes links and pipes, so that the report says why their picture is missing.
      if (list) addPath(list, path)
    }
    for (const list of [folder.#files, ...[folder.#pictures, folder.#foreign].flatMap(Object.values)])
      for (const paths of list.values()) paths.sort()
    return folder
  }

  /**
   * Matches the name exactly, or else without the extension, or else without a shop's size suffix. If no picture
   * matches, files in unsupported formats are returned, to be reported.
   */
  find(source: string): readonly string[] {
    const name = readPictureName(source)
    for (const list of [this.#pictures, this.#foreign])
      for (const form of FORMS) {
        const paths = list[form].get(name[form])
        if (paths) return paths
      }
    return NO_PATHS
  }

  /**
   * Finds files of any kind by the path, or else by its end: `care.pdf` or `manuals/care.pdf`. Letter case does not
   * matter.
   */
  findFiles(source: string): readonly string[] {
    const wanted = foldName(source.replace(/^(?:\.?[/\\])+/, '').replaceAll('\\', '/'))
    const paths = this.#files.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? NO_PATHS
    const nameOf = (path: string) => foldName(this.describe(path)).replaceAll('\\', '/')
    const exact = paths.filter((path) => nameOf(path) === wanted)
    return exact.length > 0 ? exact : paths.filter((path) => `/${nameOf(path)}`.endsWith(`/${wanted}`))
  }

  describe(path: string): string {
    return relative(this.#directory, path)
  }

  sourceOf(path: string): SourcePath {
    return { path, folder: this.#folder }
  }
}

function addPath(list: PathsByForm, path: string): void {
  const name = readPictureName(path.replace(/\?/g, '%3F'))
  for (const form of FORMS) addTo(list[form], name[form], path)
}

function addTo(list: Map<string, string[]>, key: string, path: string): void {
  const paths = list.get(key)
  if (paths) paths.push(path)
  else list.set(key, [path])
}

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
