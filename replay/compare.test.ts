import { describe, expect, it } from 'vitest'
import { Bindings } from './bindings.ts'
import { compareExample, compareOutput } from './compare.ts'

const a = 'e74238e1-9e3c-41c5-a4ca-3a30941cd16c'
const b = '11111111-2222-4333-8444-555555555555'

/** How many differences there are between the lines of a document and an output. */
const differences = (shown: string, actual: string, bindings = new Bindings()): number =>
  compareOutput(shown.split('\n'), 1, `${actual}\n`, bindings).differences.length

const node = `apiVersion: v1
kind: Node
metadata:
  creationTimestamp: "2026-01-01T00:00:00Z"
  labels:
    zone: east
  name: worker
  uid: ${b}
spec:
  taints:
  - effect: NoSchedule
    key: one
  - effect: NoExecute
    key: two
status:
  conditions:
  - status: "True"
    type: Ready
  nodeInfo:
    kubeProxyVersion: ""
    name: other
  phase: Running`

it('compares a table below warnings by its cells, and the warnings as lines', () => {
  const table = (name: string): string => `NAME   READY   AGE\n${name}   1/1     5s`
  const printed = `Warning: old\n${'NAME       READY   AGE'}\nweb-long   1/1     7s\n`
  expect(differences(`Warning: old\n${table('web-long')}`, printed)).toBe(0)
  expect(differences(`Warning: new\n${table('web-long')}`, printed)).toBe(1)
  expect(differences(`Warning: old\n${table('web-lost')}`, printed)).toBe(1)
  expect(differences(table('web-long'), printed)).not.toBe(0)
})

