import type { RequestHandler } from 'express'
import type { AppContext } from '../app-context.ts'
import { requireMethod } from './allow-methods.ts'
import type { AnswerHeaders } from './answer-headers.ts'
import { readPageAddress } from './page-address.ts'
import { page } from './page.ts'
import { payload } from './payload.ts'
import { redirect } from './redirect.ts'

const READING = ['GET', 'HEAD']
/** For the one page that takes enquiries. */
const READING_AND_SENDING = [...READING, 'POST']

/** Pages and their payloads; what is wrong with an address is told for all others as well. */
export function pages(context: AppContext, headers: AnswerHeaders): RequestHandler {
  const answerPage = page(context, headers)
  const answerPayload = payload(context, headers)
  return async (req, res, next) => {
    const address = readPageAddress(req.originalUrl)
    if (!address) return next()
    if ('redirectTo' in address) {
      await headers.set(res)
      return redirect(res, address)
    }
    if (address.kind === 'payload') {
      if (address.match) requireMethod(req, res, READING)
      return answerPayload(req, res, address)
    }
    requireMethod(req, res, address.match.name === 'contact' ? READING_AND_SENDING : READING)
    if (req.method === 'POST') return next()
    await answerPage(req, res, address)
  }
}
