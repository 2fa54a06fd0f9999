// Cases of webhooks that are asked about custom resources in other versions than that of the request.
import type { CaseHook, CaseStep, HookCase } from '../../../admission/webhook/testing/play.ts'
import { converting, defined, endpoint, made, path } from './definitions.ts'

const merge = 'application/merge-patch+json'
const ok = { response: { allowed: true } }
const patching = (...patch: object[]): object => ({ response: { allowed: true, patch } })

const rules = (group: string, version: string, resources = ['endpoints']): object => ({
  rules: [{ operations: ['*'], apiGroups: [group], apiVersions: [version], resources }],
})

/** Requests in the version that is stored, with webhooks that want the other. */
function requests(group: string): CaseStep[] {
  const at = (name: string, more = ''): string => path(group, 'v1', name) + more
  return [
    ...defined(group),
    made(group, 'v1', 'a'),
    made(group, 'v2', 'b'),
    { method: 'PATCH', path: at('a'), body: { spec: { hostPort: 'p:9' } }, type: merge },
    { method: 'PUT', path: path(group, 'v2', 'b'), body: endpoint(group, 'v2', 'b'), quiet: true },
    { method: 'PATCH', path: at('a', '/status'), body: { status: { replicas: 1 } }, type: merge },
    { method: 'PATCH', path: at('a', '/scale'), body: { spec: { replicas: 4 } }, type: merge },
    {
      method: 'PATCH',
      path: `${at('applied')}?fieldManager=m`,
      body: endpoint(group, 'v1', 'applied'),
      type: 'application/apply-patch+yaml',
    },
    { method: 'DELETE', path: at('a') },
    {
      ...made(group, 'v1', 'c'),
      behaviours: { conv: { response: { result: { status: 'Failure', message: 'no' } } } },
    },
    { method: 'DELETE', path: at('b'), behaviours: converting() },
  ]
}

const all = ['endpoints', 'endpoints/status', 'endpoints/scale']

function validating(name: string, none: boolean): HookCase {
  const group = `${name}.example.com`
  const hooks: CaseHook[] = [
    { at: 'v2', matchPolicy: 'Equivalent', ...rules(group, 'v2', all) },
    { at: 'exact', matchPolicy: 'Exact', ...rules(group, 'v2', all) },
    {
      at: 'port',
      ...rules(group, 'v2'),
      matchConditions: [{ name: 'port', expression: "has(object.spec) && object.spec.port == '80'" }],
    },
  ]
  const steps = requests(group).map((step) => (none ? without(step) : step))
  return {
    name,
    unordered: true,
    behaviours: { ...converting(), v2: ok, exact: ok, port: ok },
    validating: { [name]: hooks },
    steps,
  }
}

/** A step of a definition whose objects no webhook converts. */
function without(step: CaseStep): CaseStep {
  const { spec } = (step.body ?? {}) as { spec?: { conversion?: object } }
  if (spec?.conversion === undefined) return step
  return { ...step, body: { ...(step.body as object), spec: { ...spec, conversion: { strategy: 'None' } } } }
}

function mutating(name: string): HookCase {
  const group = `${name}.example.com`
  const port = { op: 'replace', path: '/spec/port', value: '1234' }
  const hooks: CaseHook[] = [
    { at: 'v2', reinvocationPolicy: 'IfNeeded', ...rules(group, 'v2') },
    { at: 'v1', ...rules(group, 'v1') },
    { at: 'v2-again', ...rules(group, 'v2') },
  ]
  const behaviours = {
    ...converting(),
    v2: patching(port, { op: 'add', path: '/spec/unknown', value: 1 }),
    v1: patching({ op: 'add', path: '/metadata/labels', value: { seen: 'yes' } }),
    'v2-again': ok,
  }
  const change = (...patch: object[]): Pick<CaseStep, 'behaviours'> => ({
    behaviours: { v2: patching(...patch) },
  })
  return {
    name,
    behaviours,
    mutating: { [name]: hooks },
    steps: [
      ...requests(group),
      {
        ...made(group, 'v1', 'version'),
        ...change({ op: 'replace', path: '/apiVersion', value: `${group}/v1` }),
      },
      { ...made(group, 'v1', 'kind'), ...change({ op: 'replace', path: '/kind', value: 'Other' }) },
      { ...made(group, 'v1', 'kindless'), ...change({ op: 'remove', path: '/kind' }) },
      { ...made(group, 'v1', 'specless'), ...change({ op: 'remove', path: '/spec' }) },
      { ...made(group, 'v1', 'wrong'), ...change({ op: 'replace', path: '/spec/port', value: 5 }) },
    ],
  }
}

/** Webhooks of both kinds, with conversion by webhook and without. */
export const admissionCases: readonly HookCase[] = [
  validating('validating', false),
  validating('validating-none', true),
  mutating('mutating'),
]
