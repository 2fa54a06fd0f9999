// Cases of conversion webhooks: what clients see of objects in versions that somebody else converts, and what of webhooks that fail.
import type { Behaviour } from '../../../admission/webhook/testing/hook-server.ts'
import type { CaseStep, HookCase } from '../../../admission/webhook/testing/play.ts'
import { admissionCases } from './admission-cases.ts'
import { converting, defined, endpoint, got, made, path, storedIn } from './definitions.ts'
import { policyCases } from './policy-cases.ts'

const merge = 'application/merge-patch+json'

function verbs(group: string): CaseStep[] {
  const body = { spec: { port: '90' } }
  const apply = (version: string, spec: object, manager: string): CaseStep => ({
    method: 'PATCH',
    path: `${path(group, version, 'applied')}?fieldManager=${manager}`,
    type: 'application/apply-patch+yaml',
    body: endpoint(group, version, 'applied', spec),
  })
  const patch = (version: string, type: string, changes: unknown, more = ''): CaseStep => ({
    method: 'PATCH',
    path: path(group, version, 'a') + more,
    body: changes,
    type,
  })
  const watch = `${path(group, 'v2')}?watch=true&timeoutSeconds=5`
  return [
    ...defined(group),
    made(group, 'v1', 'a'),
    got(group, 'v2', 'a'),
    got(group, 'v1', 'a'),
    made(group, 'v2', 'b'),
    got(group, 'v1', 'b'),
    got(group, 'v2'),
    { method: 'GET', path: watch, lines: 2 },
    patch('v2', merge, body),
    patch('v2', 'application/json-patch+json', [{ op: 'replace', path: '/spec/host', value: 'other' }]),
    patch('v2', merge, { status: { replicas: 3 }, spec: { port: '1' } }, '/status'),
    { ...got(group, 'v2', 'a'), path: `${path(group, 'v2', 'a')}/scale` },
    patch('v2', merge, { spec: { replicas: 5 } }, '/scale'),
    { method: 'PUT', path: path(group, 'v2', 'b'), body: endpoint(group, 'v2', 'b') },
    got(group, 'v1', 'a'),
    apply('v1', { hostPort: 'x:1' }, 'one'),
    apply('v2', { host: 'y', port: '2' }, 'two'),
    apply('v2', { host: 'x', port: '1' }, 'two'),
    apply('v1', { hostPort: 'x:1', replicas: 2 }, 'one'),
    got(group, 'v2', 'applied'),
    { method: 'DELETE', path: path(group, 'v2', 'b') },
    { method: 'DELETE', path: path(group, 'v2') },
  ]
}

function storageChange(group: string): CaseStep[] {
  return [
    ...defined(group),
    made(group, 'v1', 'old'),
    ...storedIn(group, 'v2'),
    made(group, 'v1', 'new'),
    got(group, 'v1', 'old'),
    got(group, 'v2', 'old'),
    got(group, 'v1', 'new'),
    {
      method: 'PATCH',
      path: path(group, 'v1', 'old'),
      body: { spec: { hostPort: 'moved:1' } },
      type: merge,
    },
    got(group, 'v2', 'old'),
    {
      method: 'GET',
      path: `/apis/apiextensions.k8s.io/v1/customresourcedefinitions/endpoints.${group}/status`,
    },
  ]
}

const replace = (at: string, value: unknown): object => ({ op: 'replace', path: at, value })
const add = (at: string, value: unknown): object => ({ op: 'add', path: at, value })
const remove = (at: string): object => ({ op: 'remove', path: at })

