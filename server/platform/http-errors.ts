import { HttpError } from '../../shared/http-error.ts'

/** The messages of RFC 9110 and RFC 6585. */
export const STATUS_MESSAGES = {
  400: 'Bad Request',
  403: 'Forbidden',
  405: 'Method Not Allowed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  429: 'Too Many Requests',
  503: 'Service Unavailable',
} as const

export function httpError(
  status: keyof typeof STATUS_MESSAGES,
  options?: ConstructorParameters<typeof HttpError>[2],
): HttpError {
  return new HttpError(status, STATUS_MESSAGES[status], options)
}
