import { readdir } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import { ImportError } from '../import-error.ts'
import { checkSourceFolder, type SourcePath } from '../files/source-path.ts'
import { listPictureNames, UNSUPPORTED_EXTENSION } from './picture-name.ts'

/** Endings of pictures that pages can show, and of those that only the report mentions. */
const ENDINGS = [/\.(?:jpe?g|png|webp|avif|gif|svg)$/i, UNSUPPORTED_EXTENSION]

export class PictureFolder {
  readonly #directory: string
  readonly #folder: string
  /** Paths of pictures by the index of their ending, the form of the name and the name. */
  readonly #pictures = new Map<string, string[]>()
  /** Paths of all files by names in lower case. */
  readonly #files: ReadonlyMap<string, readonly string[]>

  private constructor(directory: string, folder: string, paths: readonly string[]) {
    this.#directory = directory
    this.#folder = folder
    this.#files = Map.groupBy(paths, (path) => foldName(basename(path)))
    for (const path of paths) {
      const kind = ENDINGS.findIndex((ending) => ending.test(path))
      if (kind === -1) continue
      for (const [form, name] of listPictureNames(path.replace(/\?/g, '%3F')).entries()) {
        const key = `${kind} ${form} ${name}`
        const known = this.#pictures.get(key)
        if (known) known.push(path)
        else this.#pictures.set(key, [path])
      }
    }
  }

  /**
   * Includes all sub-folders. Links and pipes are included too, so that the report says why their picture is missing.
   * @param contentFolder the folder out of which no link may lead
   * @throws ImportError if it is not a folder, or is a link that leads out of the content folder
   */
  static async open(directory: string, contentFolder = directory): Promise<PictureFolder> {
    await checkSourceFolder({ path: directory, folder: contentFolder })
    const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      throw new ImportError({ file: directory }, 'the folder of pictures cannot be read', { cause: error })
    })
    const files = entries.filter((entry) => !entry.isDirectory() && !entry.name.startsWith('.'))
    return new PictureFolder(directory, contentFolder, files.map((file) => join(file.parentPath, file.name)).sort())
  }

  /**
   * Matches the name exactly, or else without the extension, or else without a shop's size suffix. If no picture
   * matches, files in unsupported formats are returned, to be reported.
   */
  find(source: string): readonly string[] {
    const names = listPictureNames(source)
    const keys = ENDINGS.flatMap((_, kind) => names.map((name, form) => `${kind} ${form} ${name}`))
    return keys.map((key) => this.#pictures.get(key)).find((paths) => paths !== undefined) ?? []
  }

  /**
   * Finds files of any kind by the path, or else by its end: `care.pdf` or `manuals/care.pdf`. Letter case does not
   * matter.
   */
  findFiles(source: string): readonly string[] {
    const wanted = foldName(source.replace(/^(?:\.?[/\\])+/, '').replaceAll('\\', '/'))
    const paths = this.#files.get(wanted.slice(wanted.lastIndexOf('/') + 1)) ?? []
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

function foldName(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
