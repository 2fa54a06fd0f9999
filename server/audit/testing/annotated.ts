// Requests that webhooks and policies note something about, and what of it stands in the audit log; for tests and for recording.
import { readFileSync } from 'node:fs'
import type { HookServers } from '../../admission/webhook/testing/hook-server.ts'
import { ask } from '../../testing/played-request.ts'

/** A kube-apiserver, simulated or real, and the file of its audit log. */
export interface AuditedServer {
  readonly port: number
  readonly log: string
  readonly hooks: HookServers
  /** Milliseconds that it needs to take notice of configurations. */
  readonly settle: number
}

/** The audit policy that the log is written by. */
export const auditPolicy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  namespaces: [metadata]
  resources: [{group: "", resources: [configmaps]}]
- level: RequestResponse
  resources: [{group: "", resources: [configmaps]}]
`

const group = '/apis/admissionregistration.k8s.io/v1'
const rules = [
  { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE', 'UPDATE'], resources: ['configmaps'] },
]
const allow = { response: { allowed: true } }
const patch = (path: string, value: unknown) => ({
  response: { allowed: true, patchType: 'JSONPatch', patch: [{ op: 'add', path, value }] },
})
const broken = { status: 500 }
const behaviours = {
  labels: patch('/metadata/labels', { changed: 'yes' }),
  nothing: allow,
  again: patch('/data', { again: 'yes' }),
  noting: { response: { allowed: true, auditAnnotations: { seen: 'by webhook', other: '' } } },
  broken,
  broken2: broken,
  refusing: { response: { allowed: false, auditAnnotations: { why: 'refused' }, status: { message: 'no' } } },
}

const named = (name: string) => [{ name: 'named', expression: `object.metadata.name == '${name}'` }]

/** Webhooks by the behaviours that they have, with what else is set of them. */
const mutating: Readonly<Record<string, object>> = {
  labels: {},
  nothing: { reinvocationPolicy: 'IfNeeded' },
  again: { matchConditions: named('again') },
  noting: {},
  broken: { failurePolicy: 'Ignore' },
}
const validating: Readonly<Record<string, object>> = {
  noting: {},
  broken: { failurePolicy: 'Ignore' },
  broken2: { failurePolicy: 'Ignore' },
  refusing: { matchConditions: named('denied') },
}

function configuration(kind: string, name: string, hooks: typeof mutating, servers: HookServers): object {
  const webhooks = Object.entries(hooks).map(([at, own]) => ({
    name: `${at}.${name}.example.com`,
    clientConfig: { url: `https://127.0.0.1:${servers.ports['good']}/${at}`, caBundle: servers.ca },
    rules,
    sideEffects: 'None',
    admissionReviewVersions: ['v1'],
    ...own,
  }))
  return { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, webhooks }
}

const policy = (name: string, validationActions: string[], spec: object): object[] => [
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicy',
    metadata: { name },
    spec: { matchConstraints: { resourceRules: rules }, ...spec },
  },
  {
    apiVersion: 'admissionregistration.k8s.io/v1',
    kind: 'ValidatingAdmissionPolicyBinding',
    metadata: { name: `${name}-binding` },
    spec: { policyName: name, validationActions },
  },
]
const not = (name: string) => `object.metadata.name != '${name}'`
const policies = [
  ...policy('audits', ['Audit'], {
    validations: [
      { expression: not('failing'), message: 'fails' },
      { expression: not('failing'), messageExpression: "'as ' + object.metadata.name" },
    ],
    auditAnnotations: [
      { key: 'name', valueExpression: "'it is ' + object.metadata.name" },
      { key: 'none', valueExpression: 'null' },
    ],
  }),
  ...policy('warns', ['Audit', 'Warn'], { validations: [{ expression: not('failing') }] }),
  ...policy('denies', ['Audit', 'Deny'], {
    validations: [{ expression: not('refused'), reason: 'Forbidden' }],
  }),
]

/** Name, verb and namespace of the requests. */
const requests = [
  ['POST', 'requests', 'plain'],
  ['POST', 'requests', 'again'],
  ['POST', 'requests', 'denied'],
  ['POST', 'requests', 'failing'],
  ['POST', 'requests', 'refused'],
  ['PUT', 'requests', 'plain'],
  ['POST', 'metadata', 'plain'],
  ['POST', 'metadata', 'again'],
  ['DELETE', 'requests', 'plain'],
] as const

/** Asks all requests; the answer is what the log tells of each, in their order. */
export async function annotatedEvents(server: AuditedServer): Promise<object[]> {
  server.hooks.behaviours = behaviours
  const headers = { authorization: 'Bearer admintoken', 'user-agent': 'annotator' }
  const send = (method: string, path: string, body?: object): Promise<unknown> =>
    ask(`https://127.0.0.1:${server.port}${path}`, { method, headers, body })
  for (const name of ['requests', 'metadata'])
    await send('POST', '/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name } })
  for (const object of policies) {
    const { kind } = object as { kind: string }
    const resource = kind.endsWith('Binding')
      ? 'validatingadmissionpolicybindings'
      : 'validatingadmissionpolicies'
    await send('POST', `${group}/${resource}`, object)
  }
  for (const [kind, name, hooks] of [
    ['MutatingWebhookConfiguration', 'mutating', mutating],
    ['ValidatingWebhookConfiguration', 'validating', validating],
  ] as const)
    await send('POST', `${group}/${kind.toLowerCase()}s`, configuration(kind, name, hooks, server.hooks))
  await new Promise((resolve) => setTimeout(resolve, server.settle))
  for (const [method, namespace, name] of requests) {
    const at = method === 'POST' ? '' : `/${name}`
    const body = method === 'DELETE' ? undefined : { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } }
    await send(method, `/api/v1/namespaces/${namespace}/configmaps${at}`, body)
  }
  return readFileSync(server.log, 'utf8')
    .split('\n')
    .filter((line) => line.includes('"annotator"') && line.includes('"configmaps"'))
    .map((line) => told(JSON.parse(line)))
}

interface Event {
  readonly verb: string
  readonly level: string
  readonly objectRef: { readonly namespace: string; readonly name: string }
  readonly responseStatus: { readonly code: number }
  readonly annotations?: object
}

const told = ({ verb, level, objectRef, responseStatus, annotations = {} }: Event): object => ({
  request: `${verb} ${objectRef.namespace}/${objectRef.name}`,
  level,
  code: responseStatus.code,
  annotations,
})
