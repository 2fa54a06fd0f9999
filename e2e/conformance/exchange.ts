import { request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { gunzipSync } from 'node:zlib'
import type { Step } from './scenario.ts'

/** An HTTP answer. `rawHeaders`: names and values in turn, repetitions kept. */
export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  rawHeaders: string[]
  text: string
}

// Servers and their client share a processor with everything else that is tested: this is for an answer that never comes.
const timeoutMs = 120_000

/** Sends a request and reads its answer. A watch is read until the server ends it, or until `stopAfter` lines came. */
export function exchange(server: string, token: string, step: Step): Promise<Answer> {
  const url = new URL(server.replace(/\/$/, '') + step.path)
  const headers: Record<string, string | null> = {
    'user-agent': 'conformance',
    accept: 'application/json',
    ...step.headers,
  }
  if (!('authorization' in headers)) headers['authorization'] = `Bearer ${token}`
  const payload = payloadOf(step)
  if (payload !== undefined) {
    if (step.raw === undefined) headers['content-type'] ??= 'application/json'
    headers['content-length'] = String(payload.length)
  }
  const sent = Object.fromEntries(Object.entries(headers).filter(([, v]) => v !== null)) as Record<
    string,
    string
  >
  return new Promise((resolve, reject) => {
    const send = url.protocol === 'https:' ? httpsRequest : httpRequest
    const request = send(
      url,
      { method: step.method, headers: sent, rejectUnauthorized: false },
      (response) => {
        read(response, step.stopAfter, () => request.destroy()).then(resolve)
      },
    )
    request.setTimeout(timeoutMs, () => request.destroy(new Error('no answer within 120 s')))
    request.on('error', reject)
    request.end(payload)
  })
}

function payloadOf(step: Step): Buffer | undefined {
  if (step.raw !== undefined) return Buffer.from(step.raw)
  return step.body === undefined ? undefined : Buffer.from(JSON.stringify(step.body))
}

function read(response: IncomingMessage, stopAfter: number | undefined, stop: () => void): Promise<Answer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let lines = 0
    const finish = (): void => {
      const bytes = Buffer.concat(chunks)
      const plain = response.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
      resolve({
        status: response.statusCode ?? 0,
        headers: response.headers,
        rawHeaders: response.rawHeaders,
        text: plain.toString('utf8'),
      })
    }
    response.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      if (stopAfter === undefined) return
      for (const byte of chunk) if (byte === 10) lines++
      if (lines < stopAfter) return
      finish()
      stop()
    })
    response.on('end', finish)
    response.on('error', finish)
  })
}
