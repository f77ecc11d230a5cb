import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_DIR } from '../support/folders.ts'

const read = (path: string) => readFileSync(join(PROJECT_DIR, path), 'utf8')

interface Requirement {
  readonly number: string
  readonly modules: readonly string[]
  readonly proofs: readonly { readonly path: string; readonly title: string }[]
}

const REQUIREMENTS: readonly Requirement[] = read('.github/REQUIREMENTS.md')
  .split('\n')
  .filter((line) => /^\| \d/.test(line))
  .map((line) => {
    const [number = '', , modules = '', proofs = ''] = line.slice(2, -2).split(' | ')
    return {
      number,
      modules: [...modules.matchAll(/`([^`]+)`/g)].map(([, path]) => path!),
      proofs: proofs.split('<br>').map((proof) => {
        const [, path = '', title = ''] = /^`([^`]+)`: (.+)$/.exec(proof) ?? []
        return { path, title }
      }),
    }
  })

const SOURCES = ['server', 'client', 'shared', 'test']
  .flatMap((folder) =>
    readdirSync(join(PROJECT_DIR, folder), { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(?:tsx?|css|mjs)$/.test(path) && path !== 'test/unit/requirements.test.ts')
  .concat('build.mjs')

test('requirements are numbered consecutively within consecutive sections', () => {
  const counts: number[] = []
  for (const { number } of REQUIREMENTS) {
    const section = Number(number.split('.')[0])
    counts[section - 1] = (counts[section - 1] ?? 0) + 1
    expect(number).toBe(`${counts.length}.${counts.at(-1)}`)
  }
  expect(REQUIREMENTS.length).toBeGreaterThan(150)
})

test('each requirement names files that exist, and titles of tests in them', () => {
  const faults = REQUIREMENTS.flatMap(({ number, modules, proofs }) => [
    ...(modules.length === 0 ? [`${number} names no module`] : []),
    ...modules.filter((path) => !existsSync(join(PROJECT_DIR, path))).map((path) => `${number}: no file ${path}`),
    ...proofs.flatMap(({ path, title }) => {
      if (!path.startsWith('test/') || !existsSync(join(PROJECT_DIR, path))) return [`${number}: no test file ${path}`]
      return read(path).includes(title) ? [] : [`${number}: ${path} has no test "${title}"`]
    }),
  ])
  expect(faults).toEqual([])
})

/** The project was begun from documents that readers of the repository do not have. */
const OTHER_DOCUMENT = new RegExp(
  [
    String.raw`specification, section`,
    String.raw`[Ss]ection \d+ of the`,
    String.raw`\b(?:of|by|from|in) the specification\b`,
    String.raw`\b(?:the|this) specification(?: requires| gives| lists|'s message)`,
    String.raw`\b(?:formats|runtime|widgets|design|style|exports|specification)\.md`,
  ].join('|'),
  'i',
)

test('comments cite requirements that exist, and no documents outside the repository', () => {
  const numbers = new Set(REQUIREMENTS.map(({ number }) => number))
  const faults = SOURCES.flatMap((path) => {
    const text = read(path)
    const cited = [...text.matchAll(/\brequirements? (\d+\.\d+)(?: and (\d+\.\d+))?/g)].flatMap(([, ...numbers]) =>
      numbers.filter((number) => number !== undefined),
    )
    const [document] = OTHER_DOCUMENT.exec(text) ?? []
    return [
      ...cited.filter((number) => !numbers.has(number)).map((number) => `${path} cites requirement ${number}`),
      ...(document === undefined ? [] : [`${path}: ${document}`]),
    ]
  })
  expect(faults).toEqual([])
})
