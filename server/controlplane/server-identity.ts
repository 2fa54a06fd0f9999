// Upstream: staging/src/k8s.io/apiserver/pkg/server/config.go (NewConfig: APIServerID)
import { createHash } from 'node:crypto'
import type { Random } from '../../component-base/random.ts'
import { controlplaneDialect } from './dialect.ts'

/** `apiserver-wlv32tlttr4jl3gtroqexyxapa`: the name by which others know a server. @param hostname of its machine */
export function serverIdentity(hostname: string, minor: number, random: Random): string {
  switch (controlplaneDialect(minor).identityOf) {
    case 'random':
      return `kube-apiserver-${random.uuid()}`
    case 'hostname':
      return `kube-apiserver-${hashed(Buffer.from(hostname))}`
    default:
      return `apiserver-${hashed(Buffer.concat([hostname, 'kube-apiserver'].map(lengthPrefixed)))}`
  }
}

/** The first 16 bytes of the SHA-256, in base32 without padding. */
const hashed = (data: Buffer): string => base32(createHash('sha256').update(data).digest().subarray(0, 16))

function lengthPrefixed(text: string): Buffer {
  const bytes = Buffer.from(text)
  const length = Buffer.alloc(2)
  length.writeUInt16BE(bytes.length)
  return Buffer.concat([length, bytes])
}

const digits = 'abcdefghijklmnopqrstuvwxyz234567'

function base32(data: Buffer): string {
  const bits = [...data].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((five) => digits[Number.parseInt(five.padEnd(5, '0'), 2)]).join('')
}
