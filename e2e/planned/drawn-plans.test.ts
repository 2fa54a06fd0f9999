// Plans that are wrong by a rule: every value of a plan that has everything is replaced by each of those that hostile and sloppy files
// have, is left out, and stands there twice. Each plan is refused by findings that are lines with file, line and column, or it is taken
// and every component can be made of it: there is no other error, and no line that a terminal or a log cannot show.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { schemeOf } from '../../apimachinery/scheme/planned-scheme.ts'
import { runHere } from '../../cli/testing/run-here.ts'
import { newComponentGates } from '../../component-base/component-gates.ts'
import { planExtension } from '../../component-base/plan-extension.ts'
import { parseRelease } from '../../component-base/release.ts'
import { releasePlan } from '../../plans/extend.ts'
import { plannedComponents } from '../../plans/feature-plan.ts'
import { PlanError } from '../../plans/plan-error.ts'
import { readPlan } from '../../plans/read-plan.ts'
import { resolveResourceSet } from '../../server/endpoints/discovery/resource-set.ts'

const whole: object = {
  apiVersion: 'kepsim.dev/v1alpha1',
  kind: 'FeaturePlan',
  metadata: { name: 'drawn', kep: 'KEP-9100', summary: 'everything that a plan can have' },
  lastRelease: '1.39',
  gates: [
    {
      name: 'DrawnFeature',
      components: ['kube-apiserver', 'kubelet'],
      announcedIn: '1.36',
      specs: [
        { version: '1.36', preRelease: 'Alpha', default: false },
        { version: '1.37', preRelease: 'Beta', default: true },
        { version: '1.38', preRelease: 'GA', default: true, lockToDefault: true },
      ],
      removedIn: { kubelet: '1.39' },
      effects: [{ 'service-external-ips': 'deny-new', when: 'enabled' }],
    },
  ],
  effects: [
    {
      warning: 'spec.drawn is young',
      from: '1.37',
      until: '1.38',
      resource: 'services',
      field: 'spec.loadBalancerIP',
      unless: ['spec.type=ExternalName'],
    },
    { log: 'drawn', component: 'kube-proxy', severity: 'warning', mode: 'ipvs' },
    { reports: 'status.nodeInfo.bootID', component: 'kubelet', resource: 'nodes', as: 'x' },
  ],
  fields: [
    {
      resource: 'services',
      path: 'spec.drawn',
      type: 'string',
      from: '1.37',
      gate: 'DrawnFeature',
      enum: ['A', 'B'],
      default: 'A',
      immutable: true,
      warning: 'young',
      description: 'Drawn.',
    },
    {
      resource: 'pods',
      path: 'spec.containers[*].drawn',
      from: '1.37',
      type: '[]object',
      listType: 'map',
      listMapKeys: ['name'],
      properties: {
        name: { type: 'string', required: true, maxLength: 63 },
        weight: { type: 'int32', minimum: 1, maximum: 9, default: 2 },
      },
    },
  ],
  values: [
    {
      resource: 'services',
      path: 'spec.externalTrafficPolicy',
      from: '1.37',
      values: ['Rack'],
      gate: 'DrawnFeature',
      whileOff: 'refused',
    },
  ],
  kinds: [
    {
      kind: 'DrawnThing',
      resource: 'drawnthings.networking.k8s.io',
      namespaced: true,
      shortNames: ['dt'],
      categories: ['all'],
      gate: 'DrawnFeature',
      versions: [
        { name: 'v1alpha1', from: '1.37', until: '1.38' },
        { name: 'v1', from: '1.38' },
      ],
      schema: {
        type: 'object',
        required: ['spec'],
        properties: {
          spec: {
            type: 'object',
            properties: {
              zone: { type: 'string', maxLength: 63, enum: ['a', 'b'], default: 'a', description: 'Where.' },
              limit: { $ref: 'io.k8s.apimachinery.pkg.api.resource.Quantity' },
              tags: { type: 'object', additionalProperties: { type: 'string' } },
              ports: {
                type: 'array',
                'x-kubernetes-list-type': 'map',
                'x-kubernetes-list-map-keys': ['port'],
                items: {
                  type: 'object',
                  required: ['port'],
                  properties: { port: { type: 'integer', format: 'int32', minimum: 1 } },
                },
              },
            },
          },
          status: { type: 'object', properties: { note: { type: 'string' } } },
        },
      },
      columns: [{ name: 'Zone', type: 'string', path: 'spec.zone', priority: 1 }],
    },
  ],
  columns: [
    { resource: 'services', name: 'Affinity', type: 'string', path: 'spec.sessionAffinity', from: '1.38' },
  ],
  flags: [
    { component: 'kube-proxy', name: 'drawn-hints', from: '1.37', type: 'bool', default: 'false' },
    {
      component: 'kubelet',
      name: 'max-open-files',
      deprecated: { from: '1.38', message: 'no' },
      removedIn: '1.39',
    },
  ],
  metrics: [
    {
      component: 'kube-apiserver',
      name: 'drawn_total',
      from: '1.37',
      type: 'histogram',
      stability: 'ALPHA',
      help: 'Drawn.',
      labels: { hint: ['a', 'b'] },
      buckets: [1, 2.5],
      gate: 'DrawnFeature',
    },
    {
      component: 'kubelet',
      name: 'kubelet_running_pods',
      renamed: { from: '1.37', to: 'kubelet_pods' },
      deprecated: { from: '1.38' },
      removedIn: '1.39',
    },
  ],
  probes: [
    {
      name: 'create',
      request: 'PATCH /api/v1/namespaces/default/services/a',
      body: { spec: { drawn: 'A' } },
      as: 'merge',
      with: ['kubelet'],
      show: 'spec.drawn',
      claims: [
        {
          from: '1.37',
          until: '1.38',
          emulates: false,
          where: { DrawnFeature: true },
          code: 200,
          is: 'A',
          message: 'x',
        },
        { set: true, warning: 'w' },
        { where: { DrawnFeature: false }, refused: 'locked' },
      ],
    },
  ],
  removedAdmissionPlugins: [{ name: 'DenyServiceExternalIPs', in: '1.39' }],
  configVersions: [
    {
      component: 'kube-proxy',
      group: 'kubeproxy.config.k8s.io',
      version: 'v1alpha2',
      from: '1.37',
      until: '1.39',
    },
  ],
  endedModes: [{ component: 'kube-proxy', mode: 'ipvs', gate: 'DrawnFeature', from: '1.38' }],
}

