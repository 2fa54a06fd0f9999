import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { packageRoot } from '../../component-base/package-root.ts'
import { recordedReleases } from '../../component-base/release-facts.ts'
import { badValue } from './bad-value.ts'
import { goDump } from './dump.ts'
import { generatedText } from './generated-text.ts'
import { type GoStruct, goType } from './go-type.ts'
import { escapeJSON, goJSON, goJSONBytes, marshal } from './marshal.ts'
import { goPlain } from './plain.ts'
import { goSyntax } from './syntax.ts'

const selector = {
  matchLabels: { a: 'b' },
  matchExpressions: [{ key: 'k', operator: 'In', values: ['x', 'y'] }],
}
const time = '2024-01-02T03:04:05Z'
const noMeta =
  'GenerateName:"", Namespace:"", SelfLink:"", UID:"", ResourceVersion:"", Generation:0, CreationTimestamp:time.Date(1, time.January, 1, 0, 0, 0, 0, time.UTC), DeletionTimestamp:<nil>, DeletionGracePeriodSeconds:(*int64)(nil)'

// Each text is what a Go program printed with the packages of 1.31.14 (addresses apart); a list that is none has no items.
describe('a value in a field error of 1.31', () => {
  test.each<[type: string, value: unknown, text: string]>([
    [
      'core.Taint',
      { key: 'a', effect: 'NoSchedule' },
      'core.Taint{Key:"a", Value:"", Effect:"NoSchedule", TimeAdded:<nil>}',
    ],
    ['*core.Taint', { key: 'a' }, 'core.Taint{Key:"a", Value:"", Effect:"", TimeAdded:<nil>}'],
    ['*core.Taint', undefined, '"null"'],
    ['core.ResourceName', 'cpu', 'cpu'],
    ['v1.Time', time, '2024-01-02 03:04:05 +0000 UTC'],
    ['v1.MicroTime', undefined, '0001-01-01 00:00:00 +0000 UTC'],
    ['v1.Duration', '5s', 'v1.Duration{Duration:5000000000}'],
    ['intstr.IntOrString', 3, 'intstr.IntOrString{Type:0, IntVal:3, StrVal:""}'],
    ['*intstr.IntOrString', '5%', 'intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}'],
    ['[]core.Capability', ['A', 'B'], '[]core.Capability{"A", "B"}'],
    [
      '[]core.Taint',
      [{ key: 'k' }],
      '[]core.Taint{core.Taint{Key:"k", Value:"", Effect:"", TimeAdded:<nil>}}',
    ],
    ['[]string', undefined, '[]string(nil)'],
    ['[]string', [], '[]string{}'],
    ['[]string', 5, '[]string{}'],
    [
      'core.Toleration',
      { key: 'x', tolerationSeconds: 5 },
      'core.Toleration{Key:"x", Operator:"", Value:"", Effect:"", TolerationSeconds:(*int64)(0xc000a1b2c8)}',
    ],
    [
      '*apps.DaemonSetUpdateStrategy',
      { type: 'X' },
      'apps.DaemonSetUpdateStrategy{Type:"X", RollingUpdate:(*apps.RollingUpdateDaemonSet)(nil)}',
    ],
    [
      'apps.RollingUpdateDaemonSet',
      { maxSurge: '5%' },
      'apps.RollingUpdateDaemonSet{MaxUnavailable:intstr.IntOrString{Type:0, IntVal:0, StrVal:""}, MaxSurge:intstr.IntOrString{Type:1, IntVal:0, StrVal:"5%"}}',
    ],
    ['[]byte', 'YWI=', '[]byte{0x61, 0x62}'],
    ['uint64', 0, '0x0'],
    ['uint32', 300, '0x12c'],
    ['map[string]string', { b: '1', a: '2' }, 'map[string]string{"a":"2", "b":"1"}'],
    ['map[string]string', undefined, 'map[string]string(nil)'],
    [
      'v1.ObjectMeta',
      { name: 'n', labels: { a: 'b' } },
      `v1.ObjectMeta{Name:"n", ${noMeta}, Labels:map[string]string{"a":"b"}, Annotations:map[string]string(nil), OwnerReferences:[]v1.OwnerReference(nil), Finalizers:[]string(nil), ManagedFields:[]v1.ManagedFieldsEntry(nil)}`,
    ],
    [
      'v1.OwnerReference',
      { name: 'n', controller: true },
      'v1.OwnerReference{APIVersion:"", Kind:"", Name:"n", UID:"", Controller:(*bool)(0xc000a1b2c8), BlockOwnerDeletion:(*bool)(nil)}',
    ],
    [
      'v1.LabelSelector',
      selector,
      'v1.LabelSelector{MatchLabels:map[string]string{"a":"b"}, MatchExpressions:[]v1.LabelSelectorRequirement{v1.LabelSelectorRequirement{Key:"k", Operator:"In", Values:[]string{"x", "y"}}}}',
    ],
  ])('%s of %j', (type, value, text) => {
    expect(badValue(value, type, 31).text).toBe(text)
  })
})

