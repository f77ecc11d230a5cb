import { afterAll } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** Gives the tests of a file a folder of their own for temporary files, so that they can list those that are left. */
export async function useOwnTemporaryFolder(): Promise<void> {
  const outer = process.env['TMPDIR']
  const folder = await makeTemporaryFolder()
  process.env['TMPDIR'] = folder.path
  afterAll(async () => {
    if (outer === undefined) delete process.env['TMPDIR']
    else process.env['TMPDIR'] = outer
    await folder[Symbol.asyncDispose]()
  })
}
