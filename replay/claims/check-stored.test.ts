import { expect, it } from 'vitest'
import { alteredClaims } from './altered-claims.ts'
import { checkStored } from './check-stored.ts'
import type { Claim, StoredEncoding } from './claim.ts'
import type { SeenCommand, StoredObject } from './world.ts'

const bytes = { JSON: '{"kind":"A"}', CBOR: '\xd9\xd9\xf7\xa0', protobuf: 'k8s\0', other: 'x' }
const object = (resource: string, as: keyof typeof bytes, namespace = 'default'): StoredObject => ({
  key: `/registry/${resource}/${namespace}/web`,
  resource,
  bytes: Buffer.from(bytes[as], 'latin1'),
})
const command = (text: string, stdout = ''): SeenCommand => ({
  step: 0,
  text,
  stdout,
  line: 1,
  stderr: '',
  exitCode: 0,
})
type StoredClaim = Extract<Claim, { kind: 'stored' }>
const claim = (as: StoredEncoding, negated = false): StoredClaim => ({
  kind: 'stored',
  name: 'web',
  as,
  negated,
  text: '',
  line: 1,
})
const verdict = async (
  { as, negated }: StoredClaim,
  found: readonly StoredObject[],
  commands: readonly SeenCommand[] = [],
) => {
  const world = { step: 1, documented: [], gates: () => undefined, release: () => undefined }
  const none = async () => []
  const stored = async () => found
  return (await checkStored(claim(as, negated), { ...world, commands, objects: none, before: none, stored }))
    .verdict
}

it('holds what is said of the bytes, and what is denied of them', async () => {
  const pods = (...all: (keyof typeof bytes)[]) => all.map((as, n) => object('pods', as, `ns-${n}`))
  expect(await verdict(claim('JSON'), pods('JSON'))).toBe('holds')
  expect(await verdict(claim('JSON'), pods('CBOR'))).toBe('fails')
  expect(await verdict(claim('JSON', true), pods('JSON'))).toBe('fails')
  expect(await verdict(claim('JSON', true), pods('other'))).toBe('holds')
  expect(await verdict(claim('JSON'), pods('JSON', 'CBOR'))).toBe('fails')
  expect(await verdict(claim('JSON', true), pods('JSON', 'CBOR'))).toBe('fails')
  expect(await verdict(claim('JSON', true), pods('protobuf', 'CBOR'))).toBe('holds')
  expect(await verdict(claim('JSON', true), [])).toBe('unknown')
})

it('takes the resource that the document last made or named', async () => {
  const found = [object('deployments.apps', 'protobuf'), object('bars.example.com', 'JSON')]
  const get = command('kubectl get deployment web')
  const make = command('kubectl apply -f a.yaml', 'bar.example.com/web created\n')
  const read = command('etcdctl get "/registry/bars.example.com/default/web" --print-value-only')
  const isJson = (...commands: SeenCommand[]) => verdict(claim('JSON'), found, commands)
  expect(await isJson()).toBe('unknown')
  expect(await isJson(command('kubectl get pods'))).toBe('unknown')
  expect(await isJson(make, get)).toBe('fails')
  expect(await isJson(get, make)).toBe('holds')
  expect(await isJson(get, read)).toBe('holds')
  expect(await isJson(make, command('kubectl get pod web'))).toBe('unknown')
})

it('alters the encoding, or what is said of it', async () => {
  for (const one of [claim('JSON'), claim('CBOR'), claim('JSON', true)])
    for (const other of alteredClaims(one) as StoredClaim[])
      for (const as of ['JSON', 'CBOR', 'protobuf'] as const) {
        const both = [await verdict(one, [object('pods', as)]), await verdict(other, [object('pods', as)])]
        expect(both).not.toEqual(['holds', 'holds'])
      }
})
