import type { StoredCodec } from '../../apimachinery/scheme/stored-codec.ts'
import { canonical } from '../conformance/canonical.ts'
import { differences } from '../conformance/differences.ts'

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
/** The volume of a pod's token. */
const drawnVolume = /^(kube-api-access-)[bcdfghjklmnpqrstvwxz2456789]{5}$/
const time = /^\d{4}-\d\d-\d\dT/
/** Times of requests: those of the day when they are sent are later. */
const given = /^2001-/
const allocated = new Set(['nodePort', 'clusterIP', 'healthCheckNodePort'])

/** What a server draws or reads off its clock; where it writes something is compared all the same. */
function undrawn(key: string, value: unknown): unknown {
  if (allocated.has(key)) return value === 'None' || value === '' || value === 0 ? value : 'allocated'
  if (key === 'clusterIPs' && Array.isArray(value))
    return value.map((ip) => (ip === 'None' ? ip : 'allocated'))
  if (typeof value !== 'string') return value
  if (time.test(value) && !given.test(value)) return 'a time'
  return value.replace(uuid, 'a uid').replace(drawnVolume, '$1')
}

const comparable = (object: unknown): unknown => canonical(JSON.parse(JSON.stringify(object, undrawn)))

/**
 * How the bytes of two servers for one object differ, except in uids, times, and what is allocated; at most a dozen lines. Both
 * must be what the codec makes of what it reads in them: so nothing is in the bytes that the objects do not tell.
 */
export function storedDifferences(codec: StoredCodec, theirs: Buffer, ours: Buffer): string[] {
  const [want, got] = [codec.decode(theirs), codec.decode(ours)]
  return [
    ...(codec.encode(want).equals(theirs) ? [] : ['the real bytes are not what is made of their object']),
    ...(codec.encode(got).equals(ours) ? [] : ['the bytes are not what is made of their object']),
    ...differences(comparable(want), comparable(got)),
  ]
}