describe('what no document can know', () => {
  it('binds a literal at its first match, both ways', () => {
    const bound = new Bindings()
    expect(differences(`...\n  uid: ${a}\n...`, `x: y\n  uid: ${b}\nz: 1`, bound)).toBe(0)
    expect(differences(`...\n  uid: ${a}\n...`, `  uid: ${a}`, bound)).toBe(1)
    expect(differences(`uid: ${a.replace('e7', 'f7')}`, `uid: ${b}`, bound)).toBe(1)
    expect(differences(`uid: ${a}`, `uid: ${b}`, bound)).toBe(0)
  })
  it.each([
    ['get pods', 'web-x2k4m   1/1   Running   0     13m', 'web-bcdfg   1/1     Running   0          61s', 0],
    ['get pods', 'web-x2k4m   1/1   Running   1     13m', 'web-bcdfg   1/1     Running   0          61s', 1],
    [
      'get deploy',
      'web   2/2     2            2           13m',
      'web    2/2     2            1           3m',
      1,
    ],
    ['get sts -o wide', 'db   1/1   7d   nginx   nginx:1.27', 'db   1/1   3s    nginx   nginx:1.27', 0],
    [
      'get nodes',
      '127.0.0.1   Ready   <none>   7d   v1.33.1',
      '127.0.0.1   Ready   <none>   2s   v1.33.1',
      0,
    ],
    [
      'get events | grep x',
      '7d   Normal   Completed   job/x   Done',
      '2s    Normal   Completed   job/x   Done',
      0,
    ],
    ['get deploy -o custom-columns=…', 'web   2   90s', 'web   2   30s', 1],
    ['exec a -- cat x', 'a   b   30s   c', 'a   b   31s   c', 1],
  ])('knows ages in a row of kubectl %s: %s', (command, shown, printed, count) => {
    const bindings = new Bindings()
    bindings.type(`kubectl ${command}`)
    expect(differences(shown, printed, bindings)).toBe(count)
  })
  it('takes one address for one address', () => {
    expect(differences('a: 10.0.0.1\nb: 10.0.0.1', 'a: 10.0.0.7\nb: 10.0.0.7')).toBe(0)
    expect(differences('a: 10.0.0.1\nb: 10.0.0.2', 'a: 10.0.0.7\nb: 10.0.0.7')).toBe(1)
    expect(differences('a: 127.0.0.1', 'a: 10.0.0.7')).toBe(1)
    expect(differences('192.0.2.10', '192.0.2.11', new Bindings('externalIPs: [192.0.2.10]'))).toBe(1)
    expect(differences('192.0.2.1', '192.0.2.11', new Bindings('externalIPs: [192.0.2.10]'))).toBe(0)
  })
  it('takes an address for another one only where something was freed', () => {
    const [one, other] = ['IP: 10.0.0.1', 'IP: 10.0.0.2']
    const bound = new Bindings()
    expect(differences(one, 'IP: 10.0.0.7', bound)).toBe(0)
    expect(differences(one, 'IP: 10.0.0.7', bound)).toBe(0)
    expect(differences(other, 'IP: 10.0.0.7', bound)).toBe(1)
    bound.free()
    expect(differences(other, 'IP: 10.0.0.7', bound)).toBe(0)
  })
  it.each([
    ['Start Time: Mon, 05 Jan 2026 00:00:00 +0000', 'Start Time: Tue, 06 Jan 2026 00:00:00 +0000', 0],
    ['Start Time: Mon, 05 Nox 2026 00:00:00 +0000', 'Start Time: Tue, 06 Jan 2026 00:00:00 +0000', 1],
    ['2026-13-05T00:00:00Z', '2026-01-05T00:00:00Z', 1],
    ['password:    12 bytes', 'password:  12 bytes', 0],
    ['password:    12 bytes', 'password:  13 bytes', 1],
    [
      'Pulled  Successfully pulled image "a" in 1.2s (1.2s including waiting). Image size: 1000 bytes.',
      'Pulled  Successfully pulled image "a" in 42ms (42ms including waiting). Image size: 559 bytes.',
      0,
    ],
    ['              app=web', '                  app=web', 0],
    ['              app=web', '                  app=wet', 1],
    ['v1.30.4', 'v1.30.14', 0],
    ['v1.30.4x', 'v1.30.4', 1],
    ['v0.0.0-master+$Format:%H$', 'v0.0.0-master+$Format:%H$', 0],
    ['v0.0.0-master+$Format:%H$x', 'v0.0.0-master+$Format:%H$', 1],
    ['v0.0.0-master+$Format:%H', 'v0.0.0-master+$Format:%H$', 1],
    ['v1.31.0-alpha.1.123+0123456789abcd-dirty', 'v0.0.0-master+$Format:%H$', 0],
    ['image: coredns:v1.11.1', 'image: coredns:v1.11.3', 1],
    ['web-x2k4m Ready', 'web-bcdfg Ready', 0],
    ['web-x2k4m Ready', 'web-nginx Ready', 1],
    ['web-7c5b8bd4d8-x2k4m', 'web-66b6c48dd5-qrstv', 0],
    ['resourceVersion: "12"', 'resourceVersion: "345"', 0],
    ['resourceVersion: ""', 'resourceVersion: "345"', 1],
    ['observedGeneration: 1', 'observedGeneration: 2', 1],
    ['Client Version: v1.29.1', 'Client Version: v1.36.3', 0],
    [
      'curl: (7) Failed to connect to 10.96.0.9 port 80: Connection refused',
      "curl: (7) Failed to connect to 10.96.0.9 port 80 after 0 ms: Couldn't connect to server",
      0,
    ],
    [
      'curl: (7) Failed to connect to 10.96.0.9 port 80 after 3 ms: No route to host',
      "curl: (7) Failed to connect to 10.96.0.9 port 80 after 0 ms: Couldn't connect to server",
      1,
    ],
    ['Client Version: v1.29.1x', 'Client Version: v1.36.3', 1],
    ['Kustomize Version: v5.0.4-0.20230601165947-6ce0bf390ce3', 'Kustomize Version: v5.4.2', 0],
    ['Date: Tue, 27 Sep 2022 14:50:07 +0000', 'Date: never', 1],
    ['  nodePort: 30001', '  nodePort: 31234', 0],
    ['  port: 30001', '  port: 31234', 1],
    [
      'containerID: containerd://'.concat('ab'.repeat(32)),
      'containerID: containerd://'.concat('01'.repeat(32)),
      0,
    ],
  ])('%s and %s: %i', (shown, actual, count) => {
    expect(differences(shown, actual)).toBe(count)
  })
  it('takes a release that the document names for itself, and another for that which stands for it', () => {
    expect(differences('v1.30.4', 'v1.30.14', new Bindings('--image kindest/node:v1.30.4'))).toBe(1)
    const bindings = new Bindings('', new Map([['v1.27.5', '1.30.0']]))
    expect(differences('v1.27.5', 'v1.30.0', bindings)).toBe(0)
    expect(bindings.takeOtherVersions()).toEqual([])
  })
  it('takes no other patch release for that which the document has run', () => {
    const bindings = new Bindings('', new Map(), ['kubeadm init --kubernetes-version 1.30.4'])
    expect(differences('v1.30.5', 'v1.30.4', bindings)).toBe(1)
    expect(differences('v1.30.4-3+c649dadff4498d', 'v1.30.4', bindings)).toBe(0)
    expect(differences('v1.30.5', 'v1.30.14', bindings)).toBe(0)
    expect(differences('Client Version: v1.30.5', 'Client Version: v1.30.4', bindings)).toBe(0)
  })
  it('notes another minor', () => {
    const bindings = new Bindings()
    expect(differences('v1.27.5', 'v1.30.0', bindings)).toBe(0)
    expect(bindings.takeOtherVersions()).toEqual([{ expected: 'v1.27.5', actual: 'v1.30.0' }])
  })
  it('takes rules for what they say, not for when they were shown', () => {
    const shown = '# Completed on Tue Sep 27 14:50:07 2022\n-A A -j KUBE-SEP-MNGWCV7VA4JSYYKU'
    expect(differences(shown, '-A A -j KUBE-SEP-UAGYMDS55V6ZVZZ4')).toBe(0)
  })
})

