import { expect, test } from 'vitest'
import { describeDatabaseFailure } from '../../server/commands/database-failure.ts'
import { ConfigError } from '../../server/config.ts'
import { DatabaseBusyError } from '../../server/store/database-error.ts'

const refusedByDisk = Object.assign(new Error("EACCES: permission denied, mkdir '/srv/data'"), { code: 'EACCES' })

test.each([
  ['a wrong setting', new ConfigError('PORT: "80a" is no port.'), /^PORT: "80a" is no port\.$/],
  [
    'an import that is under way',
    new DatabaseBusyError(undefined),
    /^The database is busy: an import is running\. Nothing was changed\. Try again when it is done\.$/,
  ],
  [
    'a disk or folder that refuses',
    refusedByDisk,
    /^EACCES: permission denied, mkdir '\/srv\/data'\. Nothing was changed\.$/,
  ],
])('describes %s without a stack', (_what, error, words) => {
  expect(describeDatabaseFailure(error, ' Nothing was changed.')).toMatch(words)
})

test('describes an unexpected error with its stack', () => {
  expect(describeDatabaseFailure(new TypeError('x is undefined'), ' Nothing was changed.')).toMatch(
    /^TypeError: x is undefined\n +at /,
  )
})
