import { expect, test } from 'vitest'
import { defaultStatusMessage, describeError, HttpError, isHttpErrorBody } from '../../../shared/http-error.ts'

test('describeError includes the message of an HttpError but only the status of other errors', () => {
  expect(describeError(new HttpError(403, 'Members only', { fatal: false }), false)).toEqual({
    statusCode: 403,
    statusMessage: 'Members only',
    fatal: false,
  })
  expect(describeError(new Error('the password is 1234'), false)).toEqual({
    statusCode: 500,
    statusMessage: 'Internal Server Error',
    fatal: true,
  })
  expect(describeError('a text', false)).toMatchObject({ statusCode: 500 })
  expect(describeError(Object.assign(new Error('too much'), { status: 413 }), false)).toMatchObject({
    statusCode: 413,
    statusMessage: 'Internal Server Error',
  })
  expect(describeError(Object.assign(new Error('odd'), { status: 200 }), false)).toMatchObject({ statusCode: 500 })
})

test('describeError includes the stack if requested, but never for a 404', () => {
  expect(describeError(new Error('x'), true).stack).toContain('http-error.test.ts')
  expect(describeError(new HttpError(404, 'Page Not Found: /x'), true)).not.toHaveProperty('stack')
})

test('isHttpErrorBody recognizes an error response by its properties', () => {
  expect(isHttpErrorBody({ statusCode: 404, statusMessage: 'x', fatal: true })).toBe(true)
  for (const other of [null, undefined, 'text', { status: 404 }, []]) expect(isHttpErrorBody(other)).toBe(false)
})

test('the default message is "Page Not Found" for 404 and "Internal Server Error" otherwise', () => {
  expect([defaultStatusMessage(404), defaultStatusMessage(500), defaultStatusMessage(503)]).toEqual([
    'Page Not Found',
    'Internal Server Error',
    'Internal Server Error',
  ])
})
