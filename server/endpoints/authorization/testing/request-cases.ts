// Requests to a kube-apiserver whose authorizers are webhooks, and what these do.
import type { Behaviour } from '../../../admission/webhook/testing/hook-server.ts'

/** The settings of an authorization webhook that differ from the usual ones. */
export interface CaseHook {
  readonly behaviour: Behaviour
  /** The name of the test's webhook server; default: good. */
  readonly on?: string
  /** Fields of the entry's `webhook` in the configuration. */
  readonly fields?: Readonly<Record<string, unknown>>
  /** Match conditions in place of one on the user, who is named after the webhook. */
  readonly conditions?: readonly string[]
}

/** A request by a user. */
export interface CaseRequest {
  readonly user: string
  /** The user's own token, not an impersonation by the administrator. */
  readonly own?: boolean
  /** More headers: of the impersonation. */
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly method?: string
  readonly path: string
  readonly body?: unknown
  /** The request only prepares the case: its answer is not recorded. */
  readonly quiet?: boolean
  /** Milliseconds to wait after the request, on a real server. */
  readonly settle?: number
  /** Only the status and the reviews are recorded. */
  readonly brief?: boolean
  /** The first minor release that the request is sent to. */
  readonly since?: number
}

/** The webhooks or flags of a server, and the requests that it gets. */
export interface ServerCase {
  readonly name: string
  readonly hooks: Readonly<Record<string, CaseHook>>
  /** Flags in place of a configuration file; `DIR/NAME.yaml` are kubeconfigs of the hooks. */
  readonly flags?: readonly string[]
  readonly requests: readonly CaseRequest[]
}

const status = (fields: Readonly<Record<string, unknown>>): Behaviour => ({
  response: null,
  review: { status: fields },
})
const text = (body: string, headers: Readonly<Record<string, string>> = {}): Behaviour => ({ body, headers })
const failing = (
  code: number,
  body = 'went wrong',
  headers: Readonly<Record<string, string>> = {},
): Behaviour => ({
  status: code,
  body,
  headers: { 'content-type': 'text/plain', ...headers },
})
const review = (fields: object): string =>
  JSON.stringify({ apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', ...fields })
const closed = { failurePolicy: 'Deny' }

const hooks: Readonly<Record<string, CaseHook>> = {
  allow: { behaviour: status({ allowed: true, reason: 'because' }) },
  deny: { behaviour: status({ allowed: false, denied: true, reason: 'never <b>' }) },
  silent: { behaviour: status({ allowed: false, reason: 'no idea', evaluationError: 'told too' }) },
  mute: { behaviour: status({ allowed: false }) },
  both: { behaviour: status({ allowed: true, denied: true, reason: 'torn' }) },
  older: {
    behaviour: status({ allowed: true }),
    fields: { subjectAccessReviewVersion: 'v1beta1' },
  },
  'missing-open': { behaviour: failing(404) },
  'missing-closed': { behaviour: failing(404), fields: closed },
  'bad-request': { behaviour: failing(400), fields: closed },
  unauthorized: { behaviour: failing(401), fields: closed },
  forbidden: { behaviour: failing(403), fields: closed },
  unavailable: { behaviour: failing(503), fields: closed },
  status: {
    behaviour: {
      status: 409,
      body: JSON.stringify({
        kind: 'Status',
        apiVersion: 'v1',
        status: 'Failure',
        message: 'told by a Status',
        reason: 'Conflict',
        code: 409,
      }),
    },
    fields: closed,
  },
  again: { behaviour: { ...status({ allowed: true }), first: failing(500) } },
  'slow-open': { behaviour: { hangs: 'head' }, fields: { timeout: '300ms' } },
  'slow-closed': { behaviour: { hangs: 'head' }, fields: { timeout: '300ms', ...closed } },
  'slow-body': { behaviour: { hangs: 'body', body: '{' }, fields: { timeout: '300ms', ...closed } },
  garbage: { behaviour: text('nope'), fields: closed },
  broken: { behaviour: text('{"a":'), fields: closed },
  none: { behaviour: text(''), fields: closed },
  'other-kind': {
    behaviour: text(
      '{"apiVersion":"authorization.k8s.io/v1","kind":"SelfSubjectAccessReview","status":{"allowed":true}}',
    ),
    fields: closed,
  },
  'unknown-kind': { behaviour: text('{"apiVersion":"a/v1","kind":"B"}'), fields: closed },
  'other-version': {
    behaviour: text(
      '{"apiVersion":"authorization.k8s.io/v1beta1","kind":"SubjectAccessReview","status":{"allowed":true}}',
    ),
    fields: closed,
  },
  'no-kind': { behaviour: text('{"status":{"allowed":true}}') },
  'no-status': { behaviour: text(review({})) },
  'wrong-type': { behaviour: text(review({ status: { allowed: 'yes' } })), fields: closed },
  created: { behaviour: { ...text(review({ status: { allowed: true } })), status: 201 } },
  'no-type': {
    behaviour: { ...text(review({ status: { allowed: true } })), headers: { 'content-type': 'text/plain' } },
  },
  gone: { behaviour: {}, on: 'gone', fields: closed },
  unknown: { behaviour: {}, on: 'unknown', fields: closed },
  closing: { behaviour: {}, on: 'closing', fields: closed },
  selecting: { behaviour: status({ allowed: true }) },
  'condition-open': {
    behaviour: status({ allowed: true }),
    conditions: ["request.user == 'condition-open'", "request.resourceAttributes.namespace == 'a'"],
  },
  'condition-closed': {
    behaviour: status({ allowed: true }),
    conditions: ["request.user == 'condition-closed'", "request.resourceAttributes.namespace == 'a'"],
    fields: closed,
  },
  grouped: {
    behaviour: status({ allowed: true }),
    conditions: [
      "request.groups.exists(g, g == 'grouped')",
      "'k' in request.extra && request.extra['k'] == ['a', 'b'] && request.uid == 'u'",
      "has(request.resourceAttributes) && request.resourceAttributes.verb == 'list' && request.resourceAttributes.version == 'v1'",
      'request.resourceAttributes.name == ""',
    ],
  },
}

const pods = '/api/v1/namespaces/default/pods'
const reviews = '/apis/authorization.k8s.io/v1/subjectaccessreviews'
const asks = (
  user: string,
  spec: object = { nonResourceAttributes: { path: '/x', verb: 'get' } },
): CaseRequest => ({
  user: 'admin',
  method: 'POST',
  path: reviews,
  body: { apiVersion: 'authorization.k8s.io/v1', kind: 'SubjectAccessReview', spec: { user, ...spec } },
})

const selecting = (attributes: object): object => ({
  resourceAttributes: { verb: 'list', resource: 'pods', ...attributes },
})

const policy = (name: string, expression: string): CaseRequest[] => [
  {
    user: 'admin',
    method: 'POST',
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicies',
    body: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicy',
      metadata: { name },
      spec: {
        matchConstraints: {
          resourceRules: [
            { apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] },
          ],
        },
        validations: [{ expression, message: name }],
      },
    },
    quiet: true,
  },
  {
    user: 'admin',
    method: 'POST',
    path: '/apis/admissionregistration.k8s.io/v1/validatingadmissionpolicybindings',
    body: {
      apiVersion: 'admissionregistration.k8s.io/v1',
      kind: 'ValidatingAdmissionPolicyBinding',
      metadata: { name },
      spec: { policyName: name, validationActions: ['Deny'] },
    },
    quiet: true,
    settle: 2500,
  },
]

