import { writeFile } from 'node:fs/promises'
import { redactUrl } from '../../platform/redact-url.ts'
import { ImportError } from '../import-error.ts'
import { download, PUBLIC_RULES, StatusError } from './request-address.ts'
import { readSource } from './source-path.ts'

/** Largest file of products that is downloaded. */
const FILE_MAX_BYTES = 2 ** 30
const TIME_LIMIT_MS = 15 * 60_000
const HEADERS = { accept: '*/*', 'accept-encoding': 'gzip' }

const BEGINNING_BYTES = 512

/** A variable of the environment within an address, such as `${SUPPLIER_TOKEN}`. */
const VARIABLE = /\$\{(\w+)\}/g

/** The user name and password of an address, with the `@` after them. */
const LOGIN = /(?<=^https?:\/\/)[^/?#]*@/i

const LOGIN_ADVICE =
  "write 'https://${NAME}@…', in single quotes, and set the variable NAME of the environment to the user name and password, with a colon between them"

export function isFileAddress(path: string): boolean {
  return /^https?:\/\//i.test(path)
}

/** Returns an address as reports and logs show it, without a login and the values of parameters that may be secret. */
export function nameAddress(address: string): string {
  return redactUrl(address.replace(LOGIN, (login) => (isSecretFree(login) ? login : '')))
}

/** @throws ImportError with the reason if the download fails, or the file is a web page */
export async function downloadFile(address: string, path: string, rules = PUBLIC_RULES): Promise<void> {
  const fail = (reason: string): never => {
    throw new ImportError({ file: nameAddress(address) }, reason)
  }
  if (!isSecretFree(LOGIN.exec(address)?.[0] ?? ''))
    fail('other users of this machine can read a login in the arguments of a command; ' + LOGIN_ADVICE)
  const filled = address.replace(VARIABLE, (_, variable: string) => {
    const value = process.env[variable]
    return value || fail(`the variable ${variable} of the address is not set`)
  })
  if (!URL.canParse(filled)) fail('this is not an address')
  const limits = { rules, headers: HEADERS, timeLimitMs: TIME_LIMIT_MS, maxBytes: FILE_MAX_BYTES }
  await download(filled, limits, (bytes) => writeFile(path, bytes)).catch((error: unknown) =>
    fail(describeFailure(error)),
  )
  const beginning = (await readSource({ path, folder: null }, BEGINNING_BYTES)).toString('latin1')
  if (/^\s*<(?:!doctype html|html)/i.test(beginning))
    fail('the server sent a web page instead of a file; perhaps it asks for a login, or the address is that of a page')
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { message } = error
  if (!(error instanceof StatusError))
    return message.startsWith('the ') ? message : `the file could not be downloaded: ${message}`
  if (error.status === 401 || error.status === 403) return `${message}: it asks for a login; ${LOGIN_ADVICE}`
  if (error.status === 404 || error.status === 410) return `${message}: there is no such file; check the address`
  return `${message}; try again later`
}

/** Returns whether a login consists of variables only. */
function isSecretFree(login: string): boolean {
  return /^[:@]*$/.test(login.replace(VARIABLE, ''))
}
