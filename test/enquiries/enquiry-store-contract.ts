import { expect, test } from 'vitest'
import type { EnquiryStore } from '../../server/enquiries/enquiry-store.ts'
import type { EnquiryRecord } from '../../server/enquiries/stored-enquiry.ts'
import { readReference } from '../../shared/enquiry-items.ts'
import { buildNewEnquiry, ENQUIRY, STORED_LIST } from '../support/enquiries.ts'

interface OpenedEnquiryStore extends AsyncDisposable {
  readonly store: EnquiryStore
  /** Opens the same database a second time, as another process does. */
  openAgain(): Promise<EnquiryStore & { close?(): Promise<void> }>
}

const at = (time: string) => new Date(`2026-03-10T${time}:00.000Z`)
const tomorrow = (time: string) => new Date(`2026-03-11T${time}:00.000Z`)

async function scan(store: EnquiryStore): Promise<EnquiryRecord[]> {
  const records: EnquiryRecord[] = []
  for await (const batch of store.scanRecords()) records.push(...batch)
  return records
}

/** Tests every store of enquiries. */
export function testEnquiryStore(
  name: string,
  open: (options?: Parameters<typeof EnquiryStore.open>[1]) => Promise<OpenedEnquiryStore>,
): void {
  test(`${name}: does not assign a reference that is already in use`, async () => {
    const references = ['ABCD2345', 'ABCD2345', 'ABCD2346']
    await using opened = await open({ createReference: () => references.shift()! })
    for (const [request, reference] of [
      ['a', 'ABCD2345'],
      ['b\0', 'ABCD2346'],
    ] as const)
      expect(await opened.store.add(buildNewEnquiry({ request }))).toMatchObject({ reference })
  })

  test(`${name}: returns an enquiry as it was added, also from a second store`, async () => {
    await using opened = await open()
    const { reference, isNew } = await opened.store.add(
      buildNewEnquiry({ receivedAt: at('08:00'), items: STORED_LIST, isMailed: true }),
    )
    expect(isNew).toBe(true)
    expect(readReference(reference)).toBe(reference)
    const stored = {
      ...ENQUIRY,
      items: STORED_LIST,
      reference,
      receivedAt: '2026-03-10T08:00:00.000Z',
      answeredAt: null,
    }
    expect(await opened.store.find(reference)).toEqual(stored)
    const again = await opened.openAgain()
    expect(await again.find(reference)).toEqual(stored)
    expect(await again.list('open')).toEqual([stored])
    expect(await again.leaseMail(at('08:00'), at('08:01'))).toEqual({ kind: 'owner', enquiry: stored, attempts: 1 })
    await again.close?.()
  })

  test(`${name}: each enquiry has its own items, or none`, async () => {
    await using opened = await open()
    const lists = [[], STORED_LIST, STORED_LIST.slice(1).toReversed()]
    for (const [index, items] of lists.entries())
      await opened.store.add(buildNewEnquiry({ request: String(index), items, receivedAt: at(`0${9 - index}:00`) }))
    expect((await opened.store.list('all')).map(({ items }) => items)).toEqual(lists)
  })

  test(`${name}: restoring enquiries a second time replaces them and their items without duplicating them`, async () => {
    await using opened = await open()
    const { reference } = await opened.store.add(buildNewEnquiry({ items: STORED_LIST, isMailed: true }))
    const records = await scan(opened.store)
    const shorter = records.map((record) => ({
      ...record,
      enquiry: { ...record.enquiry, items: STORED_LIST.slice(0, 2) },
    }))
    for (const given of [records, records, shorter]) {
      await opened.store.restoreRecords(given)
      expect(await opened.store.find(reference)).toEqual(given[0]!.enquiry)
    }
    expect(await scan(opened.store)).toEqual(shorter)
  })

  test(`${name}: an enquiry is open until it is marked as answered for the first time`, async () => {
    await using opened = await open()
    const { reference } = await opened.store.add(buildNewEnquiry({ receivedAt: at('08:00') }))
    expect(await opened.store.find(reference)).toMatchObject({
      receivedAt: '2026-03-10T08:00:00.000Z',
      answeredAt: null,
    })
    expect(await opened.store.markAnswered(reference, at('09:00'))).toBe(true)
    expect(await opened.store.markAnswered(reference, at('10:00'))).toBe(true)
    expect(await opened.store.find(reference)).toMatchObject({ answeredAt: '2026-03-10T09:00:00.000Z' })
    expect(await opened.store.find('AAAAAAAA')).toBeUndefined()
    expect(await opened.store.markAnswered('AAAAAAAA', at('09:00'))).toBe(false)
  })

  test(`${name}: stores an enquiry only once if two stores add it several times at the same moment`, async () => {
    await using opened = await open()
    const again = await opened.openAgain()
    const added = await Promise.all(
      [opened.store, again, opened.store, again].map((store) => store.add(buildNewEnquiry())),
    )
    expect(new Set(added.map(({ reference }) => reference)).size).toBe(1)
    expect(added.filter(({ isNew }) => isNew)).toHaveLength(1)
    expect(await opened.store.list('all')).toHaveLength(1)
    await again.close?.()
  })

  test(`${name}: the same deduplication key adds no second enquiry within its time window, but another key does`, async () => {
    await using opened = await open()
    const add = (key: string, receivedAt: Date, since: Date | null) =>
      opened.store.add(buildNewEnquiry({ receivedAt, deduplication: { key, since: since && since.toISOString() } }))
    const first = await add('a', at('08:00'), at('07:00'))
    expect(await add('a', at('08:59'), at('08:00'))).toEqual({ reference: first.reference, isNew: false })
    expect(await add('a', at('09:01'), at('08:01'))).toMatchObject({ isNew: true })
    expect(await add('b', at('09:01'), at('08:01'))).toMatchObject({ isNew: true })
    expect(await add('b', at('23:00'), null)).toMatchObject({ isNew: false })
  })

  test(`${name}: lists open enquiries before answered ones, newest first`, async () => {
    await using opened = await open()
    const references: string[] = []
    for (const [request, time] of [
      ['a', '08:00'],
      ['b', '09:00'],
      ['c', '10:00'],
    ] as const) {
      references.push((await opened.store.add(buildNewEnquiry({ request, receivedAt: at(time) }))).reference)
    }
    await opened.store.markAnswered(references[2]!, at('11:00'))
    const requestsOf = async (which: 'open' | 'all') => (await opened.store.list(which)).map(({ request }) => request)
    expect(await requestsOf('open')).toEqual(['b', 'a'])
    expect(await requestsOf('all')).toEqual(['b', 'a', 'c'])
  })

  test(`${name}: leases a mail to one sender at a time, and to another one after the lease expires`, async () => {
    await using opened = await open()
    const again = await opened.openAgain()
    const { reference } = await opened.store.add(
      buildNewEnquiry({ request: 'a', receivedAt: at('08:00'), isMailed: true }),
    )
    await opened.store.add(buildNewEnquiry({ request: 'without a mail', receivedAt: at('07:00') }))
    expect(await again.leaseMail(at('07:59'), at('08:10'))).toBeUndefined()
    const taken = await Promise.all([opened.store, again].map((store) => store.leaseMail(at('08:05'), at('08:10'))))
    expect(taken.filter(Boolean)).toEqual([
      { kind: 'owner', enquiry: expect.objectContaining({ reference, request: 'a' }) as unknown, attempts: 1 },
    ])
    expect(await again.leaseMail(at('08:09'), at('08:20'))).toBeUndefined()
    expect(await again.leaseMail(at('08:11'), at('08:20'))).toMatchObject({ enquiry: { reference }, attempts: 1 })
    await again.close?.()
  })

  test(`${name}: leases and retry times from a clock that was a day ahead count as expired`, async () => {
    await using opened = await open()
    const { store } = opened
    const { reference } = await store.add(buildNewEnquiry({ receivedAt: tomorrow('08:00'), isMailed: true }))
    const mail = { kind: 'owner', reference } as const
    expect(await store.leaseMail(tomorrow('08:01'), tomorrow('08:02'))).toMatchObject({ attempts: 1 })
    expect(await store.leaseMail(at('08:03'), at('08:04'))).toMatchObject({ attempts: 1 })
    expect(await store.leaseMail(at('08:03'), at('08:04'))).toBeUndefined()
    await store.rescheduleMail(mail, tomorrow('09:00'))
    expect(await store.leaseMail(at('08:05'), at('08:06'))).toMatchObject({ attempts: 2 })
    await store.rescheduleMail(mail, at('09:05'))
    expect(await store.leaseMail(at('08:06'), at('08:07'))).toBeUndefined()
  })

  test(`${name}: counts unsent mails, with those that failed counted separately`, async () => {
    await using opened = await open()
    const { store } = opened
    expect(await store.countUnsentMails()).toEqual({ waiting: 0, failed: 0, oldestReceivedAt: null })
    await store.add(buildNewEnquiry({ request: 'without a mail', receivedAt: at('07:00') }))
    const a = await store.add(buildNewEnquiry({ request: 'a', receivedAt: at('08:00'), isMailed: true }))
    await store.add(buildNewEnquiry({ request: 'b', receivedAt: at('08:01'), isMailed: true }))
    const oldestReceivedAt = at('08:00').toISOString()
    await store.leaseMail(at('08:05'), at('08:10'))
    expect(await store.countUnsentMails()).toEqual({ waiting: 2, failed: 0, oldestReceivedAt })
    await store.rescheduleMail({ kind: 'owner', reference: a.reference }, at('08:20'))
    expect(await store.countUnsentMails()).toEqual({ waiting: 1, failed: 1, oldestReceivedAt })
    await store.leaseMail(at('08:21'), at('08:30'))
    expect(await store.countUnsentMails()).toEqual({ waiting: 1, failed: 1, oldestReceivedAt })
    await store.markMailSent({ kind: 'owner', reference: a.reference }, at('08:23'))
    expect(await store.countUnsentMails()).toEqual({
      waiting: 1,
      failed: 0,
      oldestReceivedAt: at('08:01').toISOString(),
    })
  })

  test(`${name}: deletes a single enquiry together with its items and mails`, async () => {
    await using opened = await open()
    const { store } = opened
    const confirmation = { day: '2026-03-10', counters: [] }
    const add = (request: string) =>
      store.add(buildNewEnquiry({ request, items: STORED_LIST, isMailed: true, confirmation, receivedAt: at('08:00') }))
    const [a, b] = [await add('a'), await add('b')]
    expect(await store.delete(a.reference)).toBe(true)
    expect(await store.delete(a.reference)).toBe(false)
    expect(await store.find(a.reference)).toBeUndefined()
    expect(await store.list('all')).toMatchObject([{ reference: b.reference, items: STORED_LIST }])
    expect(await store.countUnsentMails()).toMatchObject({ waiting: 2 })
    // A process that leased the mail before the deletion still reports its result.
    await store.markMailSent({ kind: 'owner', reference: a.reference }, at('09:00'))
    await store.rescheduleMail({ kind: 'visitor', reference: a.reference }, at('09:00'))
    expect(await add('a')).toMatchObject({ isNew: true })
  })

  test(`${name}: deletes enquiries answered before a given time, even if two nodes do so at the same moment`, async () => {
    await using opened = await open()
    const again = await opened.openAgain()
    const references: string[] = []
    for (let index = 0; index < 30; index++) {
      const { reference } = await opened.store.add(
        buildNewEnquiry({ request: String(index), items: STORED_LIST, isMailed: index % 2 === 0 }),
      )
      references.push(reference)
      if (index >= 10) await opened.store.markAnswered(reference, index >= 20 ? at('09:00') : at('08:00'))
    }
    const counts = await Promise.all(
      [opened.store, again, opened.store, again].map((store) => store.deleteAnswered(at('09:00'))),
    )
    expect(counts.toSorted()).toEqual([0, 0, 0, 10])
    const left = (await opened.store.list('all')).map(({ reference }) => reference)
    expect(left.toSorted()).toEqual([...references.slice(0, 10), ...references.slice(20)].toSorted())
    await again.close?.()
  })

  test(`${name}: a suspected enquiry is listed apart until it is marked as answered, and deleted by its age`, async () => {
    await using opened = await open()
    const { store } = opened
    const add = (request: string, day: string, isSuspected?: true) =>
      store.add(
        buildNewEnquiry({ request, receivedAt: new Date(`2026-03-${day}`), ...(isSuspected && { isSuspected }) }),
      )
    const requestsOf = async (which: 'open' | 'all' | 'suspected') =>
      (await store.list(which)).map(({ request }) => request)
    await add('normal', '08')
    const old = await add('old', '09', true)
    const young = await add('young', '10', true)
    expect(await store.find(old.reference)).toMatchObject({ request: 'old', isSuspected: true })
    expect(await requestsOf('suspected')).toEqual(['young', 'old'])
    expect([await requestsOf('open'), await requestsOf('all')]).toEqual([['normal'], ['normal']])
    const records = await scan(store)
    await store.restoreRecords(records)
    expect(await scan(store)).toEqual(records)
    expect(await store.deleteSuspected(new Date('2026-03-10'))).toBe(1)
    expect(await requestsOf('suspected')).toEqual(['young'])
    await store.markAnswered(young.reference, at('09:00'))
    expect([await requestsOf('suspected'), await requestsOf('all')]).toEqual([[], ['normal', 'young']])
    expect(await store.deleteSuspected(at('23:00'))).toBe(0)
  })

  test(`${name}: queues a confirmation mail unless one of the daily limits that apply to it is reached`, async () => {
    await using opened = await open()
    const again = await opened.openAgain()
    const { store } = opened
    const add = (request: string, day: string, address: string) =>
      (request.length % 2 === 0 ? store : again).add(
        buildNewEnquiry({
          request,
          receivedAt: at('08:00'),
          confirmation: {
            day,
            counters: [
              { key: `address ${address}`, max: 2 },
              { key: 'site', max: 3 },
            ],
          },
        }),
      )
    await Promise.all(['a', 'bb', 'c', 'dd', 'e'].map((request) => add(request, '2026-03-10', 'jo')))
    const count = async () => (await store.countUnsentMails()).waiting
    expect(await count()).toBe(2)
    await add('of another address', '2026-03-10', 'mo')
    await add('and another one', '2026-03-10', 'mo')
    expect(await count()).toBe(3)
    await add('on the next day', '2026-03-11', 'jo')
    expect(await count()).toBe(4)
    expect(await add('on the next day', '2026-03-11', 'jo')).toMatchObject({ isNew: false })
    expect(await count()).toBe(4)
    expect(await store.list('all')).toHaveLength(8)
    await again.close?.()
  })

  test(`${name}: leases the owner's mail before the visitor's, and drops a confirmation`, async () => {
    await using opened = await open()
    const { store } = opened
    const confirmation = { day: '2026-03-10', counters: [] }
    const { reference } = await store.add(buildNewEnquiry({ receivedAt: at('08:00'), isMailed: true, confirmation }))
    const [owner, visitor] = [
      { kind: 'owner', reference },
      { kind: 'visitor', reference },
    ] as const
    const lease = async (time: string) => (await store.leaseMail(at(time), at('08:05')))?.kind
    expect(await lease('08:00')).toBe('owner')
    expect(await lease('08:01')).toBe('visitor')
    expect(await lease('08:02')).toBeUndefined()
    await store.markMailSent(owner, at('08:02'))
    await store.rescheduleMail(visitor, at('08:10'))
    expect(await lease('08:03')).toBeUndefined()
    expect(await store.leaseMail(at('08:10'), at('08:15'))).toMatchObject({ kind: 'visitor', attempts: 2 })
    expect(await scan(store)).toMatchObject([
      { mail: { attempts: 1, sentAt: at('08:02').toISOString() }, confirmation: { attempts: 1, sentAt: null } },
    ])
    await store.dropConfirmation(reference)
    expect(await store.leaseMail(at('23:00'), at('23:10'))).toBeUndefined()
    expect(await scan(store)).toMatchObject([{ confirmation: null }])
  })
}
