// HTTP as probes and hooks speak it: certificates are not looked at.
// Upstream: pkg/probe/http, net/http/transport.go and crypto/tls (the texts of failures)
import type { Duplex } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import type { HTTPGetAction } from '../api/core-v1.ts'
import { type HttpAnswer, overConnection } from './programs/http.ts'

/** The error where a server that was asked by https answers by http. */
export const plainAnswer = 'http: server gave HTTP response to HTTPS client'

/** The headers of a request of the kubelet, names in small letters. @param agent `kube-probe/1.36` */
export function handlerHeaders({ httpHeaders = [] }: HTTPGetAction, agent: string): Record<string, string> {
  const headers: Record<string, string> = { 'user-agent': agent, accept: '*/*', connection: 'close' }
  for (const { name = '', value = '' } of httpHeaders) headers[name.toLowerCase()] = value
  return headers
}

/** Sends a GET over a connection to the server of the URL. @throws Error with Go's text (`Get "http://…": EOF`) */
export async function getOver(
  connection: Duplex,
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<HttpAnswer> {
  try {
    const way = url.startsWith('https:') ? await secured(connection) : connection
    return await overConnection(way, { url, headers }, new URL(url))
  } catch (error) {
    connection.destroy()
    const { message } = error as Error
    throw new Error(`Get ${JSON.stringify(url)}: ${message === 'socket hang up' ? 'EOF' : message}`)
  }
}

function secured(connection: Duplex): Promise<Duplex> {
  return new Promise((resolve, reject) => {
    let first = ''
    connection.once('data', (chunk: Buffer) => {
      first = chunk.subarray(0, 5).toString('latin1')
    })
    const tls = connectTls({ socket: connection, rejectUnauthorized: false }, () => resolve(tls))
    const fail = (): void => {
      if (first === '') reject(new Error('EOF'))
      else
        reject(
          new Error(first === 'HTTP/' ? plainAnswer : 'tls: first record does not look like a TLS handshake'),
        )
    }
    tls.on('error', fail)
    tls.on('close', fail)
  })
}