describe('lines', () => {
  it('tells the line that differs and what is there instead', () => {
    const { differences, compared } = compareOutput(
      ['kind: Node', '...', '    kubeProxyVersion: ""'],
      5,
      'kind: Node\n    kubeProxyVersion: v1\n',
      new Bindings(),
    )
    expect(compared).toBe(2)
    expect(differences).toEqual([
      { line: 7, expected: '    kubeProxyVersion: ""', actual: '    kubeProxyVersion: v1' },
    ])
  })
  it('notices lines that are missing, more, or in another order', () => {
    expect(differences('a\nb\nc', 'a\nc')).toBe(1)
    expect(differences('a\nc', 'a\nb\nc')).toBe(1)
    expect(differences('a\nb', 'b\na')).toBeGreaterThan(0)
    expect(differences('a', 'a\na')).toBe(1)
  })
  it('counts nothing where nothing is held against reality', () => {
    const { compared, volatile } = compareOutput([a], 1, b, new Bindings())
    expect([compared, volatile]).toEqual([0, 1])
    expect(compareOutput(['...'], 1, 'x', new Bindings()).compared).toBe(0)
  })
})

describe('outputs with parts left out', () => {
  it.each([
    ['kind: Node\n...\n  name: worker\n...', 0],
    [`kind: Node\nmetadata:\n  name: worker\n  uid: ${a}`, 1],
    [`kind: Node\n...\nmetadata:\n  name: worker\n  uid: ${a}`, 0],
    ['metadata:\n...\n  name: worker\n...\nspec:\n...', 0],
    ['metadata:\n...\n  name: other\n...', 1],
    ['metadata:\n  name: other\n...', 1],
    ['  - effect: NoExecute\n    key: two\n...', 0],
    ['  - effect: NoExecute\n    key: one\n...', 1],
    ['...\n  conditions:\n  - status: "True"\n    type: Ready\n...\n    kubeProxyVersion: ""\n...', 0],
    ['...\n    kubeProxyVersion: ""\n...\n    zone: east', 1],
    ['status:\n...\n  phase: Run...\n', 0],
    ['status:\n...\n  phase: Fail...\n', 1],
    ['metadata:\n...\n  phase: Running\n...', 0],
  ])('%j: %i', (shown, count) => {
    const text = shown.includes('...') ? shown : `${shown}\n...`
    expect(differences(text, node)).toBe(shown.includes('...') ? count : 0)
  })
  it('keeps lines of texts together, but for one', () => {
    const log = 'one\ntwo\nthree\nfour\nfive'
    expect(differences('...\ntwo\nfour\n...', log)).toBe(0)
    expect(differences('...\ntwo\nfive\n...', log)).toBe(1)
    expect(differences('...\ntwo\n...\nfive', log)).toBe(0)
    expect(differences('...\ntwo\n\n\nthree', 'one\ntwo\n\n\nthree')).toBe(0)
  })
})

describe('an output that is shown as `{...}`', () => {
  it.each([
    ['{...}', '{\n  "kind": "Bar"\n}', 0],
    ['{ … }', '{}', 0],
    ['[...]', '[1]', 0],
    ['{...}', '[1]', 1],
    ['{...}', 'Not found', 1],
    ['{...}', '{"kind":"Status","status":"Failure","code":404}', 1],
  ])('%s of %s', (shown, actual, expected) => {
    expect(differences(shown, actual)).toBe(expected)
  })
})

