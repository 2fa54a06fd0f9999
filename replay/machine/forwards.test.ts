import { expect, it } from 'vitest'
import { type Dialled, Forwards } from './forwards.ts'

/** Forwards of a computer, of which a program that is none has port 6443. */
function computer() {
  const forwards = new Forwards()
  const begin = (isJob = true) => forwards.begin('n1', 'kubectl', isJob ? forwards.takePid() : undefined)
  const listen = (address: string, port: number, by = begin()): number =>
    forwards.listen(
      by,
      address,
      port,
      () => {},
      (one) => one === 6443,
    )
  return { forwards, begin, listen }
}
const inUse = 'bind: address already in use'

it('gives way without & to the next, and to no other program', () => {
  const { forwards, begin, listen } = computer()
  listen('127.0.0.1', 80, begin(false))
  listen('127.0.0.1', 80, begin(false))
  expect(forwards.running()).toHaveLength(1)
  expect(() => listen('127.0.0.1', 80)).toThrow(inUse)
  expect(() => listen('127.0.0.1', 6443, begin(false))).toThrow(inUse)
})

it.each([
  ['0.0.0.0', '127.0.0.1', true],
  ['127.0.0.1', '0.0.0.0', true],
  ['127.0.0.2', '127.0.0.1', false],
  ['::', '::1', true],
  ['::', '0.0.0.0', false],
  ['0.0.0.0', '::1', false],
])('%s leaves no room for %s: %s', (held, wanted, clashes) => {
  const { listen } = computer()
  listen(held, 8080)
  const next = (): number => listen(wanted, 8080)
  if (clashes) expect(next).toThrow(inUse)
  else expect(next()).toBe(8080)
})

it('finds a free port for who asks for any, until there is none', () => {
  const { begin, listen } = computer()
  listen('0.0.0.0', 32_769)
  const one = begin()
  expect([0, 0].map((port) => listen('127.0.0.1', port, one))).toEqual([32_768, 32_770])
  let last = 0
  for (let port = 32_771; port <= 60_999; port++) last = listen('127.0.0.1', 0, one)
  expect(last).toBe(60_999)
  expect(() => listen('127.0.0.1', 0, one)).toThrow(inUse)
})

it('is reached at addresses of its own computer only', () => {
  const { forwards, listen } = computer()
  const at = (host: string, address: string, isOwn: boolean): boolean[] => {
    const dialled: Dialled = { addresses: [address], port: 8080, isOwn }
    return [forwards.listensAt(host, dialled), forwards.hasLeft(host, dialled)]
  }
  listen('0.0.0.0', 8080)
  expect(at('n1', '172.18.0.2', true)).toEqual([true, false])
  expect(at('n1', '::1', true)).toEqual([false, false])
  expect(at('n1', 'example.com', false)).toEqual([false, false])
  expect(at('n2', '127.0.0.1', true)).toEqual([false, false])
  forwards.end(forwards.running()[0]!)
  expect(at('n1', '127.0.0.1', true)).toEqual([false, true])
  expect(at('n1', '10.96.0.10', false)).toEqual([false, false])
})

it('ends its connections once', () => {
  const { forwards, begin, listen } = computer()
  const ended: string[] = []
  const one = begin()
  listen('127.0.0.1', 81, one)
  listen('::1', 81, one)
  forwards.onEnd(one, () => ended.push('first'))
  forwards.end(one)
  forwards.end(one)
  forwards.onEnd(one, () => ended.push('late'))
  expect([ended, forwards.running(), forwards.holders('n1', '::1', 81)]).toEqual([['first', 'late'], [], []])
})

it('is full with as many as may run', () => {
  const { forwards, listen } = computer()
  for (let port = 1; !forwards.isFull; port++) listen('127.0.0.1', port)
  expect(forwards.running()).toHaveLength(64)
})
