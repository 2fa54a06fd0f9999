import { expect, it } from 'vitest'
import { checkClaim } from './check-claim.ts'
import { readFragment, readShownPart } from './fragment.ts'
import type { ClaimWorld } from './world.ts'

const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', namespace: 'default', uid: 'u' },
  spec: { clusterIPs: ['10.96.0.9'], ports: [{ port: 80, nodePort: 31000 }] },
  status: {
    phase: 'Running',
    podIPs: [{ ip: '10.244.0.5' }],
    containerStatuses: [
      { name: 'c', restartCount: 0, state: { running: { startedAt: '2026-01-05T00:00:03Z' } } },
    ],
    conditions: [
      { type: 'Progressing', message: 'ReplicaSet "web-5d6b87b4c9" has successfully progressed.' },
    ],
  },
}
const world: ClaimWorld = {
  commands: [{ step: 0, text: 'kubectl get pod a -o yaml', line: 1, stdout: '', stderr: '', exitCode: 0 }],
  step: 0,
  objects: async () => [pod],
  before: async () => [pod],
  documented: [],
  gates: () => undefined,
  release: () => undefined,
}

/** The verdict on lines below a command that looks at the Pod. */
async function verdict(...lines: string[]): Promise<string> {
  const claim = readShownPart({ lang: 'yaml', lines, line: 3 })
  return claim === undefined ? 'no claim' : (await checkClaim(claim, world)).verdict
}

it('holds parts of an object against it', async () => {
  expect(await verdict('status:', '  phase: Running')).toBe('holds')
  expect(await verdict('status:', '  phase: Pending')).toBe('fails')
  expect(await verdict('status:', '  containerStatuses:', '  - name: c', '    restartCount: 2')).toBe('fails')
})

it('passes over what differs from cluster to cluster', async () => {
  expect(await verdict('spec:', '  clusterIPs:', '  - 10.96.13.7')).toBe('holds')
  expect(await verdict('spec:', '  ports:', '  - port: 80', '    nodePort: 31234')).toBe('holds')
  expect(await verdict('status:', '  podIPs:', '  - ip: 10.244.1.7')).toBe('holds')
  const started = ['    state:', '      running:', '        startedAt: "2023-10-03T22:14:22Z"']
  expect(await verdict('status:', '  containerStatuses:', '  - name: c', ...started)).toBe('holds')
  const message = 'ReplicaSet "web-7d9f8b6c4d" has successfully progressed.'
  expect(await verdict('status:', '  conditions:', `  - message: '${message}'`)).toBe('holds')
  const other = 'ReplicaSet "web-7d9f8b6c4d" is progressing.'
  expect(await verdict('status:', '  conditions:', `  - message: '${other}'`)).toBe('fails')
})

it('is no claim where other things are shown', async () => {
  expect(await verdict('kind: Pod', 'spec: {}')).toBe('no claim')
  expect(await verdict('some text')).toBe('no claim')
})

it.each<[string, boolean]>([
  ['The status should contain:', true],
  ['Its labels should be:', true],
  ['Which should be translated into an annotation on the Namespace:', false],
  ['The following has to be added to the status:', false],
])('is there of "%s": %s', (text, claims) =>
  expect(
    readFragment({ text, line: 1 }, { lang: 'yaml', lines: ['phase: Running'], line: 2 }) !== undefined,
  ).toBe(claims),
)
