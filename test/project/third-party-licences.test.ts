import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Development dependencies that become part of the bundles. */
const BUNDLED = [
  '@floating-ui/dom',
  'ofetch',
  'react',
  'react-day-picker',
  'react-dom',
  'react-router-dom',
  'yet-another-react-lightbox',
]

interface LockedPackage {
  readonly dev?: true
  readonly license?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

const FOLDER = 'node_modules/'

async function listShippedPackages(): Promise<ReadonlyMap<string, string>> {
  const lock = await readFile(new URL('../../package-lock.json', import.meta.url), 'utf8')
  const { packages } = JSON.parse(lock) as { readonly packages: Readonly<Record<string, LockedPackage>> }
  const licences = new Map<string, string>()
  const add = (path: string) => {
    const name = path.slice(path.lastIndexOf(FOLDER) + FOLDER.length)
    licences.set(name, packages[path]?.license ?? 'unknown')
  }
  for (const [path, { dev }] of Object.entries(packages)) if (path !== '' && !dev) add(path)
  const bundled = new Set(BUNDLED)
  for (const name of bundled) {
    add(FOLDER + name)
    for (const other of Object.keys(packages[FOLDER + name]?.dependencies ?? {})) bundled.add(other)
  }
  return licences
}

test('the list of licences names every package that is shipped', async () => {
  const licences = await listShippedPackages()
  const rows = [...new Set(licences.values())].sort().map((licence) => {
    const names = [...licences.keys()].filter((name) => licences.get(name) === licence).sort()
    return `- **${licence}**: ${names.join(', ')}`
  })
  const page = `# Licences of what Vitrine ships

Vitrine itself is under the MIT licence. Its bundles and its image contain the packages below; each package's own folder has
the text of its licence. The faces Instrument Serif and Instrument Sans are under the SIL Open Font License 1.1, whose text
is in \`public/fonts\`. The demo's texts and pictures belong to Vitrine. The image adds Node and Debian, with their licences.

A test compares this list with \`package-lock.json\`; \`npm test -- third-party-licences -u\` writes it anew.

${rows.join('\n')}
`
  await expect(page).toMatchFileSnapshot('../../.github/THIRD-PARTY.md')
})
