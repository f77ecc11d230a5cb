import type { ImportTokenStore } from '../background-state/import-token-store.ts'
import type { CatalogArguments } from './catalog-arguments.ts'
import type { ExitCode } from './command-process.ts'
import { formatTime } from './history.ts'
import { UsageError } from './parse-arguments.ts'

/** @throws UsageError if a name cannot be used */
export async function runTokens(
  tokens: ImportTokenStore,
  { action, name }: CatalogArguments & { command: 'tokens' },
  terminal: Console,
): Promise<ExitCode> {
  switch (action) {
    case 'list':
      terminal.log(await formatTokens(tokens))
      return 0
    case 'add': {
      const token = await tokens.create(name)
      if (token === null)
        throw new UsageError(`There is already a token "${name}". Revoke it first, or choose another name.`)
      terminal.log(token)
      terminal.error(
        `The token of "${name}". It cannot be shown again. Programs send it to IMPORT_PORT, in the header "Authorization: Bearer TOKEN".`,
      )
      return 0
    }
    case 'revoke':
      if (!(await tokens.revoke(name)))
        throw new UsageError(`There is no token "${name}". "npm run catalog -- tokens" lists them.`)
      terminal.log(`The token of "${name}" is revoked.`)
      return 0
  }
}

async function formatTokens(tokens: ImportTokenStore): Promise<string> {
  const list = await tokens.list()
  if (list.length === 0) return 'There are no tokens. To make one: npm run catalog -- tokens add NAME'
  const lines = list.map(
    ({ name, createdAt, usedAt }) =>
      `  ${name}: made ${formatTime(createdAt)}, ${usedAt === null ? 'never used' : `used ${formatTime(usedAt)}`}`,
  )
  return ['Tokens with which programs push files:', ...lines].join('\n')
}
