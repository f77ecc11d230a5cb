import { STATUS_CODES } from 'node:http'
import type { JsonReport } from '../import/json-report.ts'

/** An error response in the form of RFC 9457. */
interface ProblemBody {
  readonly title: string
  readonly status: number
  /** What is wrong, and what to do. */
  readonly detail: string
  /** The report, if nothing was changed because rows were rejected. */
  readonly report?: JsonReport | undefined
}

export const PROBLEM_TYPE = 'application/problem+json'

export class Problem extends Error {
  override readonly name = 'Problem'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly report: JsonReport | undefined

  constructor(
    status: number,
    detail: string,
    { headers = {}, report }: { headers?: Readonly<Record<string, string>>; report?: JsonReport } = {},
  ) {
    super(detail)
    this.status = status
    this.headers = headers
    this.report = report
  }

  get body(): ProblemBody {
    const { status, message, report } = this
    return { title: STATUS_CODES[status] ?? 'Error', status, detail: message, ...(report && { report }) }
  }
}