/** Names, first minor, and expressions: what two checks cost is all that one may spend. */
const policies: readonly (readonly [string, number, string])[] = [
  [
    'asked',
    30,
    "authorizer.group('').resource('pods').namespace('a').check('get').allowed() && authorizer.path('/p').check('get').reason() != 'because'",
  ],
  [
    'acting',
    30,
    "authorizer.serviceAccount('default', 'mute').group('g').resource('r').check('list').allowed() || authorizer.requestResource.check('delete').errored()",
  ],
  [
    'selected',
    31,
    "authorizer.group('').resource('pods').fieldSelector('spec.nodeName=n').labelSelector('a in (b)').check('list').errored()",
  ],
]

const role = (name: string): CaseRequest => ({
  user: 'allow',
  method: 'POST',
  path: '/apis/rbac.authorization.k8s.io/v1/namespaces/default/roles',
  body: {
    apiVersion: 'rbac.authorization.k8s.io/v1',
    kind: 'Role',
    metadata: { name },
    rules: [{ apiGroups: [''], resources: ['secrets'], verbs: ['get'] }],
  },
  brief: true,
})

/** Releases before wait half a minute, whatever a configuration says. */
const heeded = { since: 31 }

const structured: ServerCase = {
  name: 'configuration',
  hooks,
  requests: [
    ...Object.keys(hooks).map((user) => ({
      user,
      path: `${pods}/p`,
      ...(user.startsWith('slow-') ? heeded : {}),
    })),
    // Cached, or not.
    ...['allow', 'deny', 'silent', 'gone'].map((user) => ({ user, path: `${pods}/p`, brief: true })),
    { user: 'allow', path: '/healthz/ping?verbose' },
    { user: 'allow', path: `${pods}/p/log?container=c`, brief: true },
    {
      user: 'allow',
      method: 'PUT',
      path: '/apis/apps/v1/namespaces/a/deployments/d/scale',
      body: {},
      brief: true,
    },
    { user: 'condition-open', path: '/metrics' },
    { user: 'condition-closed', path: '/metrics' },
    { user: 'condition-open', path: '/api/v1/namespaces/a/secrets', brief: true },
    {
      user: 'who',
      headers: {
        'impersonate-group': ['grouped', 'more'],
        'impersonate-extra-k': ['a', 'b'],
        'impersonate-uid': 'u',
      },
      path: '/api/v1/nodes',
      brief: true,
    },
    { user: 'selecting', path: `${pods}?fieldSelector=spec.nodeName%3Dn%2Cmetadata.name!%3Dx`, brief: true },
    {
      user: 'selecting',
      path: `${pods}?labelSelector=a%2C!b%2Cc%20in%20(2%2C1)%2Cd!%3D3%2Ce%3D4%2Cf%3E5%2Cg%20notin%20(6)`,
      brief: true,
    },
    { user: 'selecting', path: `${pods}?fieldSelector=nope&labelSelector=a%20in`, brief: true },
    { user: 'selecting', path: `${pods}?fieldSelector=metadata.name%3Dx`, brief: true },
    asks('allow'),
    asks('deny'),
    asks('silent'),
    asks('missing-open'),
    { ...asks('slow-closed'), ...heeded },
    asks('both'),
    asks('condition-closed'),
    asks('', { groups: ['grouped'], nonResourceAttributes: { path: '/y', verb: 'get' } }),
    asks('selecting', selecting({ fieldSelector: { rawSelector: 'a=b,c!=d' }, version: 'v1' })),
    asks('selecting', selecting({ labelSelector: { rawSelector: 'a in (b),c' } })),
    asks(
      'selecting',
      selecting({ labelSelector: { rawSelector: 'a in' }, fieldSelector: { rawSelector: 'b' } }),
    ),
    asks(
      'selecting',
      selecting({
        fieldSelector: {
          requirements: [
            { key: 'a', operator: 'In', values: ['1'] },
            { key: 'b', operator: 'NotIn', values: ['2'] },
            { key: 'c', operator: 'In', values: ['3', '4'] },
            { key: 'd', operator: 'Exists' },
            { key: 'e', operator: 'Nope', values: ['5'] },
          ],
        },
        labelSelector: {
          requirements: [
            { key: 'b', operator: 'NotIn', values: ['2', '1'] },
            { key: 'a', operator: 'In', values: ['1'] },
            { key: 'c', operator: 'DoesNotExist' },
            { key: 'd', operator: 'Gt', values: ['3'] },
          ],
        },
      }),
    ),
    asks('selecting', selecting({ labelSelector: { requirements: [{ key: 'a', operator: 'Nope' }] } })),
    asks(
      'selecting',
      selecting({
        fieldSelector: {
          requirements: [{ operator: 'In' }, { key: 'a', operator: 'Exists', values: ['b'] }],
        },
      }),
    ),
    asks(
      'selecting',
      selecting({
        labelSelector: {
          requirements: [
            { key: '/', operator: 'In' },
            { key: 'a', operator: 'In', values: ['-'] },
          ],
        },
      }),
    ),
    asks(
      'selecting',
      selecting({
        labelSelector: {},
        fieldSelector: { rawSelector: 'a', requirements: [{ key: 'a', operator: 'Exists' }] },
      }),
    ),
    ...['deny', 'allow'].map((user) => ({
      user,
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectrulesreviews',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectRulesReview',
        spec: { namespace: 'default' },
      },
    })),
    {
      user: 'allow',
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb: 'get', resource: 'secrets', name: 's' } },
      },
    },
    // By webhooks, too: who may act as somebody, give away rights, create by PUT.
    { user: 'allow', own: true, headers: { 'impersonate-user': 'mute' }, path: `${pods}/other` },
    { user: 'deny', own: true, headers: { 'impersonate-user': 'allow' }, path: `${pods}/other` },
    role('granted'),
    {
      user: 'allow',
      method: 'PUT',
      path: '/apis/coordination.k8s.io/v1/namespaces/default/leases/l',
      body: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } },
      brief: true,
    },
    // Expressions of policies.
    ...policies.flatMap(([name, since, expression]) => [
      ...policy(name, `object.metadata.name != '${name}' || ${expression}`).map((one) => ({ ...one, since })),
      {
        user: 'allow',
        method: 'POST',
        path: '/api/v1/namespaces/default/configmaps',
        body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } },
        since,
      },
    ]),
  ],
}

const flagged: ServerCase = {
  name: 'flags',
  hooks: { only: { behaviour: status({ allowed: false, reason: 'not me' }) } },
  flags: [
    '--authorization-mode=Webhook,RBAC',
    '--authorization-webhook-config-file=DIR/only.yaml',
    '--authorization-webhook-cache-unauthorized-ttl=0',
  ],
  requests: [
    {
      user: 'any',
      path: `${pods}/p`,
      headers: { 'impersonate-group': ['a', 'b'], 'impersonate-extra-k': 'v', 'impersonate-uid': 'u' },
    },
    { user: 'any', path: `${pods}/p`, brief: true },
    { user: 'any', path: '/version' },
    asks('any'),
  ],
}

/** The servers, each of which is started once. */
export const serverCases: readonly ServerCase[] = [structured, flagged]
