import type { Agent } from 'node:http'
import { request } from 'node:https'
import type { KubeObject } from '../apimachinery/json.ts'
import { token } from './conformance/server-process.ts'

/** A whole answer. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** The object of an answer's JSON. Throws where it is none, as the text of an unknown path. */
export const objectOf = ({ text }: Answer): KubeObject => JSON.parse(text) as KubeObject

/** What to send. `timeout`: milliseconds, a minute where none is given. */
export interface Asked {
  readonly method: string
  readonly body?: unknown
  readonly timeout?: number
  readonly agent?: Agent | false
}

/**
 * Sends a request once, as the administrator. Rejects where no answer comes in time: whether it was carried out is not known.
 * A body is sent as JSON, that of a PATCH as a merge patch.
 */
export function ask(url: string, { method, body, timeout = 60_000, agent = false }: Asked): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'
    const sent = request(
      url,
      {
        method,
        agent,
        rejectUnauthorized: false,
        headers: { authorization: `Bearer ${token}`, 'content-type': type },
        signal: AbortSignal.timeout(timeout),
      },
      (answer) => {
        let text = ''
        answer.setEncoding('utf8')
        answer.on('data', (part: string) => {
          text += part
        })
        answer.on('end', () => resolve({ status: answer.statusCode!, text }))
        answer.on('error', reject)
      },
    )
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
