import { createWriteStream } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { redactUrl } from '../../platform/redact-url.ts'
import { ImportError } from '../import-error.ts'
import { type DownloadRules, limitBytes, PUBLIC_RULES, requestAddress } from './request-address.ts'
import { readSource } from './source-path.ts'

/** Largest file of products that is downloaded. */
const FILE_MAX_BYTES = 2 ** 30
const TIME_LIMIT_MS = 15 * 60_000

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
  if (hasPlainLogin(address))
    fail('other users of this machine can read a login in the arguments of a command; ' + LOGIN_ADVICE)
  const filled = address.replace(VARIABLE, (_, variable: string) => {
    const value = process.env[variable]
    return value || fail(`the variable ${variable} of the address is not set`)
  })
  if (!URL.canParse(filled)) fail('this is not an address')
  await save(filled, path, rules).catch((error: unknown) => fail(describeFailure(error)))
  const beginning = (await readSource({ path, folder: null }, BEGINNING_BYTES)).toString('latin1')
  if (/^\s*<(?:!doctype html|html)/i.test(beginning))
    fail('the server sent a web page instead of a file; perhaps it asks for a login, or the address is that of a page')
}

async function save(address: string, path: string, rules: DownloadRules): Promise<void> {
  const signal = AbortSignal.timeout(TIME_LIMIT_MS)
  const response = await requestAddress(address, rules, signal, { accept: '*/*', 'accept-encoding': 'gzip' })
  if (response.statusCode !== 200) {
    response.destroy()
    throw new Error(describeStatus(response))
  }
  const unpack = response.headers['content-encoding'] === 'gzip' ? [createGunzip()] : []
  await pipeline(
    [
      response,
      ...unpack,
      limitBytes(FILE_MAX_BYTES, new Error(`the file has more than ${FILE_MAX_BYTES / 2 ** 30} GB`)),
      createWriteStream(path),
    ],
    { signal },
  )
}

function describeStatus({ statusCode = 0 }: IncomingMessage): string {
  const status = `the server responded with status ${statusCode}`
  if (statusCode === 401 || statusCode === 403) return `${status}: it asks for a login; ${LOGIN_ADVICE}`
  if (statusCode === 404 || statusCode === 410) return `${status}: there is no such file; check the address`
  return `${status}; try again later`
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.name === 'TimeoutError') return `the download took longer than ${TIME_LIMIT_MS / 60_000} minutes`
  return error.message.startsWith('the ') ? error.message : `the file could not be downloaded: ${error.message}`
}

function isSecretFree(login: string): boolean {
  return /^[:@]*$/.test(login.replace(VARIABLE, ''))
}

/** Returns whether an address contains a login in plain text, and not in variables. */
function hasPlainLogin(address: string): boolean {
  return !isSecretFree(LOGIN.exec(address)?.[0] ?? '')
}
