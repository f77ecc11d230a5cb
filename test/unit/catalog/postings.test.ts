import { expect, test } from 'vitest'
import { encodePostings } from '../../../server/catalog/search/build/postings-writer.ts'
import { createBits, listOrdinalsOf, setBit } from '../../../server/catalog/search/bits.ts'
import { Postings } from '../../../server/catalog/search/postings.ts'
import { Random } from '../../support/random.ts'

const SIZE = 1_000

/**
 * Generates the products of a few frequent values and many rare ones.
 * @param share average number of rare values per product
 */
function listProducts(share: number): readonly Uint32Array[] {
  const random = new Random(7)
  const shares = [0.5, 0, ...Array.from({ length: 40 }, () => share / 40), 0.1, share / 40]
  return shares.map((each) => Uint32Array.from(Array(SIZE).keys()).filter(() => random.next() < each))
}

test.each([0, 0.01, 0.3, 0.9, 2])(
  'postings are read as they were written, with %d rare values per product on average',
  (share) => {
    const lists = listProducts(share)
    const postings = new Postings(encodePostings(lists, SIZE), SIZE)
    const wanted = createBits(SIZE)
    for (let ordinal = 0; ordinal < SIZE; ordinal += 3) setBit(wanted, ordinal)
    expect([...postings.countAll()]).toEqual(lists.map(({ length }) => length))
    expect([...postings.countIn(wanted, Math.ceil(SIZE / 3))]).toEqual(
      lists.map((list) => list.filter((ordinal) => ordinal % 3 === 0).length),
    )
    const bits = createBits(SIZE)
    postings.addTo(new Set([0, 5, 9, 43]), bits)
    const union = new Set([0, 5, 9, 43].flatMap((value) => [...lists[value]!]))
    expect(listOrdinalsOf(bits, 0, SIZE)).toEqual([...union].toSorted((one, other) => one - other))
    const ranks = Array.from({ length: SIZE }, (_, ordinal) => lists.findIndex((list) => list.includes(ordinal)))
    expect([...postings.rankProducts(SIZE, (value) => value)]).toEqual(
      ranks.map((rank) => (rank === -1 ? lists.length : rank)),
    )
    const all = new Set(lists.flatMap((list) => [...list]))
    expect(postings.areSingle).toBe(all.size === lists.reduce((sum, { length }) => sum + length, 0))
    const groups = Uint32Array.from(lists, (_, value) => 1 << (value % 3))
    const inGroup = (group: number) => new Set(lists.flatMap((list, value) => (value % 3 === group ? [...list] : [])))
    const counts = postings.countGroups(groups, createBits(SIZE).fill(0xffffffff))
    expect([...counts.slice(0, 3), counts.at(-1)]).toEqual(
      [0, 1, 2].map((group) => inGroup(group).size).concat(all.size),
    )
  },
)

test('a value that few products have takes no space for the other products', () => {
  const lists = [Uint32Array.of(3, 70_000), Uint32Array.of(99_999)]
  expect(encodePostings(lists, 100_000).length).toBeLessThan(100_000 / 7)
})
