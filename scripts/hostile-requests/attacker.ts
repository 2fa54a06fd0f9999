// The process that attacks, so that who measures is not kept busy.
import { Agent, request } from 'node:https'
import { attacks } from '../../e2e/hostile/requests/attacks.ts'
import type { HostileRequest } from '../../e2e/hostile/requests/hostile-request.ts'

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 50 })

/** The status of the answer and its length; 0 where there was none. */
function send(
  server: string,
  token: string,
  hostile: HostileRequest,
): Promise<{ status: number; length: number }> {
  const body = hostile.body?.()
  return new Promise((resolve) => {
    const headers = {
      authorization: `Bearer ${token}`,
      ...(hostile.type === undefined ? {} : { 'content-type': hostile.type }),
      ...hostile.headers,
    }
    const ask = request(`${server}${hostile.path}`, { method: hostile.method, agent, headers }, (answer) => {
      let length = 0
      answer.on('data', (chunk: Buffer) => {
        length += chunk.length
      })
      const done = (): void => resolve({ status: answer.statusCode ?? 0, length })
      answer.on('end', done).on('error', done)
    })
    ask.on('error', () => resolve({ status: 0, length: 0 }))
    ask.end(body)
  })
}

async function prepare(server: string, token: string, requests: readonly HostileRequest[]): Promise<void> {
  const rest = requests[Symbol.iterator]()
  const one = async (): Promise<void> => {
    for (const each of rest) await send(server, token, each)
  }
  await Promise.all(Array.from({ length: 8 }, one))
}

/** Sends the requests that the parent process asks for, and reports when they are done. */
export function runAttacker(server: string, token: string): void {
  process.on('message', async ({ name, step }: { name: string; step: 'prepare' | 'attack' }) => {
    const attack = attacks.find((a) => a.name === name)!
    if (step === 'prepare') await prepare(server, token, attack.prepare ?? [])
    const start = performance.now()
    const answers =
      step === 'attack' ? await Promise.all(attack.requests.map((r) => send(server, token, r))) : []
    const statuses = [...new Set(answers.map((a) => a.status))].join(' ')
    const kilobytes = Math.round(answers.reduce((sum, a) => sum + a.length, 0) / 1000)
    process.send!({ statuses, kilobytes, seconds: (performance.now() - start) / 1000 })
  })
  process.on('disconnect', () => process.exit())
}
