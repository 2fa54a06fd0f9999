import { expect, it } from 'vitest'
import { patched, RulesAtWork } from '../testing/rules-at-work.ts'
import { podRules } from './strategy.ts'

const container = { name: 'c', image: 'i' }
const pod = (spec: object) =>
  patched(
    { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', namespace: 'ns' } },
    { spec: { containers: [container], ...spec } },
  )
const at = (gate: string, isOn: boolean) =>
  new RulesAtWork(podRules, { minor: 24, gates: { [gate]: isOn }, traits: { generation: true } })
const hugePages = {
  containers: [
    {
      ...container,
      env: [{ name: 'A', valueFrom: { resourceFieldRef: { resource: 'limits.hugepages-2Mi' } } }],
    },
  ],
}
const hostProcess = { windowsOptions: { hostProcess: true } }
const windows = { securityContext: hostProcess, hostNetwork: true }
const notAllowed = "not allowed when feature gate 'WindowsHostProcessContainers' is not enabled"

// Upstream: pkg/apis/core/validation/validation.go of 1.24
it.each<[string, object, string[]]>([
  [
    'DownwardAPIHugePages',
    hugePages,
    [
      'spec.containers[0].env[0].valueFrom.resourceFieldRef.resource: Unsupported value: "limits.hugepages-2Mi": supported values: "limits.cpu", "limits.ephemeral-storage", "limits.memory", "requests.cpu", "requests.ephemeral-storage", "requests.memory"',
    ],
  ],
  [
    'WindowsHostProcessContainers',
    windows,
    [`spec.securityContext.windowsOptions.hostProcess: Forbidden: ${notAllowed}`],
  ],
  [
    'WindowsHostProcessContainers',
    { containers: [{ ...container, securityContext: hostProcess }] },
    [
      `spec.containers[0].securityContext.windowsOptions.hostProcess: Forbidden: ${notAllowed}`,
      "spec: Forbidden: pod must not contain Windows hostProcess containers when feature gate 'WindowsHostProcessContainers' is not enabled",
    ],
  ],
])('without the gate %s a pod with %j is refused, and stays where it is', (gate, spec, errors) => {
  const off = at(gate, false)
  expect(off.create(pod(spec)).errors.filter((text) => /hugepages|ostProcess/.test(text))).toEqual(errors)
  const told = off.update(pod(spec), { metadata: { labels: { a: 'b' } } }).errors
  expect(told.filter((text) => /hugepages|feature gate/.test(text))).toEqual([])
  const on = at(gate, true).create(pod(spec)).errors
  expect(on.filter((text) => /hugepages|feature gate/.test(text))).toEqual([])
})
