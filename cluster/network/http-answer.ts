// What an HTTP server says at the other end of a connection.
import type { Duplex } from 'node:stream'
import { overConnection } from '../../containers/programs/http.ts'

/** The answer of an HTTP server. Names of headers are in lower case; of several of a name, the values are joined. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** GETs a path over a connection, which is closed then. Rejects with errors of the connection, and of answers that are no HTTP. */
export async function httpAnswer(connection: Duplex, url: URL): Promise<HttpAnswer> {
  const headers = { 'User-Agent': 'kepsim', Accept: '*/*', Connection: 'close' }
  const answer = await overConnection(connection, { url: url.href, headers }, url)
  return {
    status: answer.status,
    headers: Object.fromEntries(Object.entries(answer.headers).map(([name, value]) => [name, `${value}`])),
    body: answer.body.toString('utf8'),
  }
}
