import { describe, expect, it } from 'vitest'
import { FakeClock } from '../clock.ts'
import { electionMetrics } from './election-metrics.ts'
import type { LeaderElectionRecord } from './election-record.ts'
import { LeaderElector, leaderElectionError, type ResourceLock } from './leader-elector.ts'

const missing = new Error('leases.coordination.k8s.io "lock" not found')

/** A lease as a server keeps it: writes need the version that was read or written last. */
class Store {
  record: LeaderElectionRecord | undefined
  version = 0
  /** Why nobody gets an answer. */
  down: Error | undefined
  readonly requests: string[] = []
  readonly events: string[] = []

  lock(identity: string): ResourceLock {
    let seen = -1
    const asked = (what: string): void => {
      this.requests.push(what)
      if (this.down !== undefined) throw this.down
    }
    return {
      identity,
      description: 'kube-system/lock',
      get: async () => {
        asked('get')
        if (this.record === undefined) throw missing
        seen = this.version
        return this.record
      },
      create: async (record) => {
        asked('create')
        if (this.record !== undefined) throw new Error('leases.coordination.k8s.io "lock" already exists')
        this.record = record
        seen = ++this.version
      },
      update: async (record) => {
        asked('update')
        if (seen !== this.version) throw new Error('the object has been modified')
        this.record = record
        seen = ++this.version
      },
      isNotFound: (error) => error === missing,
      recordEvent: (text) => void this.events.push(`${identity} ${text}`),
    }
  }
}

interface Candidate {
  elector: LeaderElector
  lines: string[]
  stop: AbortController
  state: () => string
}

function setting(minor = 36) {
  const clock = new FakeClock()
  const store = new Store()
  const candidate = (
    identity: string,
    own: { coordinated?: boolean; releaseOnCancel?: boolean; minor?: number; leaseDuration?: number } = {},
  ): Candidate => {
    const lines: string[] = []
    const stop = new AbortController()
    let state = 'waits'
    const elector = new LeaderElector(
      {
        lock: store.lock(identity),
        leaseDuration: 15_000,
        renewDeadline: 10_000,
        retryPeriod: 2000,
        releaseOnCancel: false,
        name: 'lock',
        callbacks: {
          onStartedLeading: (signal) => {
            state = 'leads'
            signal.addEventListener('abort', () => {
              state = 'led'
            })
          },
          onStoppedLeading: () => {
            if (state === 'waits') state = 'never led'
          },
        },
        ...own,
      },
      {
        clock,
        random: { uuid: () => '', int: () => 0 },
        minor: own.minor ?? minor,
        verbosity: 0,
        logger: {
          log: (severity, message) => void lines.push(`${severity} ${message}`),
          logS: (severity, message, values) =>
            void lines.push(`${severity} ${message} ${JSON.stringify(values ?? {})}`),
        },
      },
    )
    void elector.run(stop.signal)
    return { elector, lines, stop, state: () => state }
  }
  /** Lets time go on, second by second, and everything follow that is due. */
  const pass = async (seconds: number): Promise<void> => {
    for (let i = 0; i <= seconds * 4; i++) {
      if (i > 0) clock.advance(250)
      await new Promise(setImmediate)
    }
  }
  return { clock, store, candidate, pass }
}

const second = (time: string | undefined): number => (Date.parse(time!) - Date.parse('2026-01-01')) / 1000

