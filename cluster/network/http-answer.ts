// What an HTTP server says at the other end of a connection.
import { request } from 'node:http'
import type { Duplex } from 'node:stream'

/** The answer of an HTTP server. Names of headers are in lower case; of several of a name, the values are joined. */
export interface HttpAnswer {
  status: number
  headers: Record<string, string>
  body: string
}

/** Bytes of a body that are read at most. */
const maxBody = 1 << 24

/** GETs a path over a connection, which is closed then. Rejects with errors of the connection, and of answers that are no HTTP. */
export function httpAnswer(connection: Duplex, url: URL, signal?: AbortSignal): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request(
      {
        createConnection: () => connection as never,
        host: url.hostname,
        path: `${url.pathname}${url.search}`,
        headers: { Host: url.host, 'User-Agent': 'kepsim', Accept: '*/*', Connection: 'close' },
        ...(signal === undefined ? {} : { signal }),
      },
      (message) => {
        const chunks: Buffer[] = []
        let size = 0
        message.on('data', (chunk: Buffer) => {
          size += chunk.length
          if (size > maxBody)
            asked.destroy(new Error(`the answer of ${url.href} is longer than ${maxBody} bytes`))
          else chunks.push(chunk)
        })
        message.on('error', reject)
        message.on('end', () => {
          const headers = Object.entries(message.headers).map(([name, value]) => [name, `${value}`])
          const body = Buffer.concat(chunks).toString('utf8')
          resolve({ status: message.statusCode ?? 0, headers: Object.fromEntries(headers), body })
          connection.destroy()
        })
      },
    )
    asked.on('error', reject)
    asked.end()
  })
}