type Path = readonly (string | number)[]
/** In YAML, as a file has it: keys and aliases are more than values. */
const wrong = [
  ...[
    '',
    '~',
    '0',
    '-1',
    '1.5',
    '1e400',
    '.nan',
    'true',
    '[]',
    '{}',
    '[[]]',
    '[~]',
    '{ a: 1 }',
    '2026-01-01',
    '!!binary AAAA',
  ],
  ...[
    '""',
    '" "',
    'x',
    '"1.99999999999999999999"',
    '"1.20"',
    '"1.037"',
    '"1.2"',
    '"2.0"',
    '"a\\nb: c"',
    '"\\e[2J\\u202e"',
    '"::error::x"',
  ],
  ...[
    '__proto__',
    'constructor',
    '{ __proto__: { from: "1.37" } }',
    '{ constructor: x }',
    'pods/status',
    'spec.__proto__.x',
  ],
  ...['&a [*a]', '*nobody', '&a { b: *a }', `"${'x'.repeat(5000)}"`, `[${'"A",'.repeat(3000)}]`],
]

const isBranch = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

function* pathsIn(value: unknown, path: Path = []): Generator<Path> {
  yield path
  if (!isBranch(value)) return
  for (const [key, inner] of Object.entries(value))
    yield* pathsIn(inner, [...path, Array.isArray(value) ? Number(key) : key])
}

/** The plan as YAML, with a value changed. */
function changed(path: Path, change: (parent: Record<string, unknown>, key: string) => void): string {
  const copy = structuredClone({ plan: whole }) as Record<string, unknown>
  const steps = ['plan', ...path.map(String)]
  const parent = steps.slice(0, -1).reduce<Record<string, unknown>>((at, key) => at[key] as typeof at, copy)
  change(parent, steps.at(-1)!)
  // Of nothing it makes nothing, not a text.
  return stringify(copy['plan'], { aliasDuplicateObjects: false }) ?? ''
}

type Drawn = readonly [name: string, text: string]

/** The changes that each value can have; a text is made when it is drawn. */
const changes: readonly ((path: Path) => Drawn)[] = [
  ...wrong.map((value) => (path: Path): Drawn => {
    const text = changed(path, (parent, key) => {
      parent[key] = 'MARK'
    })
    return [`${path.join('.')}: ${value.slice(0, 30)}`, text.replace(/(?<=^|[\s])MARK$/m, () => value)]
  }),
  (path) => [
    `no ${path.join('.')}`,
    changed(path, (parent, key) => {
      if (Array.isArray(parent)) parent.splice(Number(key), 1)
      else delete parent[key]
    }),
  ],
]

