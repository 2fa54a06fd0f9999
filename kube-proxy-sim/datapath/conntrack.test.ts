import { expect, it } from 'vitest'
import { address } from './address.ts'
import { type Connection, Conntrack, translateDestination } from './conntrack.ts'
import type { Packet } from './packet.ts'

const [client, backend, first, second] = ['10.244.0.7', '10.244.1.1', '10.0.0.10', '10.0.0.20'] as const

const packet = (source: string, destination: string): Packet => ({
  protocol: 'udp',
  source: address(source)!,
  sourcePort: 53,
  destination: address(destination)!,
  destinationPort: 53,
})

/** A connection from the client to a Service, which the backend answers. */
function toService(table: Conntrack, service: string): Connection {
  const { connection } = table.track(packet(client, service), 0)
  translateDestination(connection, address(backend)!, 53)
  return connection
}

it("gives answers back to a connection whose key for them was for a time another's own", () => {
  const table = new Conntrack()
  const own = table.track(packet(backend, client), 0).connection
  const translated = toService(table, first)
  table.confirm(translated)
  table.confirm(own)
  expect(table.list(0)).toEqual([translated, own])
  expect(table.track(packet(backend, client), 0)).toEqual({ connection: own, isReply: false })
  table.delete(own)
  expect(table.track(packet(backend, client), 0)).toEqual({ connection: translated, isReply: true })
})

it.each([
  ['the newer', 1],
  ['the older', 0],
])('tells answers of two apart no more where %s is deleted', (_which, gone) => {
  const table = new Conntrack()
  const both = [first, second].map((service) => toService(table, service))
  for (const one of both) table.confirm(one)
  expect(table.track(packet(backend, client), 0).connection).toBe(both[1])
  table.delete(both[gone]!)
  expect(table.track(packet(backend, client), 0)).toEqual({ connection: both[1 - gone], isReply: true })
  table.delete(both[1 - gone]!)
  expect(table.track(packet(backend, client), 0).connection.confirmed).toBe(false)
})

it('goes on with an older one where the newer is over', () => {
  const table = new Conntrack()
  const [older, newer] = [first, second].map((service) => toService(table, service)) as [
    Connection,
    Connection,
  ]
  table.confirm(older)
  table.confirm(newer)
  older.seen = 60_000
  expect(table.track(packet(backend, client), 60_000)).toEqual({ connection: older, isReply: true })
  expect(table.list(60_000)).toEqual([older])
})

it('lists the oldest first, and counts what it deletes', () => {
  const table = new Conntrack()
  const all = [first, second, '10.0.0.30'].map((service) => toService(table, service))
  for (const one of all) table.confirm(one)
  expect(table.list(0)).toEqual(all)
  expect(table.deleteWhere((one) => one !== all[1])).toBe(2)
  expect(table.list(0)).toEqual([all[1]])
  expect(all.map(({ confirmed }) => confirmed)).toEqual([false, true, false])
})

it('keeps one connection of a key', () => {
  const table = new Conntrack()
  const [one, again] = [toService(table, first), toService(table, first)]
  table.confirm(one)
  table.confirm(again)
  expect(table.list(0)).toEqual([again])
  expect(one.confirmed).toBe(false)
})
