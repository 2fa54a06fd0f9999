import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { Duplex } from 'node:stream'
import { afterEach, expect, it } from 'vitest'
import { HttpListeners, type RequestTurn } from './http-listeners.ts'

const listeners = new HttpListeners((_request, response) => void response.end('served'))
afterEach(() => listeners.close())

function get(connection: Duplex): Promise<number | undefined> {
  const agent = new Agent()
  Object.assign(agent, { createConnection: () => connection })
  return new Promise((resolve, reject) => {
    const asked = request('http://server/api', { agent, headers: { 'User-Agent': 'test' } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    asked.on('error', reject).end()
  })
}

it('answers connections within the process when it is their turn', async () => {
  const turns: RequestTurn[] = []
  let open = (): void => {}
  const gate = new Promise<void>((resolve) => {
    open = resolve
  })
  await listeners.listen({
    turns: (turn) => {
      turns.push(turn)
      return gate
    },
  })
  const answers = [listeners.connect({ component: true }), listeners.connect({ component: false })].map(get)
  await expect.poll(() => turns.length).toBe(2)
  expect(turns.toSorted((a, b) => Number(b.component) - Number(a.component))).toEqual([
    { method: 'GET', url: '/api', userAgent: 'test', component: true },
    { method: 'GET', url: '/api', userAgent: 'test', component: false },
  ])
  expect(listeners.inFlight()).toBe(0)
  open()
  expect(await Promise.all(answers)).toEqual([200, 200])
})

it('ends them when it is closed', async () => {
  await listeners.listen()
  const connection = listeners.connect({ component: true })
  const closed = once(connection, 'close')
  await listeners.close()
  await closed
})

it('answers what it is asked before it ends, where it is given time', async () => {
  let answer = (): void => {}
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const graceful = new HttpListeners((_request, response) => {
    answer = () => void response.end('served')
    ask()
  }, 30_000)
  await graceful.listen()
  const idle = graceful.connect({ component: true })
  const ended = once(idle, 'close')
  const status = get(graceful.connect({ component: true }))
  await asked
  const closed = graceful.close()
  await ended
  answer()
  expect(await status).toBe(200)
  await closed
})

it('ends what takes longer than it is given', async () => {
  let ask = (): void => {}
  const asked = new Promise<void>((resolve) => {
    ask = resolve
  })
  const impatient = new HttpListeners(() => ask(), 1)
  await impatient.listen()
  const status = get(impatient.connect({ component: true }))
  const refused = expect(status).rejects.toThrow()
  await asked
  await impatient.close()
  await refused
})