describe('an elector', () => {
  it('takes a lease that nobody has, and renews it', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a')
    await pass(9)
    expect(a.state()).toBe('leads')
    expect(store.record).toMatchObject({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      leaderTransitions: 0,
    })
    expect([second(store.record?.acquireTime), second(store.record?.renewTime)]).toEqual([0, 8])
    expect(store.events).toEqual(['a became leader'])
  })

  it('waits for a lease, and takes it when its holder is silent for its time', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a')
    await pass(3)
    const b = candidate('b')
    await pass(20)
    expect([a.state(), b.state()]).toEqual(['leads', 'waits'])
    a.stop.abort()
    await pass(14)
    expect([a.state(), b.state()]).toEqual(['led', 'waits'])
    await pass(6)
    expect(b.state()).toBe('leads')
    expect(store.record).toMatchObject({ holderIdentity: 'b', leaderTransitions: 1 })
  })

  it('goes by its own clock: a lease whose times are of the past is held until it has been seen for its time', async () => {
    const { store, candidate, pass } = setting()
    const old = '2020-01-01T00:00:00.000000Z'
    store.record = {
      holderIdentity: 'x',
      leaseDurationSeconds: 6,
      acquireTime: old,
      renewTime: old,
      leaderTransitions: 7,
      strategy: '',
      preferredHolder: '',
    }
    const a = candidate('a')
    await pass(5)
    expect(a.state()).toBe('waits')
    await pass(3)
    expect(a.state()).toBe('leads')
    expect(store.record).toMatchObject({ holderIdentity: 'a', leaderTransitions: 8 })
  })

  it.each([
    [26, 'waits'],
    [27, 'leads'],
  ])('of 1.%i %s after the time of a holder who said less than itself', async (minor, state) => {
    const { store, candidate, pass } = setting(minor)
    const short = candidate('short', { leaseDuration: 11_000 })
    await pass(1)
    short.stop.abort()
    const long = candidate('long', { leaseDuration: 60_000 })
    await pass(20)
    expect(long.state()).toBe(state)
    expect(store.record?.holderIdentity).toBe(state === 'leads' ? 'long' : 'short')
  })

  it('stops when it cannot renew until its deadline', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a')
    await pass(1)
    store.down = new Error('dial tcp: no route to host')
    await pass(9)
    expect(a.state()).toBe('leads')
    await pass(5)
    expect(a.state()).toBe('led')
    expect(a.elector.leading).toBe(false)
    expect(a.lines.at(-1)).toBe(
      'I Failed to renew lease {"lock":"kube-system/lock","err":"context deadline exceeded"}',
    )
    expect(store.events).toEqual(['a became leader', 'a stopped leading'])
  })

  it('goes on where the server comes back in time', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a')
    await pass(1)
    store.down = new Error('dial tcp: no route to host')
    await pass(7)
    store.down = undefined
    await pass(30)
    expect(a.state()).toBe('leads')
  })

  it('stops where somebody else has taken the lease', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a')
    await pass(1)
    store.record = { ...store.record!, holderIdentity: 'thief' }
    store.version++
    await pass(13)
    expect(a.state()).toBe('led')
    expect(store.record.holderIdentity).toBe('thief')
  })

  it.each([
    [26, ['a became leader'], 'at once'],
    [36, ['a became leader', 'a stopped leading'], 'at once'],
  ])('of 1.%i gives its lease up where it is told to stop', async (minor, events) => {
    const { store, candidate, pass } = setting(minor)
    const a = candidate('a', { releaseOnCancel: true })
    await pass(3)
    const b = candidate('b')
    await pass(3)
    a.stop.abort()
    await pass(0)
    expect(store.record).toMatchObject({ holderIdentity: '', leaseDurationSeconds: 1, leaderTransitions: 0 })
    expect(store.events).toEqual(events)
    await pass(3)
    expect([a.state(), b.state()]).toEqual(['led', 'leads'])
    expect(store.record).toMatchObject({ holderIdentity: 'b', leaderTransitions: 1 })
  })

  it('ends where it is told to before it has led', async () => {
    const { candidate, pass } = setting()
    candidate('a')
    await pass(1)
    const b = candidate('b')
    await pass(1)
    b.stop.abort()
    await pass(0)
    expect(b.state()).toBe('never led')
  })

  it.each([
    [29, ['get', 'create', 'get', 'update', 'get', 'update']],
    [30, ['get', 'create', 'update', 'update']],
  ])('of 1.%i renews by %j', async (minor, requests) => {
    const { store, candidate, pass } = setting(minor)
    candidate('a')
    await pass(2)
    expect(store.requests).toEqual(requests)
  })

  it('says when it is sick: it leads by a lease that is over', async () => {
    const { clock, candidate, pass } = setting()
    const a = candidate('a')
    await pass(1)
    expect(a.elector.check(20_000)).toBeUndefined()
    clock.advance(36_000)
    expect(a.elector.check(20_000)).toBe('failed election to renew leadership on lease lock')
  })

  it.each([
    [
      34,
      'I attempting to acquire leader lease kube-system/lock...',
      'I successfully acquired lease kube-system/lock',
    ],
    [
      35,
      'I Attempting to acquire leader lease... {"lock":"kube-system/lock"}',
      'I Successfully acquired lease {"lock":"kube-system/lock"}',
    ],
  ])('of 1.%i says so', async (minor, ...lines) => {
    const { candidate, pass } = setting(minor)
    const a = candidate('a')
    await pass(1)
    expect(a.lines).toEqual(lines)
  })

  it('counts itself in metrics', async () => {
    const { candidate, pass, store } = setting()
    const [a, b] = [candidate('a'), candidate('b')]
    await pass(1)
    store.version++
    await pass(4)
    const metrics = electionMetrics([a.elector, b.elector], 36)
    expect(metrics.map(({ name, samples }) => [name, samples.map(({ value }) => value)])).toEqual([
      ['leader_election_master_status', [1, 0]],
      ['leader_election_slowpath_total', [1]],
    ])
    expect(electionMetrics([a.elector], 29)).toHaveLength(1)
  })
})

