import { once } from 'node:events'
import { createWriteStream } from 'node:fs'

/** @returns the number of lines */
export async function writeLines(path: string, lines: Iterable<string>): Promise<number> {
  const file = createWriteStream(path)
  let count = 0
  for (const line of lines) {
    count += 1
    if (!file.write(line)) await once(file, 'drain')
  }
  file.end()
  await once(file, 'finish')
  return count
}
