// What /metrics tells of webhooks and policies; each server plays these once, as it counts on.
import type { CaseHook, CaseStep, HookCase } from '../webhook/testing/play.ts'
import { policy } from '../webhook/testing/policies.ts'

const maps = '/api/v1/namespaces/webhooks/configmaps'
const post = (name: string): CaseStep => ({
  method: 'POST',
  path: `${maps}?dryRun=All`,
  body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { of: name } }, data: { a: '1' } },
})
const only = (of: string): object => ({ objectSelector: { matchLabels: { of } } })
const metrics = (grep: string): CaseStep => ({ method: 'GET', path: '/metrics', grep })

const hooks: CaseHook[] = [
  { at: 'allow', ...only('allow') },
  { at: 'deny', ...only('deny') },
  { at: 'deny-999', ...only('deny-999') },
  { at: 'garbage', ...only('garbage') },
  { at: 'error-500', ...only('error-500') },
  { at: 'error-404', ...only('error-404') },
  { at: 'garbage', failurePolicy: 'Ignore', ...only('open') },
  { on: 'gone', ...only('gone') },
  { at: 'wrong', ...only('wrong') },
  { at: 'allow', ...only('excluded'), matchConditions: [{ name: 'no', expression: 'false' }] },
  { at: 'allow', ...only('failing'), matchConditions: [{ name: 'no', expression: 'object.data.b == "1"' }] },
]
const named = ['allow', 'deny', 'deny-999', 'garbage', 'error-500', 'error-404', 'open', 'gone', 'wrong']
const all = [...named, 'excluded', 'failing'].map(post)

const behaviours = {
  allow: { response: { allowed: true } },
  deny: { response: { allowed: false, status: { code: 403, message: 'no' } } },
  'deny-999': { response: { allowed: false, status: { code: 999 } } },
  garbage: { body: 'garbage' },
  'error-500': { status: 500, body: 'no' },
  'error-404': { status: 404, body: 'no' },
  wrong: { response: { uid: 'other', allowed: true } },
}

const lines = (kind: string): CaseStep =>
  metrics(
    `^apiserver_admission_(webhook_(request_total|rejection_count|fail_open_count|admission_duration_seconds_count)|match_condition_(evaluation_(errors_total|seconds_count)|exclusions_total)).*counted-${kind}`,
  )

const about = {
  matchConstraints: {
    resourceRules: [
      { operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
    ],
    ...only('checked'),
  },
}

const policies: CaseStep[] = [
  ...policy({
    kind: 'Validating',
    name: 'counted-policy',
    spec: {
      ...about,
      validations: [{ expression: "object.data.a == '2'" }, { expression: "object.data.b == '2'" }],
    },
    binding: { validationActions: ['Deny', 'Audit'] },
  }),
  ...policy({
    kind: 'Validating',
    name: 'counted-ignoring',
    spec: { ...about, failurePolicy: 'Ignore', validations: [{ expression: "object.data.b == '2'" }] },
    binding: { validationActions: ['Warn'] },
  }),
  ...policy({
    kind: 'Validating',
    name: 'counted-conditions',
    spec: {
      ...about,
      matchConditions: [
        { name: 'fails', expression: "object.data.b == '2'" },
        { name: 'no', expression: 'object.data.size() == 7' },
      ],
      validations: [{ expression: 'false' }],
    },
  }),
  post('checked'),
  metrics(
    '^apiserver_(validating_admission_policy_check_(total|duration_seconds_count)|admission_match_condition_.*(_total|_count)).*counted-(policy|ignoring|conditions)',
  ),
]

const mutations: CaseStep[] = [
  ...policy({
    kind: 'Mutating',
    name: 'counted-mutation',
    spec: {
      ...about,
      failurePolicy: 'Ignore',
      reinvocationPolicy: 'Never',
      mutations: [
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/c', value: 'd'}]" },
        },
        {
          patchType: 'JSONPatch',
          jsonPatch: { expression: "[JSONPatch{op: 'add', path: '/data/c', value: object.data.nothing}]" },
        },
      ],
    },
  }),
  post('checked'),
  metrics('^apiserver_mutating_admission_policy_check_(total|duration_seconds_count).*counted-mutation'),
]

/** The cases of metrics about webhooks and policies, in the order in which they are played. */
export const metricCases: readonly HookCase[] = [
  {
    name: 'validating',
    behaviours,
    validating: { 'counted-validating': hooks },
    steps: [...all, lines('validating')],
  },
  {
    name: 'mutating',
    behaviours,
    mutating: { 'counted-mutating': hooks },
    steps: [...all, lines('mutating')],
  },
  { name: 'policies', behaviours, steps: policies },
  { name: 'mutations', since: 36, behaviours, steps: mutations },
].map((one) => ({ ...one, brief: true }))
