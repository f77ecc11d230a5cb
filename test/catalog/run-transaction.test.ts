import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { runTransaction } from '../../server/catalog/store/sqlite/transaction.ts'

test('rolls back a failed transaction completely, and the next transaction succeeds', () => {
  using database = new DatabaseSync(':memory:')
  database.exec('CREATE TABLE kiln (pot TEXT)')
  const put = (pot: string) => database.prepare('INSERT INTO kiln VALUES (?)').run(pot)
  const failing = () => {
    put('cracked')
    throw new Error('half way')
  }
  expect(() => runTransaction(database, failing)).toThrow('half way')
  // Ends the transaction before it throws, as SQLite does when the disk is full.
  const ended = () => {
    put('lost')
    database.exec('ROLLBACK')
    throw new Error('the disk is full')
  }
  expect(() => runTransaction(database, ended)).toThrow('the disk is full')
  expect(runTransaction(database, () => put('whole').changes)).toBe(1)
  expect(database.prepare('SELECT pot FROM kiln').all()).toEqual([{ pot: 'whole' }])
})
