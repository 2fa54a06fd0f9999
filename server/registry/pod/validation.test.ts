import { expect, it } from 'vitest'
import type { Pod } from '../../../api/core-v1.ts'
import { errorText } from '../../../apimachinery/field-error.ts'
import { noteEmpty } from '../../../apimachinery/given-empty.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { Storage } from '../../storage/interface.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { setPodDefaults } from './defaults.ts'
import { podOptions } from './options.ts'
import { validatePodCreate } from './validation.ts'

const server: ServerContext = {
  release: loadRelease('1.36'),
  gates: gatesOf('1.36'),
  clock: new FakeClock(),
  random: seededRandom(1),
  storage: {} as Storage,
  metrics: new RecordedRegistry(36),
  serviceCIDRs: [],
  nodePortRange: { from: 30000, to: 32767 },
}

function findings(spec: Pod['spec']): string[] {
  const pod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'a', namespace: 'b' },
    spec,
  } as unknown as KubeObject
  setPodDefaults(pod, server)
  return validatePodCreate(pod as unknown as Pod, podOptions(server, pod as unknown as Pod)).map(errorText)
}

it('accepts a pod with a container', () => {
  expect(findings({ containers: [{ name: 'c', image: 'i' }] })).toEqual([])
})

it('names what a container lacks, in upstream order', () => {
  expect(findings({ containers: [{ ports: [{ containerPort: 0 }] }] })).toEqual([
    'spec.containers[0].name: Required value',
    'spec.containers[0].image: Required value',
    'spec.containers[0].ports[0].containerPort: Required value',
  ])
})

it('takes a list that is null for an empty one', () => {
  expect(findings({ containers: null } as unknown as Pod['spec'])).toEqual([
    'spec.containers: Required value',
  ])
})

it('finds claims that are named twice, as a whole and in part', () => {
  const claims = ['a/b', 'a/c', 'x'].map((text) => {
    const [name, request] = text.split('/')
    return request === undefined ? { name: name! } : { name: name!, request }
  })
  const found = findings({
    resourceClaims: [{ name: 'a', resourceClaimName: 'r' }],
    containers: [
      {
        name: 'c',
        image: 'i',
        resources: { claims: [...claims, { name: 'a' }, { name: 'a', request: 'b' }] },
      },
    ],
  })
  const at = 'spec.containers[0].resources.claims'
  expect(found).toEqual([
    `${at}[2]: Not found: "x": must be one of the names in pod.spec.resourceClaims: a`,
    `${at}[3]: Duplicate value: "a"`,
    `${at}[3]: Duplicate value: "a"`,
    `${at}[4]: Duplicate value: "a"`,
  ])
})

it('knows constraints of one key and action', () => {
  const constraint = (topologyKey: string) => ({
    topologyKey,
    maxSkew: 1,
    whenUnsatisfiable: 'DoNotSchedule',
  })
  const found = findings({
    containers: [{ name: 'c', image: 'i' }],
    topologySpreadConstraints: ['a', 'b', 'a', 'a'].map(constraint),
  })
  const at = (i: number): string => `spec.topologySpreadConstraints[${i}].{topologyKey, whenUnsatisfiable}`
  expect(found).toEqual([0, 2].map((i) => `${at(i)}: Duplicate value: "{a, DoNotSchedule}"`))
})

it('forbids an ephemeral container what is there, though it be empty', () => {
  const ephemeral = { name: 'e', image: 'i', resources: {}, lifecycle: {} }
  noteEmpty(ephemeral, 'ports', [])
  const other = { name: 'f', image: 'i', resources: {} }
  noteEmpty(other.resources, 'limits', {})
  const text = 'Forbidden: cannot be set for an Ephemeral Container'
  expect(
    findings({
      containers: [{ name: 'c', image: 'i' }],
      ephemeralContainers: [ephemeral, other],
    } as unknown as Pod['spec']).filter((found) => found.includes(text)),
  ).toEqual([
    `spec.ephemeralContainers[0].ports: ${text}`,
    `spec.ephemeralContainers[0].lifecycle: ${text}`,
    `spec.ephemeralContainers[1].resources: ${text}`,
  ])
})
