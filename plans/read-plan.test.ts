import { describe, expect, it } from 'vitest'
import { PlanError } from './plan-error.ts'
import { readPlan } from './read-plan.ts'

const head = `apiVersion: kepsim.dev/v1alpha1
kind: FeaturePlan
metadata: { name: test, summary: a test }
lastRelease: "1.40"
`
const gate = `${head}gates:
  - name: MyFeature
    components: [kube-apiserver]
    specs:
`
const read = (text: string) => readPlan('p.yaml', text)

function findings(text: string): readonly string[] {
  try {
    read(text)
  } catch (error) {
    if (error instanceof PlanError) return error.findings
    throw error
  }
  return []
}

describe('a plan', () => {
  it('gives new gates their whole life, and known gates what comes', () => {
    const text = `${gate}      - { version: "1.37", preRelease: Alpha, default: false }
  - name: AllowServiceExternalIPs
    components: [kube-proxy]
    specs:
      - { version: "1.0", preRelease: GA, default: true }
      - { version: "1.38", preRelease: Deprecated, default: false }
    removedIn: { kube-proxy: "1.40" }
`
    const { gates } = read(text).plan
    expect(gates.map((g) => g.specs.map((s) => [s.version, s.preRelease]))).toEqual([
      [['1.37', 'ALPHA']],
      [['1.38', 'DEPRECATED']],
    ])
    expect(gates[1]!.removedIn).toEqual({ 'kube-proxy': '1.40' })
  })

  it.each([
    ['not YAML', 'kind: [\n', 'p.yaml:2:1: '],
    ['another kind', head.replace('FeaturePlan', 'Plan'), 'p.yaml:2:7: kind must be FeaturePlan, not "Plan"'],
    ['no map', '- 1\n', 'p.yaml:1:1: the plan must be a map, not a list'],
    ['nothing', '', 'p.yaml:1:1: the plan must be a map, not nothing'],
    ['a missing field', head.replace('lastRelease: "1.40"\n', ''), 'p.yaml:1:1: the plan lacks lastRelease'],
    [
      'an unknown field',
      `${head}effect: []\n`,
      'p.yaml:5:1: the plan has no field effect: its fields are apiVersion, kind,',
    ],
    [
      'a number for a release',
      head.replace('"1.40"', '1.40'),
      'p.yaml:4:14: lastRelease is the number 1.40: put it in quotes, "1.40"',
    ],
    [
      'a patch release',
      head.replace('1.40', '1.40.1'),
      'p.yaml:4:14: lastRelease must be a minor release, as "1.40", not "1.40.1"',
    ],
    ['an old last release', head.replace('1.40', '1.35'), 'p.yaml:4:14: lastRelease 1.35 is before 1.36'],
    [
      'a wrong stage',
      `${gate}      - { version: "1.37", preRelease: Stable, default: true }\n`,
      'p.yaml:9:40: gates[0].specs[0].preRelease must be one of Alpha, Beta, GA, Deprecated, not "Stable"',
    ],
    [
      'specs out of order',
      `${gate}      - { version: "1.38", preRelease: Beta, default: true }\n      - { version: "1.37", preRelease: Alpha, default: false }\n`,
      'p.yaml:10:9: feature "MyFeature" lists version transitions in decreasing order (1.37 < 1.38)',
    ],
    [
      'a gate without specs',
      `${head}gates:\n  - { name: MyFeature, components: [kubelet] }\n`,
      'p.yaml:6:5: release 1.36 has no gate MyFeature: the plan must give its specs',
    ],
    [
      'a recorded spec that is not so',
      `${head}gates:\n  - name: DisableNodeKubeProxyVersion\n    components: [kubelet]\n    specs:\n      - { version: "1.33", preRelease: Beta, default: true }\n`,
      'p.yaml:9:9: DisableNodeKubeProxyVersion is recorded up to 1.36, and in 1.33 it is DEPRECATED, default true: a plan can only add specs from a later release on',
    ],
    [
      'no effect',
      `${head}effects:\n  - { from: "1.37" }\n`,
      'p.yaml:6:5: the entry names no effect: it needs exactly one of service-external-ips,',
    ],
    [
      'an effect value',
      `${head}effects:\n  - { service-external-ips: deny }\n`,
      'p.yaml:6:29: effects[0].service-external-ips must be one of deny-new, not "deny"',
    ],
    [
      'an effect that lacks a field',
      `${head}effects:\n  - { warning: text, resource: services }\n`,
      'p.yaml:6:5: the effect warning needs field',
    ],
    [
      'an effect of a component that does not honour the gate',
      `${gate}      - { version: "1.37", preRelease: Alpha, default: false }\n    effects:\n      - { kube-proxy: ignore-external-ips, when: enabled }\n`,
      'p.yaml:11:9: the effect kube-proxy works in kube-proxy, which does not honour MyFeature',
    ],
    [
      'when without a gate',
      `${head}effects:\n  - { log: text, component: kubelet, when: enabled }\n`,
      'p.yaml:6:5: when is for effects of a gate',
    ],
    [
      'a mode that never ends',
      `${head}endedModes:\n  - { component: kube-proxy, mode: ipvs }\n`,
      'p.yaml:6:5: say when mode ipvs ends',
    ],
    [
      'a warning about a field of a list',
      `${head}effects:\n  - { warning: text, resource: services, field: 'spec.ports[*].name' }\n`,
      'p.yaml:6:5: spec.ports[*].name is many fields: name one that is in no list',
    ],
    [
      'a warning about a field that is not there',
      `${head}effects:\n  - { warning: text, resource: services, field: spec.trafficHints }\n`,
      'p.yaml:6:5: services in 1.36: spec has no trafficHints, and the plan adds no such field',
    ],
    [
      'a component that reports nothing there',
      `${head}effects:\n  - { clears: spec.type, component: kube-proxy, resource: services }\n`,
      'p.yaml:6:5: kube-proxy reports nothing in services: only component: kubelet with resource: nodes can be changed',
    ],
    [
      'a field to clear that is not there',
      `${head}effects:\n  - { clears: status.nodeInfo.bootId, component: kubelet, resource: nodes }\n`,
      'p.yaml:6:5: nodes in 1.36: status.nodeInfo has no bootId, and the plan adds no such field',
    ],
  ])('says where it is wrong: %s', (_what, text, message) => {
    expect(findings(text)[0]).toContain(message)
  })

  it.each([
    ['resource: deployments', '17: release 1.36 has no resource deployments: write deployments.apps'],
    ['resource: service', '17: release 1.36 has no resource service: write the plural and the group'],
    ['path: spec.type', '33: services have spec.type in 1.36: a plan adds fields that are not there'],
    ['path: spec.ports.hint', '33: services in 1.36: spec.ports is a list: write spec.ports[*].hint'],
    ['path: specs.hint', '33: services in 1.36: there is no specs'],
    ['path: metadata.hint', '33: metadata is the same for all resources'],
    ['path: spec/hint', '33: fields[0].path must be the path of a field, as "spec.trafficHint"'],
    ['type: text', '50: text is no type: write one of string, boolean, int32, int64, object'],
    ['gate: Nowhere', 'neither the plan nor 1.36 has a gate Nowhere'],
    ['from: "1.50"', "spec.hint begins in 1.50, after the plan's lastRelease 1.40"],
    ['default: 5', 'default 5 is no string'],
    ['{enum: [a]} default: b', 'default "b" is not in enum: a'],
    ['minimum: 3', 'minimum is for numbers, not for string'],
    ['listType: set', 'listType is for lists, not for string'],
    ['{type: "[]object", properties: {a: {type: string}}} listType: map', 'listType map needs listMapKeys'],
    ['type: object', '50: object needs properties'],
    ['pattern: x', 'fields[0] has no field pattern: its fields are resource, path, gate, from'],
  ])('says where a field is wrong: %s', (change, message) => {
    const [, more = '', rest] = /^(?:\{(.*)\} )?(.*)$/.exec(change)!
    const given: Record<string, string> = { resource: 'services', path: 'spec.hint', type: 'string' }
    const [key, value] = [rest!.slice(0, rest!.indexOf(':')), rest!.slice(rest!.indexOf(':') + 2)]
    const inner = Object.entries({ ...given, from: '"1.37"', [key]: value }).filter(
      ([k]) => !more.startsWith(`${k}:`),
    )
    const entry = [...inner.map(([k, v]) => `${k}: ${v}`), ...(more === '' ? [] : [more])].join(', ')
    expect(findings(`${head}fields:\n  - { ${entry} }\n`).join('\n')).toContain(message)
  })

  it('tells of a text that is no YAML where it begins to be wrong, and not what follows from that', () => {
    const quotes = 'write a text with [, { or ": " in it in quotes'
    const claims = `${head}probes:\n  - claims: [{ warning: unknown "spec.a[0].b" }, { code: 1 }]\n`
    expect(findings(claims)).toEqual([
      expect.stringMatching(
        `^p.yaml:6:40: Unexpected flow-seq-start at node end: ${quotes.replace('[', '\\[')}$`,
      ),
    ])
    expect(findings(`${head}probes: a: b\n`)).toEqual([expect.stringContaining(quotes)])
    expect(findings(`${head}probes: [\n`)).toHaveLength(1)
  })

  it('tells all findings at once', () => {
    expect(findings(`${head}gates: [{ name: "" }]\neffects: 1\n`)).toHaveLength(3)
  })
})