describe('json.Marshal', () => {
  test.each([
    ['a<b>c&d', 'a\\u003cb\\u003ec\\u0026d'],
    ['\u2027\u2028\u2029\u202a\u00e2\u0080', '\u2027\\u2028\\u2029\u202a\u00e2\u0080'],
    ['\ud800<\\<\u{1f600}中', '\\ud800\\u003c\\\\\\u003c\u{1f600}中'],
    ['plain "中"', 'plain \\"中\\"'],
  ])('escapes what HTML would read in %j, and what has no escapes yet', (text, shown) => {
    const json = `{"${shown}":"${shown}"}`
    expect(goJSON({ [text]: text })).toBe(json)
    expect(goJSONBytes({ [text]: text }).toString()).toBe(json)
    expect(escapeJSON(Buffer.from(JSON.stringify({ [text]: text }))).toString()).toBe(json)
    expect(escapeJSON(goJSONBytes({ [text]: text })).toString()).toBe(json)
  })

  const json = (value: unknown, type: string, minor = 31) => goJSON(marshal(value, goType(type, minor)))
  test('writes types inside of servers with the names of Go, and all of their fields', () => {
    expect(json({ key: 'a<' }, 'core.Taint')).toBe(
      '{"Key":"a\\u003c","Value":"","Effect":"","TimeAdded":null}',
    )
    expect(json({ volumes: [{ name: 'v' }] }, 'core.PodSpec')).toContain(
      '"Volumes":[{"Name":"v","HostPath":null,',
    )
  })
  test('finds in a spec what is inside of the security context', () => {
    const { SecurityContext } = marshal({ hostNetwork: true }, goType('core.PodSpec', 31)) as {
      SecurityContext: object
    }
    expect(JSON.stringify(SecurityContext)).toMatch(
      /^\{"HostNetwork":true,"HostPID":false,"HostIPC":false,"Share/,
    )
  })
  test('leaves out what the tags of the API say', () => {
    const template = { metadata: { name: 'x' } }
    expect(json(template, 'core.PodTemplateSpec')).toMatch(
      /^\{"name":"x","creationTimestamp":null,"Spec":\{"Volumes":null,/,
    )
    expect(json(template, 'core.PodTemplateSpec', 34)).toMatch(/^\{"name":"x","Spec":\{"Volumes":null,/)
    expect(json({ matchLabels: {} }, 'v1.LabelSelector')).toBe('{}')
  })
})

test('%#v, %v and %+v', () => {
  expect(goSyntax({ Name: 'n', Extra: { k: ['v'] } }, goType('*user.DefaultInfo', 31))).toBe(
    '&user.DefaultInfo{Name:"n", UID:"", Groups:[]string(nil), Extra:map[string][]string{"k":[]string{"v"}}}',
  )
  const plain = (value: unknown, type: string, withNames = false) =>
    goPlain(value, goType(type, 31), { withNames })
  expect(plain({ key: 'a', effect: 'NoSchedule' }, 'core/v1.Taint')).toBe('{a  NoSchedule <nil>}')
  expect(plain({ key: 'a', effect: 'NoSchedule', timeAdded: time }, 'core/v1.Taint')).toBe(
    '{a  NoSchedule 2024-01-02 03:04:05 +0000 UTC}',
  )
  expect(plain({ key: 'x' }, '*core.Toleration')).toBe('&{x    <nil>}')
  expect(plain({ name: 'a', hostPort: 3 }, 'core.ContainerPort', true)).toBe(
    '{Name:a HostPort:3 ContainerPort:0 Protocol: HostIP:}',
  )
})

test('generated String methods', () => {
  expect(generatedText(selector, goType('v1.LabelSelector') as GoStruct)).toBe(
    '&LabelSelector{MatchLabels:map[string]string{a: b,},MatchExpressions:[]LabelSelectorRequirement{LabelSelectorRequirement{Key:k,Operator:In,Values:[x y],},},}',
  )
  expect(generatedText({ verbs: ['a', 'b'] }, goType('rbac/v1.PolicyRule') as GoStruct)).toBe(
    '&PolicyRule{Verbs:[a b],APIGroups:[],Resources:[],ResourceNames:[],NonResourceURLs:[],}',
  )
})

test('the text that hashes are made of', () => {
  expect(goDump({ name: 'n', protocol: 'TCP', port: 80 }, goType('discovery/v1.EndpointPort'))).toBe(
    '(v1.EndpointPort){Name:(*string)n Protocol:(*v1.Protocol)TCP Port:(*int32)80 AppProtocol:(*string)<nil>}',
  )
  expect(
    goDump({ matchLabels: { a: 'b' }, matchExpressions: [{ key: 'k' }] }, goType('v1.LabelSelector')),
  ).toBe(
    '(v1.LabelSelector){MatchLabels:(map[string]string)map[a:b] MatchExpressions:([]v1.LabelSelectorRequirement)[{Key:(string)k Operator:(v1.LabelSelectorOperator) Values:([]string)<nil>}]}',
  )
})

const folders = ['apimachinery', 'controllers', 'kubectl', 'kubelet-sim', 'kube-proxy-sim', 'server']
const sources = folders.flatMap((folder) =>
  readdirSync(join(packageRoot, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.startsWith('go-print'))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(join(packageRoot, folder, name), 'utf8'),
    })),
)
const packages =
  'admissionregistration|apps|authorization|batch|core|eventratelimit|flowcontrol|intstr|networking|policy|rbac|resource|state|user|v1'

test('nobody else writes a struct as Go does', () => {
  const struct = new RegExp(`^(?! *(?://|\\*|/\\*)).*\\b(?:${packages})\\.[A-Z]\\w+\\)?\\{`, 'm')
  expect(sources.flatMap(({ name, text }) => (struct.test(text) ? [name] : []))).toEqual([])
})

describe('a type that code names', () => {
  const name = new RegExp(`'((?:\\*|\\[\\])*(?:(?:${packages})|[a-z]+/v1)\\.[A-Z][A-Za-z]+)'`, 'g')
  const users = sources.filter(({ text }) => text.includes('go-print/'))
  const types = [...new Set(users.flatMap(({ text }) => [...text.matchAll(name)].map(([, type]) => type!)))]
  const isRecorded = (type: string, release: string): boolean => {
    try {
      return goType(type, Number(release.slice(2))).name !== ''
    } catch {
      return false
    }
  }
  test('is recorded from the release on that it came with', () => {
    expect(types.length).toBeGreaterThan(30)
    const releases = recordedReleases()
    const lost = types.filter((type) => {
      const first = releases.findIndex((release) => isRecorded(type, release))
      return first < 0 || !releases.slice(first).every((release) => isRecorded(type, release))
    })
    // PodSecurityPolicy is served until 1.24.
    expect(lost).toEqual(['[]policy.IDRange'])
  })
  test('is refused where it is not', () => {
    expect(() => goType('core.Widget', 31)).toThrow(/core\.Widget is not recorded/)
  })
})