describe('tables', () => {
  const table = 'NAME   STATUS   RESTARTS   AGE\nn1     Ready    0          5m\nn2     Ready    2          5m'
  it.each([
    ['NAME   STATUS   AGE\nn1   Ready   1s\nn2   Ready   3d2h', 0],
    ['NAME   STATUS   AGE\nn1   NotReady   1s\nn2   Ready   3d2h', 1],
    ['NAME   STATUS   AGE\nn2   Ready   1s\nn1   Ready   3d2h', 1],
    ['NAME   STATUS   AGE\nn1   Ready   1s', 1],
    ['NAME   STATUS   AGE\nn1   Ready   1s\n...', 0],
    ['NAME   STATUS   AGE\nn1   Ready   Ready\n...', 1],
    ['NAME   RESTARTS   AGE\nn2   2 (4m ago)   1s\n...', 0],
    ['NAME   RESTARTS   AGE\nn2   1 (4m ago)   1s\n...', 1],
    ['NAME   PHASE   AGE\nn1   Ready   1s\n...', 1],
    ['NAME   STATUS\n...\nn2   Ready', 0],
  ])('%j: %i', (shown, count) => {
    expect(differences(shown, table)).toBe(count)
  })
  it.each([
    ['NAME   VOLUME     SIZE\na      pvc-...   1Gi', 0],
    ['NAME   VOLUME     SIZE\na      pvd-...   1Gi', 1],
    ['NAME   VOLUME     SIZE\na      pvc-...   2Gi', 1],
  ])('with a cell that leaves something out: %j: %i', (shown, count) => {
    const real =
      'NAME   VOLUME                                     SIZE\na      pvc-89c8f459-08f9-48fe-878d-a77bb60b0219   1Gi'
    expect(differences(shown, real)).toBe(count)
  })
  it('keeps nothing of a row that did not match', () => {
    const shown = 'NAME   IP         NODE\na      10.0.0.1   x\nb      10.0.0.2   y'
    expect(differences(shown, 'NAME   IP         NODE\na      10.0.0.2   x\nb      10.0.0.1   y')).toBe(0)
  })
  it('compares tables that follow one another each with its own', () => {
    const two = 'NAME    A\npod/x   1\n\nNAME    B\nsvc/y   2'
    expect(differences(two, two)).toBe(0)
    expect(differences(two, two.replace('2', '3'))).toBe(1)
    expect(differences(two, `${two}\n\nNAME   C\nz      3`)).toBeGreaterThan(0)
  })
})

describe('values', () => {
  const pretty = `{\n    "a": 1,\n    "b": [\n        "x",\n        true\n    ],\n    "uid": "${b}"\n}`
  it.each([
    [`{"a":1,"b":["x",true],"uid":"${a}"}`, 0],
    [`{"b":["x",true],"a":1,"uid":"${a}"}`, 0],
    [`{"a":"1","b":["x",true],"uid":"${a}"}`, 1],
    [`{"a":1,"b":["x","true"],"uid":"${a}"}`, 1],
    [`{"a":1,"b":[true,"x"],"uid":"${a}"}`, 1],
    [`{"a":1,"b":["x",true]}`, 1],
  ])('%s: %i', (shown, count) => {
    expect(Math.min(differences(shown, pretty), 1)).toBe(count)
  })
  it('takes YAML in either style', () => {
    expect(differences('a: {b: 1, c: [x]}', 'a:\n  b: 1\n  c:\n  - x')).toBe(0)
  })
})

describe('shape', () => {
  const of = (shown: string, actual: string) => compareExample(shown.split('\n'), 1, actual, new Bindings())
  it.each([
    ['kind: Pod\nmetadata:\n  name: mine\n...', 'kind: Node\nmetadata:\n  name: other\nstatus: {}', 0],
    ['kind: Pod\nmetadata:\n  labels: mine', 'kind: Node\nmetadata:\n  name: other', 1],
    ['NAME   READY   AGE\na      1/1     5s', 'NAME   READY   STATUS   AGE\nx      0/1     Bad      1s', 0],
    ['NAME   ADDRESS   AGE\na      1/1     5s', 'NAME   READY   STATUS   AGE\nx      0/1     Bad      1s', 1],
    ['pod/mine created', 'pod/other-1 created', 0],
    ['pod/mine created', 'pod/other-1 configured', 1],
    ['requests_total{code="200"} 5', 'requests_total{code="500"} 7', 0],
  ])('%j and %j: %i', (shown, actual, count) => {
    const { kind, differences } = of(shown, actual)
    expect([kind, differences.length]).toEqual(['shape', count])
  })
  it('has all of its values where these are as shown, and learns no name by it', () => {
    const bindings = new Bindings()
    const shown = 'pod/web-66b6c48dd5-7rlsj created'
    const as = (actual: string) => compareExample([shown], 1, actual, bindings)
    expect(as('pod/web-5c4d8fb6b7-x2x9k created').kind).toBe('values')
    expect(as('pod/web-79f8b5c6d4-zz2km created').kind).toBe('values')
  })
  it('counts what it held against reality', () => {
    expect(of('...', 'a').compared).toBe(0)
    expect(of('a: 1\nb: 2', 'a: 3\nb: 4').compared).toBe(2)
  })
})

