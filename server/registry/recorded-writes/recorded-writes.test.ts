// What real servers of these patch releases answered to writes of kinds that are alpha or beta, one after the other, with `flags`.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FakeClock } from '../../../component-base/clock.ts'
import { startTestServerWith, type TestServer } from '../../testing/test-server.ts'

interface Ask {
  readonly method: string
  readonly path: string
  readonly type?: string
  readonly body?: object
  readonly code: number
  readonly message?: string
  /** The fields of the causes. */
  readonly causes?: readonly string[]
  /** What is beside apiVersion, kind and metadata. */
  readonly object?: object
}
interface Recorded {
  /** When they were asked: certificates must be of the time. */
  readonly at: string
  readonly release: string
  readonly flags: readonly string[]
  readonly asks: readonly Ask[]
}

const recorded = ['1.31', '1.34', '1.36'].map(
  (release): Recorded => JSON.parse(readFileSync(join(import.meta.dirname, `${release}.json`), 'utf8')),
)

describe.each(recorded)('kube-apiserver $release', ({ at, release, flags, asks }) => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServerWith({ clock: new FakeClock(Date.parse(at)) }, release, ...flags)
  })
  afterAll(() => server.close())

  it.each(asks.map((ask) => [`${ask.method} ${ask.path}`, ask] as const))('%s', async (_, ask) => {
    const headers: Record<string, string> = ask.type === undefined ? {} : { 'content-type': ask.type }
    const { status, body } = await server.send(ask.method, ask.path, ask.body, headers)
    const { message, details, apiVersion, kind, metadata, ...object } = body
    expect({ code: status, message }).toEqual({ code: ask.code, message: ask.message })
    expect(details?.causes?.map((cause: { field: string }) => cause.field)).toEqual(ask.causes)
    if (ask.object !== undefined) expect(object).toEqual(ask.object)
  })
})
