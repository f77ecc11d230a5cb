import { expect, test } from 'vitest'
import { describeFailure } from '../../../server/commands/command-line.ts'
import { ConfigError } from '../../../server/platform/settings/config.ts'
import { DatabaseBusyError } from '../../../server/platform/database-error.ts'

const refusedByDisk = Object.assign(new Error("EACCES: permission denied, mkdir '/srv/data'"), { code: 'EACCES' })

test.each([
  [
    'an invalid setting',
    new ConfigError(['PORT: "80a" is no port.']),
    /^Invalid settings:\n {2}PORT: "80a" is no port\.$/,
  ],
  [
    'a database that a running import locks',
    new DatabaseBusyError(undefined),
    /^The database is busy: an import is running\. Nothing was changed\. Try again when it is done\.$/,
  ],
  [
    'a folder without write permission',
    refusedByDisk,
    /^EACCES: permission denied, mkdir '\/srv\/data'\. Nothing was changed\.$/,
  ],
])('describes %s without a stack trace', (_what, error, words) => {
  expect(describeFailure(error, ' Nothing was changed.')).toMatch(words)
})

test('describes an unexpected error with its stack trace', () => {
  expect(describeFailure(new TypeError('x is undefined'), ' Nothing was changed.')).toMatch(
    /^TypeError: x is undefined\n +at /,
  )
})