describe('an elector whose holder is chosen by others', () => {
  const given = (holderIdentity: string, preferredHolder = ''): LeaderElectionRecord => ({
    holderIdentity,
    leaseDurationSeconds: 5,
    renewTime: '2026-01-01T00:00:00.000000Z',
    leaderTransitions: 0,
    strategy: 'OldestEmulationVersion',
    preferredHolder,
  })

  it('takes no lease by itself, whether there is one or not', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a', { coordinated: true })
    await pass(30)
    store.record = given('b')
    await pass(60)
    expect(a.state()).toBe('waits')
    expect(new Set(store.requests)).toEqual(new Set(['get']))
  })

  it('leads with the lease that it is given, and keeps its strategy', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a', { coordinated: true })
    store.record = given('a')
    await pass(20)
    expect(a.state()).toBe('leads')
    expect(store.record).toMatchObject({
      holderIdentity: 'a',
      leaseDurationSeconds: 15,
      acquireTime: undefined,
      strategy: 'OldestEmulationVersion',
      leaderTransitions: 0,
    })
  })

  it('renews no more when somebody else is to follow', async () => {
    const { store, candidate, pass } = setting()
    const a = candidate('a', { coordinated: true })
    store.record = given('a')
    await pass(4)
    store.record = { ...store.record, preferredHolder: 'b' }
    store.version++
    const { renewTime } = store.record
    await pass(13)
    expect(a.state()).toBe('led')
    expect(store.record.renewTime).toBe(renewTime)
  })
})

describe('leaderElectionError', () => {
  it.each([
    [[15_000, 10_000, 2000], undefined],
    [[10_000, 10_000, 2000], 'leaseDuration must be greater than renewDeadline'],
    [[15_000, 2400, 2000], 'renewDeadline must be greater than retryPeriod*JitterFactor'],
    [[-1, -2, -3], 'leaseDuration must be greater than zero'],
    [[1, 0, -3], 'renewDeadline must be greater than zero'],
    [[15_000, 10_000, -1000], 'retryPeriod must be greater than zero'],
  ])('of %j is %s', ([leaseDuration, renewDeadline, retryPeriod], error) => {
    expect(
      leaderElectionError({
        leaseDuration: leaseDuration!,
        renewDeadline: renewDeadline!,
        retryPeriod: retryPeriod!,
      }),
    ).toBe(error)
  })
})