const twice = (path: Path): Drawn => [
  `${path.join('.')} twice, in another order`,
  changed(path, (parent, key) => {
    const list = parent[key] as unknown[]
    parent[key] = [...list.toReversed(), ...list]
  }),
]

/** Each place has one of the changes, in turn (7 divides not their number, so neighbours are unlike), and each list stands twice. */
function* drawn(): Generator<Drawn> {
  let turn = 0
  for (const path of pathsIn(whole)) {
    yield changes[(turn++ * 7) % changes.length]!(path)
    if (Array.isArray(path.reduce((at, step) => (at as never)[step], whole as unknown))) yield twice(path)
  }
}

/** What somebody would see who uses the plan. Throws what is no PlanError. */
function findingsOf(text: string): readonly string[] {
  let plan: ReturnType<typeof releasePlan>
  try {
    plan = releasePlan(readPlan('p.yaml', text).plan)
  } catch (error) {
    if (error instanceof PlanError) return error.findings
    throw error
  }
  const release = parseRelease('1.38', plan)
  for (const component of plannedComponents) {
    const gates = newComponentGates(release, component)
    planExtension(release, component, gates)
    if (component === 'kube-apiserver') resolveResourceSet({ release, gates })
  }
  schemeOf(release)
  return []
}

const line = /^p\.yaml:(?:[1-9]\d*:[1-9]\d*: [^\p{Cc}\p{Cf}]{1,700}| these are the first 20 of more)$/u

it('takes the plan as it is', () => expect(findingsOf(stringify(whole))).toEqual([]))

it('answers each plan that the rule draws with lines, or simulates it', () => {
  const odd: string[] = []
  let [refused, tried] = [0, 0]
  for (const [name, text] of drawn()) {
    tried++
    try {
      const findings = findingsOf(text)
      if (findings.length > 0) refused++
      const strange = findings.find((one) => !line.test(one))
      if (strange !== undefined) odd.push(`${name} → ${JSON.stringify(strange.slice(0, 300))}`)
      if (findings.length > 21) odd.push(`${name} → ${findings.length} findings`)
    } catch (error) {
      odd.push(`${name} → ${(error as Error).stack?.slice(0, 500)}`)
    }
  }
  expect(odd).toEqual([])
  expect(changes.length % 7).not.toBe(0)
  expect(tried).toBeGreaterThan(200)
  expect(refused).toBeGreaterThan(tried / 2)
}, 120_000)

const dir = mkdtempSync(join(tmpdir(), 'kepsim-drawn-plans-'))
const head =
  'apiVersion: kepsim.dev/v1alpha1\nkind: FeaturePlan\nmetadata: { name: a, summary: b }\nlastRelease: "1.38"\n'
const file = join(dir, 'p.yaml')
const uses = [
  ['plan', 'lint', file],
  ['plan', 'walk', file],
  ['plan', 'show', file],
  ['skew', join(dir, 'a.mjs'), '--plan', file],
  ['path', '1.36 -> 1.37', join(dir, 'a.yaml'), '--plan', file],
  ['up', '--plan', file],
  ['gates', '--plan', file],
  ['diff', '1.36', '1.37', '--plan', file],
  ['kube-proxy', '--plan', file],
  ['kube-apiserver', '--plan', file],
  ['kubelet', '--plan', file],
]

it.each([
  ['a list where a map should be', `${head}gates: [[]]\n`, ':5:9: gates[0] must be a map, not a list', uses],
  [
    'keys without end',
    `${head}${'a: b\n'.repeat(20_000)}`,
    ':6:1: Map keys must be unique',
    uses.slice(0, 1),
  ],
  [
    'a file that is no plan',
    '#'.repeat(2_000_000),
    ': it has more than 1048576 bytes, which a plan has at most',
    uses.slice(0, 1),
  ],
])('is told of %s', async (_name, text, told, asked) => {
  writeFileSync(file, text)
  writeFileSync(join(dir, 'a.mjs'), 'export default async () => {}\n')
  writeFileSync(join(dir, 'a.yaml'), 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n')
  for (const args of asked) {
    const { code, stdout, stderr } = await runHere(args)
    const [first, ...more] = stderr.split('\n').slice(0, -1)
    expect([args[0], code, stdout, first]).toEqual([args[0], 2, '', `kepsim ${args[0]}: ${file}${told}`])
    for (const one of more) expect(one).toMatch(/^kepsim [a-z-]+: \S+p\.yaml[: ]/)
  }
})

afterAll(() => rmSync(dir, { recursive: true }))
