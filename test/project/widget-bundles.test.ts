import { join } from 'node:path'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../support/folders.ts'

/** Lists the source files of a module and of everything that it imports statically. */
async function inputsOf(path: string): Promise<readonly string[]> {
  const { metafile } = await build({
    absWorkingDir: PROJECT_DIR,
    entryPoints: [join('client', 'widgets', path)],
    bundle: true,
    splitting: true,
    format: 'esm',
    outdir: 'nowhere',
    write: false,
    metafile: true,
    jsx: 'automatic',
    logLevel: 'silent',
  })
  const entry = Object.keys(metafile.outputs).find(
    (output) => metafile.outputs[output]!.entryPoint && output.endsWith('.js'),
  )!
  const outputs = new Set<string>()
  const follow = (output: string) => {
    if (outputs.has(output)) return
    outputs.add(output)
    for (const { path: imported, kind } of metafile.outputs[output]!.imports)
      if (kind === 'import-statement') follow(imported)
  }
  follow(entry)
  return [...outputs].flatMap((output) => Object.keys(metafile.outputs[output]!.inputs))
}

test('LinkedDataTable does not load the code for searching and sorting; DataTable does', async () => {
  const sorting = 'client/widgets/data-table/matching-rows.ts'
  expect(await inputsOf('data-table/linked-data-table.tsx')).not.toContain(sorting)
  expect(await inputsOf('data-table/data-table.tsx')).toContain(sorting)
})

test('a datepicker does not initially load its calendar or positioning code', async () => {
  const inputs = await inputsOf('datepicker/datepicker.tsx')
  expect(inputs.some((input) => input.endsWith('calendar-button.tsx'))).toBe(true)
  expect(inputs.filter((input) => /calendar\.tsx|floating-ui|react-day-picker/.test(input))).toEqual([])
})
