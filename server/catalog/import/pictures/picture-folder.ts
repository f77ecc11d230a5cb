import { readdir, stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ImportError } from '../import-error.ts'
import { readPictureName, type PictureName } from './picture-name.ts'

const IMAGE_FILE = /\.(?:jpe?g|png|webp|avif|gif|svg)$/i

/** The owner's pictures on disk, found by their names whatever folder they lie in. */
export class PictureFolder {
  readonly #root: string
  readonly #byForm: Readonly<Record<keyof PictureName, Map<string, string[]>>> = {
    full: new Map(),
    base: new Map(),
    stem: new Map(),
  }

  private constructor(root: string) {
    this.#root = root
  }

  /**
   * Lists a folder and all folders in it.
   * @throws ImportError where it is no folder
   */
  static async open(directory: string): Promise<PictureFolder> {
    const folder = new PictureFolder(directory)
    const entries = await readdir(directory, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      throw new ImportError({ file: directory }, 'this is no folder of pictures', { cause: error })
    })
    for (const entry of entries) {
      if (!IMAGE_FILE.test(entry.name) || entry.name.startsWith('.')) continue
      const path = join(entry.parentPath, entry.name)
      if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) folder.#add(path)
    }
    for (const forms of Object.values(folder.#byForm)) for (const paths of forms.values()) paths.sort()
    return folder
  }

  /**
   * The files that a picture's name may mean: those with exactly this name, else those that differ in the extension,
   * else those that differ in a shop's size suffix.
   */
  find(source: string): readonly string[] {
    const name = readPictureName(source)
    for (const form of ['full', 'base', 'stem'] as const) {
      const paths = this.#byForm[form].get(name[form])
      if (paths) return paths
    }
    return []
  }

  /** As reports name a file. */
  describe(path: string): string {
    return relative(this.#root, path)
  }

  #add(path: string): void {
    const name = readPictureName(path.replace(/\?/g, '%3F'))
    for (const form of ['full', 'base', 'stem'] as const) {
      const paths = this.#byForm[form].get(name[form])
      if (paths) paths.push(path)
      else this.#byForm[form].set(name[form], [path])
    }
  }
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  )
}
