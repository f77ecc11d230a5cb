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

  private constructor(directory: string, folder: string) {
    this.#directory = directory
    this.#folder = folder
  }

  /**
   * Lists a folder with all sub-folders.
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
      const list = IMAGE_FILE.test(entry.name)
        ? folder.#pictures
        : UNSUPPORTED_EXTENSION.test(entry.name)
          ? folder.#foreign
          : undefined
      // Links and pipes are listed too, so that the report says why their picture is missing.
      if (list && !entry.name.startsWith('.') && !entry.isDirectory()) addPath(list, join(entry.parentPath, entry.name))
    }
    for (const forms of [folder.#pictures, folder.#foreign].flatMap(Object.values))
      for (const paths of forms.values()) paths.sort()
    return folder
  }

  /**
   * Finds the files that match a picture's name: exactly, or else without the extension, or else without a shop's
   * size suffix.
   */
  find(source: string): readonly string[] {
    return findPaths(this.#pictures, source)
  }

  findUnsupported(source: string): readonly string[] {
    return findPaths(this.#foreign, source)
  }

  describe(path: string): string {
    return relative(this.#directory, path)
  }

  sourceOf(path: string): SourcePath {
    return { path, folder: this.#folder }
  }
}

function findPaths(list: PathsByForm, source: string): readonly string[] {
  const name = readPictureName(source)
  for (const form of FORMS) {
    const paths = list[form].get(name[form])
    if (paths) return paths
  }
  return NO_PATHS
}

function addPath(list: PathsByForm, path: string): void {
  const name = readPictureName(path.replace(/\?/g, '%3F'))
  for (const form of FORMS) {
    const paths = list[form].get(name[form])
    if (paths) paths.push(path)
    else list[form].set(name[form], [path])
  }
}