it('needs no lines of blanks that an output ends with, as that of explain', () => {
  expect(differences('DESCRIPTION:\n    Where it is.\n', 'DESCRIPTION:\n    Where it is.\n    \n')).toBe(0)
  expect(differences('DESCRIPTION:\n', 'DESCRIPTION:\n    \n    Where it is.\n')).toBe(2)
})

it('takes long outputs in a moment', () => {
  const lines = Array.from({ length: 5000 }, (_, i) => `  - uid: ${b.slice(0, -4)}${1000 + i}`)
  const others = lines.map((line, i) => (i % 2 === 0 ? line : `${line}x`))
  const start = process.cpuUsage()
  differences(lines.join('\n'), others.join('\n'))
  differences(`${lines.join('\n')}\n...`, others.join('\n'))
  differences(`${'uid: x\n'.repeat(5000)}...`, 'uid: y\n'.repeat(5000))
  differences(`a ${'...'.repeat(5000)}`, 'a '.repeat(5000))
  differences(`a: ${'['.repeat(50_000)}`, 'b')
  // Of this process alone, in which other tests are at work beside: a bound that only what is far from linear misses.
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(20_000)
})

it('takes the name of a volume for what no document can know, and for the same wherever it is', () => {
  const bindings = new Bindings()
  const shown = (uid: string): string => `persistentvolume/pvc-${uid} patched`
  const one = '11111111-2222-4333-8444-555555555555'
  const other = '99999999-2222-4333-8444-555555555555'
  const differences = (document: string, real: string) =>
    compareOutput(shown(document).split('\n'), 1, `${shown(real)}\n`, bindings).differences.length
  expect(differences(one, other)).toBe(0)
  expect(differences(one, other)).toBe(0)
  expect(differences(one, one)).toBe(1)
})

describe('rows of df', () => {
  const row = (size: string): string => `tmpfs   ${size}      0   ${size}   0% /dev/shm`

  it('have sizes that hang on the machine, each time the same one', () => {
    const bound = new Bindings()
    expect(differences(row('31.2G'), row('3.9G'), bound)).toBe(0)
    expect(differences(row('31.2G'), row('2.0G'), bound)).toBe(1)
    expect(differences(row('62.0G'), row('3.9G'), bound)).toBe(1)
  })

  it('have sizes that are asked for', () => {
    expect(differences(row('31.2G'), row('2.0G'))).toBe(1)
    expect(differences(row('2.0G'), row('2.0G'))).toBe(0)
    // It is what the author's pod is limited to: no machine has it by chance.
    expect(differences(row('2.0G'), row('3.9G'), new Bindings('memory: 2Gi'))).toBe(1)
    // In whatever unit it is written and shown, and together with those of other containers.
    const asked: [typed: string, shown: string][] = [
      ['memory: 512Mi', '524288'],
      ['memory: 512Mi', '512.0M'],
      ['memory: 1024Mi', '1.0G'],
      ['sizeLimit: 67108864', '64.0M'],
      ['sizeLimit: 0.5Gi', '512.0M'],
      ['sizeLimit: 64M', '61.0M'],
      ['{memory: 512Mi}\n{memory: 512Mi}', '1.0G'],
      ['{memory: 512Mi}\n{memory: 1Gi}', '1.5G'],
    ]
    for (const [typed, shown] of asked) {
      expect([typed, shown, differences(row(shown), row('3.9G'), new Bindings(typed))]).toEqual([
        typed,
        shown,
        1,
      ])
      expect(differences(row('31.2G'), row('3.9G'), new Bindings(typed))).toBe(0)
    }
    const bound = new Bindings()
    expect(differences(row('2.0G'), row('3.9G'), bound)).toBe(0)
    expect(differences(row('2.0G'), row('2.0G'), bound)).toBe(1)
  })
  it('leave what is typed after them as it is', () => {
    const bound = new Bindings()
    expect(differences(row('524288'), row('4072638'), bound)).toBe(0)
    expect(bound.type('echo 524288 x5242880')).toBe('echo 524288 x5242880')
    expect(differences(row('524288'), row('4072638'), bound)).toBe(0)
    expect(differences(row('524288'), row('2036319'), bound)).toBe(1)
  })
})
