import { once } from 'node:events'
import { createServer } from 'node:net'
import { type Config, ConfigError } from './platform/settings/config.ts'

/**
 * Checks the addresses to listen on before the database is opened and filled.
 * @throws ConfigError
 */
export async function checkAddresses({
  host,
  metricsHost,
  metricsPort,
}: Pick<Config, 'host' | 'metricsHost' | 'metricsPort'>): Promise<void> {
  await checkAddress('HOST', host)
  if (metricsPort !== undefined) await checkAddress('METRICS_HOST', metricsHost)
}

async function checkAddress(setting: string, host: string): Promise<void> {
  const server = createServer().listen(0, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new ConfigError([
      `${setting}: "${host}" is no address of this machine (${code}); use an address such as 127.0.0.1, or 0.0.0.0 for all`,
    ])
  }
  server.close()
}
