import { afterAll } from 'vitest'
import { makeTemporaryFolder } from './temporary-folder.ts'

/** A temporary folder of the test file's own, so that it can list the files that are left. */
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
