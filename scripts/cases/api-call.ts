import { request } from 'node:https'
import { adminToken } from './apiserver-flags.ts'

/** A decoded answer of kube-apiserver. */
export interface ApiAnswer {
  status: number
  body: Record<string, unknown>
  /** Raw Warning headers, in order. */
  warnings: string[]
}

/** A request to kube-apiserver; `body` is sent as JSON. */
export interface ApiCall {
  method: string
  path: string
  body?: unknown
}

const contentType = (method: string): string =>
  method === 'PATCH' ? 'application/merge-patch+json' : 'application/json'

const warningsOf = (raw: readonly string[]): string[] =>
  raw.filter((_value, i) => i % 2 === 1 && raw[i - 1]!.toLowerCase() === 'warning')

/** Sends a request as the administrator; patches are merge patches. */
export function callApi(port: number, { method, path, body }: ApiCall): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${adminToken}`,
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': contentType(method) }),
    }
    const call = request(
      { host: '127.0.0.1', port, path, method, headers, rejectUnauthorized: false, agent: false },
      (response) => {
        let text = ''
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk
        })
        response.on('end', () => {
          const warnings = warningsOf(response.rawHeaders)
          resolve({
            status: response.statusCode ?? 0,
            body: JSON.parse(text || '{}') as Record<string, unknown>,
            warnings,
          })
        })
      },
    )
    call.on('error', reject)
    call.end(body === undefined ? undefined : JSON.stringify(body))
  })
}
