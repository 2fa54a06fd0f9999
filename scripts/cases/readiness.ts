// Asks servers of this machine whether they are ready.
import { type Agent, request } from 'node:https'

/** A GET over HTTPS without looking at the certificate; status 0 where nothing answers. @param agent whose connections are used; else a new one */
export function get(
  port: number,
  path: string,
  token: string,
  accept = 'application/json',
  agent: Agent | false = false,
): Promise<{ status: number; body: string }> {
  return new Promise((resolve) => {
    const headers = { authorization: `Bearer ${token}`, accept }
    const options = {
      host: '127.0.0.1',
      port,
      path,
      headers,
      rejectUnauthorized: false,
      timeout: 2000,
      agent,
    }
    const call = request(options, (response) => {
      let body = ''
      response.setEncoding('utf8')
      response.on('data', (chunk: string) => {
        body += chunk
      })
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }))
      response.on('error', () => resolve({ status: 0, body }))
    })
    call.on('error', () => resolve({ status: 0, body: '' }))
    call.on('timeout', () => call.destroy())
    call.end()
  })
}
