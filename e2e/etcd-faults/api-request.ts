import type { Agent } from 'node:http'
import { request } from 'node:https'
import type { KubeObject } from '../../apimachinery/json.ts'
import { token } from '../conformance/server-process.ts'

/** A whole answer. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Where the writers' objects are. */
export const objectsPath = '/api/v1/namespaces/default/configmaps'

/** The object of an answer's JSON. */
export const objectOf = ({ text }: Answer): KubeObject => JSON.parse(text) as KubeObject

/** Sends a request once. Rejects where no answer comes within `timeout` milliseconds: whether it was carried out is not known. */
export function ask(
  url: string,
  { method, body, timeout, agent }: { method: string; body?: unknown; timeout: number; agent: Agent | false },
): Promise<Answer> {
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
