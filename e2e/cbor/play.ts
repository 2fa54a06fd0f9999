// Asks a server with the gate CBORServingAndStorage, and keeps of its answers what two servers can agree on.
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { type CborRequest, widgets } from './request-parts.ts'
import { sortedNotation } from './sorted-notation.ts'

/** What is kept of an answer. CBOR is told in the notation that people read, an item a line, keys sorted. */
export interface CborAnswer {
  readonly name: string
  /** What was sent: `METHOD PATH`, the headers, and the bytes as hexadecimal digits. */
  readonly sent: string
  readonly status: number
  readonly type: string
  readonly warning?: string
  readonly body: string
  /** The bytes in etcd, where the request asks for them. */
  readonly stored?: string
}

/** A server that is asked. */
export interface CborTarget {
  readonly url: string
  readonly token: string
  /** The bytes in etcd under a key; undefined where there are none. */
  stored(key: string): Promise<Buffer | undefined>
}

interface Answer {
  readonly status: number
  readonly type: string
  readonly warning: string | undefined
  readonly body: Buffer
}

/** The answers to the requests of several parts, one after the other; after each, custom resources are waited for. */
export async function playParts(
  target: CborTarget,
  parts: readonly (readonly CborRequest[])[],
): Promise<CborAnswer[]> {
  const answers: CborAnswer[] = []
  for (const part of parts) {
    answers.push(...(await play(target, part)))
    await waitUntilServed(target, widgets)
  }
  return answers
}

async function play(target: CborTarget, requests: readonly CborRequest[]): Promise<CborAnswer[]> {
  const answers: CborAnswer[] = []
  for (const request of requests) {
    const { status, type, warning, body } = await send(target, request)
    const { name, method, path, accept = '', type: sentType = '', stored } = request
    const kept = stored === undefined ? undefined : await target.stored(stored)
    answers.push({
      name,
      sent: [method, path, accept, sentType, request.body ?? ''].join(' ').trim(),
      status,
      type,
      ...(warning === undefined ? {} : { warning }),
      body: settled(type.startsWith('application/cbor') ? sortedNotation(body).join('\n') : body.toString()),
      ...(kept === undefined ? {} : { stored: storedText(kept) }),
    })
  }
  return answers
}

/** A definition is served a little after it was made. */
async function waitUntilServed(target: CborTarget, path: string): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { status } = await send(target, { name: '', method: 'GET', path })
    if (status === 200) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${path} is not served`)
}

function send({ url, token }: CborTarget, request: CborRequest): Promise<Answer> {
  const { method, path, accept, type, body } = request
  const sent = body === undefined ? undefined : Buffer.from(body, 'hex')
  const headers = {
    authorization: `Bearer ${token}`,
    'user-agent': 'conformance/1.0',
    ...(accept === undefined ? {} : { accept }),
    ...(type === undefined ? {} : { 'content-type': type }),
    ...(sent === undefined ? {} : { 'content-length': sent.length }),
  }
  const start = url.startsWith('https:') ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const out = start(url + path, { method, rejectUnauthorized: false, headers }, (message) => {
      const chunks: Buffer[] = []
      message.on('data', (chunk: Buffer) => chunks.push(chunk))
      message.on('error', reject)
      message.on('end', () =>
        resolve({
          status: message.statusCode ?? 0,
          type: message.headers['content-type'] ?? '',
          warning: message.headers.warning,
          body: Buffer.concat(chunks),
        }),
      )
    })
    out.on('error', reject)
    out.end(sent)
  })
}

const uid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g
const time = /20(?:2[5-9]|[3-9]\d)-\d\d-\d\dT\d\d:\d\d:\d\dZ/g

/** What is stored as CBOR byte for byte, as hexadecimal digits; other bytes as text. Each without what no two servers give the same. */
function storedText(bytes: Buffer): string {
  if (bytes[0] !== 0xd9) return settled(bytes.toString())
  const even = bytes
    .toString('latin1')
    .replace(uid, '00000000-0000-0000-0000-000000000000')
    .replace(time, '2026-01-01T00:00:00Z')
  return Buffer.from(even, 'latin1').toString('hex')
}

/** A text without what no two servers give the same. */
function settled(text: string): string {
  return text
    .replace(uid, '<uid>')
    .replace(time, '<time>')
    .replace(/((['"])resourceVersion\2: ?)(['"])\d+\3/g, '$1$3<rv>$3')
    .replace(/((['"])clusterIPs?\2: ?\[?)(['"])10[.\d]+\3/g, '$1$3<ip>$3')
    .replace(/((['"])continue\2: ?)(['"])[\w-]{20,}\3/g, '$1$3<continue>$3')
    .replace(/too old resource version: \d+ \(\d+\)/g, 'too old resource version: <old> (<new>)')
}