/** Faulty answers of conversion webhooks, by the name of their case. */
const failures: Readonly<Record<string, Behaviour>> = {
  garbage: { body: 'garbage' },
  'empty-object': { body: '{}' },
  'error-500': { status: 500, body: 'out of order' },
  close: { ends: 'close' },
  'no-response': { response: null },
  failed: { response: { result: { status: 'Failure', message: 'will not' } } },
  'failed-mute': { response: { result: { status: 'Failure' } } },
  'no-result': { response: { convertedObjects: [] } },
  'uid-wrong': { response: { uid: 'other', result: { status: 'Success' } } },
  'kind-other': { converts: [], review: { kind: 'AdmissionReview' } },
  'too-few': { converts: [remove('/0')] },
  'too-many': { converts: [add('/0', {})] },
  'no-object': { converts: [replace('/0', null)] },
  'text-object': { converts: [replace('/0', 'x')] },
  'kind-missing': { converts: [remove('/0/kind')] },
  'kind-changed': { converts: [replace('/0/kind', 'Other')] },
  'version-kept': { converts: [replace('/0/apiVersion', 'other.example.com/v1')] },
  'name-changed': { converts: [replace('/0/metadata/name', 'other')] },
  'namespace-changed': { converts: [replace('/0/metadata/namespace', 'other')] },
  'uid-changed': { converts: [add('/0/metadata/uid', 'other')] },
  'metadata-missing': { converts: [remove('/0/metadata')] },
  'metadata-list': { converts: [replace('/0/metadata', [])] },
  'labels-number': { converts: [add('/0/metadata/labels', { a: 1 })] },
  'labels-invalid': { converts: [add('/0/metadata/labels', { 'a b': 'c d' })] },
  'labels-list': { converts: [add('/0/metadata/labels', [])] },
  'annotations-invalid': { converts: [add('/0/metadata/annotations', { 'a b': 'c d' })] },
  // The server accepts these changes of the metadata.
  'labels-added': { converts: [add('/0/metadata/labels', { a: 'b' })] },
  'version-changed': {
    converts: [add('/0/metadata/resourceVersion', '1'), add('/0/metadata/generation', 9)],
  },
  'unknown-field': { converts: [add('/0/spec/unknown', { deep: 1 }), replace('/0/spec/replicas', 7)] },
}

function failing(group: string): CaseStep[] {
  const asked = Object.entries(failures).flatMap(([name, conv]): CaseStep[] => [
    { ...got(group, 'v2', `a?case=${name}`), behaviours: { conv } },
  ])
  return [
    ...defined(group),
    { ...made(group, 'v1', 'a', { hostPort: 'x:1', replicas: 1 }), quiet: true },
    // From now on the server has in mind what was converted.
    { ...got(group, 'v2'), until: 200, settle: 1500 },
    ...asked,
    { ...got(group, 'v2'), behaviours: { conv: failures['failed']! } },
    { ...got(group, 'v2'), path: `${path(group, 'v2')}?resourceVersion=0` },
    made(group, 'v2', 'b'),
    { method: 'PATCH', path: path(group, 'v2', 'a'), body: { spec: { port: '7' } }, type: merge },
    { method: 'DELETE', path: path(group, 'v2', 'a') },
    got(group, 'v1', 'a'),
    made(group, 'v1', 'c'),
    { method: 'DELETE', path: path(group, 'v1', 'a') },
    { ...got(group, 'v1', 'a'), behaviours: converting() },
  ]
}

const betaReviews = (group: string): CaseStep[] => [
  ...defined(group, { reviews: ['v7', 'v1beta1', 'v1'] }),
  { ...made(group, 'v1', 'a'), quiet: true },
  got(group, 'v2', 'a'),
  {
    ...got(group, 'v2', 'a'),
    behaviours: { conv: { converts: [], review: { apiVersion: 'a/b', kind: 'X' } } },
  },
  {
    ...got(group, 'v2', 'a'),
    behaviours: { conv: { response: { uid: 'x', result: { status: 'Success' } } } },
  },
  { ...got(group, 'v2', 'a'), behaviours: converting() },
]

const one = (name: string, steps: (group: string) => CaseStep[], brief = false): HookCase => ({
  name,
  behaviours: converting(),
  steps: steps(`${name}.example.com`),
  ...(brief ? { brief } : {}),
})

/** The cases of conversion webhooks, in the order in which they are played. */
export const conversionCases: readonly HookCase[] = [
  one('verbs', verbs),
  one('storage-change', storageChange, true),
  one('failing', failing, true),
  one('beta-reviews', betaReviews, true),
  ...admissionCases,
  ...policyCases,
]
