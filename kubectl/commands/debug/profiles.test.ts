import { expect, it } from 'vitest'
import { applyProfile, type DebugPod, type DebugStyle } from './profiles.ts'

const kept = {
  labels: false,
  annotations: false,
  liveness: false,
  readiness: false,
  startup: false,
  initContainers: true,
}
/** What a profile makes of a pod with everything that copies may lose. */
function made(profile: string, style: DebugStyle, minor: number) {
  const probed = { name: 'own', livenessProbe: {} }
  const pod: DebugPod = {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: 'p', labels: { a: 'b' }, annotations: { c: 'd' } },
    spec: { containers: [probed, { name: 'dbg' }] },
  }
  applyProfile(profile, pod, 'dbg', { style, kept, minor })
  const { metadata, spec } = pod
  const [own, dbg] = spec.containers
  return [
    JSON.stringify(dbg!.securityContext ?? null),
    dbg!.volumeMounts?.[0]?.mountPath ?? '-',
    spec.hostPID === true ? 'host' : spec.shareProcessNamespace === true ? 'shared' : '-',
    `${metadata.labels === undefined ? '' : 'labels '}${metadata.annotations === undefined ? '' : 'annotations '}${own!.livenessProbe === undefined ? '' : 'probes'}`.trim(),
  ].join(' | ')
}

const all = 'labels annotations probes'
const ptrace = '{"capabilities":{"add":["SYS_PTRACE"]}}'
it.each<[string, DebugStyle, number, string]>([
  ['legacy', 'node', 36, `null | /host | host | ${all}`],
  ['legacy', 'copy', 36, 'null | - | - | annotations probes'],
  ['legacy', 'ephemeral', 36, `null | - | - | ${all}`],
  ['general', 'node', 36, `null | /host | host | ${all}`],
  ['general', 'copy', 36, `${ptrace} | - | shared | `],
  ['general', 'copy', 30, `${ptrace} | - | shared | annotations`],
  ['general', 'ephemeral', 36, `${ptrace} | - | - | ${all}`],
  ['baseline', 'copy', 36, 'null | - | shared | '],
  ['restricted', 'ephemeral', 27, `{"runAsNonRoot":true,"capabilities":{"drop":["ALL"]}} | - | - | ${all}`],
  ['netadmin', 'node', 36, `{"capabilities":{"add":["NET_ADMIN","NET_RAW"]}} | - | host | ${all}`],
  ['netadmin', 'node', 28, `{"capabilities":{"add":["NET_ADMIN"]},"privileged":true} | - | host | ${all}`],
  ['netadmin', 'copy', 30, `{"capabilities":{"add":["NET_ADMIN","NET_RAW"]}} | - | shared | ${all}`],
  ['sysadmin', 'node', 36, `{"privileged":true} | /host | host | ${all}`],
])('%s of %s in 1.%i', (profile, style, minor, expected) => {
  expect(made(profile, style, minor)).toBe(expected)
})
