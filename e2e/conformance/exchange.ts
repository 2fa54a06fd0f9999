import { gunzipSync } from 'node:zlib'
import { AnswerReader } from './answer-reader.ts'
import { ask } from './connection.ts'
import type { Step } from './scenario.ts'

/** An HTTP answer. `headers`: by names in small letters. `rawHeaders`: names and values in turn, repetitions kept. */
export interface Answer {
  status: number
  headers: Readonly<Record<string, string>>
  rawHeaders: string[]
  text: string
}

/** Where no body means nothing; of others a server may wait for one. */
const mayBeWithoutLength = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE'])

/** Sends a request and reads its answer. A watch is read until the server ends it, or until `stopAfter` lines came. */
export async function exchange(server: string, token: string, step: Step): Promise<Answer> {
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
    headers['content-length'] = String(Buffer.byteLength(payload))
  } else if (!mayBeWithoutLength.has(step.method)) headers['content-length'] = '0'
  headers['host'] ??= url.host
  headers['connection'] ??= 'keep-alive'
  let head = `${step.method} ${url.pathname}${url.search} HTTP/1.1\r\n`
  for (const [name, value] of Object.entries(headers)) if (value !== null) head += `${name}: ${value}\r\n`
  const reader = new AnswerReader(step.method, step.stopAfter !== undefined)
  await ask(url.origin, Buffer.from(`${head}\r\n${payload ?? ''}`), reader, step.stopAfter)
  const bytes = reader.body.length === 1 ? reader.body[0]! : Buffer.concat(reader.body)
  const plain = reader.headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes
  const { status, headers: answered, rawHeaders } = reader
  return { status, headers: answered, rawHeaders, text: plain.toString('utf8') }
}

function payloadOf(step: Step): string | undefined {
  if (step.raw !== undefined) return step.raw
  return step.body === undefined ? undefined : JSON.stringify(step.body)
}
