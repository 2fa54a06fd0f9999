// Cases of admission webhooks: made by rule from what webhooks may do, and what requests may be.
import type { Behaviour } from './hook-server.ts'
import type { CaseHook, CaseStep, HookCase } from './play.ts'

const maps = '/api/v1/namespaces/webhooks/configmaps'
const map = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  data: { a: '1' },
  ...more,
})
const post = (name: string, more: object = {}): CaseStep => ({
  method: 'POST',
  path: maps,
  body: map(name, more),
})
const drop = (path: string): CaseStep => ({ method: 'DELETE', path, quiet: true })
const ok: Behaviour = { response: { allowed: true } }
const add = (path: string, value: unknown): object => ({ op: 'add', path, value })
const patching = (...patch: object[]): Behaviour => ({ response: { allowed: true, patch } })

/** The answers of webhooks, by the name of their case. */
const answers: Readonly<Record<string, Behaviour>> = {
  allow: ok,
  warn: { response: { allowed: true, warnings: ['first', 'second "quoted"', 'first', 'ü'.repeat(300)] } },
  'deny-bare': { response: { allowed: false } },
  'deny-message': { response: { allowed: false, status: { message: 'not this <one>' } } },
  'deny-reason': { response: { allowed: false, status: { reason: 'Forbidden' } } },
  'deny-both': { response: { allowed: false, status: { message: 'no', reason: 'Forbidden', code: 403 } } },
  'deny-code-200': { response: { allowed: false, status: { code: 200, message: 'fine' } } },
  'deny-code-422': { response: { allowed: false, status: { code: 422, reason: 'Invalid', message: 'bad' } } },
  'deny-code-500': { response: { allowed: false, status: { code: 500 } } },
  'deny-code-999': { response: { allowed: false, status: { code: 999, message: 'odd' } } },
  'deny-success': { response: { allowed: false, status: { status: 'Success', message: 'well' } } },
  'deny-custom': { response: { allowed: false, status: { status: 'Custom', code: 409, reason: 'Own' } } },
  'deny-details': {
    response: {
      allowed: false,
      status: {
        code: 400,
        message: 'see the causes',
        reason: 'BadRequest',
        details: {
          name: 'n',
          group: 'g',
          kind: 'k',
          causes: [{ reason: 'r', message: 'm', field: 'f' }],
          retryAfterSeconds: 3,
        },
        metadata: { resourceVersion: '7' },
      },
    },
  },
  'deny-warn': { response: { allowed: false, warnings: ['w'], status: { message: 'no' } } },
  'uid-wrong': { response: { uid: 'other', allowed: true } },
  'uid-missing': { response: { uid: '', allowed: true } },
  'response-absent': { response: null },
  'kind-missing': { response: { allowed: true }, review: { kind: undefined, apiVersion: undefined } },
  'kind-other': { response: { allowed: true }, review: { kind: 'Pod', apiVersion: 'v1' } },
  'kind-conversion': { response: { allowed: true }, review: { kind: 'ConversionReview' } },
  'version-beta': { response: { allowed: true }, review: { apiVersion: 'admission.k8s.io/v1beta1' } },
  'version-unknown': { response: { allowed: true }, review: { apiVersion: 'admission.k8s.io/v7' } },
  'version-bare': { response: { allowed: true }, review: { apiVersion: 'v1' } },
  'version-slashes': { response: { allowed: true }, review: { apiVersion: 'a/b/c' } },
  'version-number': { response: { allowed: true }, review: { apiVersion: 1 } },
  garbage: { body: 'garbage' },
  'garbage-html': { body: '<html>no</html>', headers: { 'content-type': 'text/html' } },
  empty: { body: '' },
  'empty-object': { body: '{}' },
  array: { body: '[]' },
  number: { body: '7' },
  null: { body: 'null' },
  truncated: { body: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","resp' },
  trailing: { body: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1"} x' },
  'allowed-text': { response: { allowed: 'yes' } },
  'allowed-number': { response: { allowed: 1 } },
  'uid-number': { response: { uid: 1, allowed: true } },
  'status-text': { response: { allowed: false, status: 'no' } },
  'code-text': { response: { allowed: false, status: { code: '403' } } },
  'warnings-text': { response: { allowed: true, warnings: 'w' } },
  'annotations-number': { response: { allowed: true, auditAnnotations: { a: 1 } } },
  annotations: { response: { allowed: true, auditAnnotations: { a: 'b' } } },
  'response-list': { response: undefined, review: { response: [] } },
  'patch-text': { response: { allowed: true, patchType: 'JSONPatch', patch: '!!' } },
  'patch-object': { response: { allowed: true, patchType: 'JSONPatch', patch: {} } },
  'patch-no-list': { response: { allowed: true, patchType: 'JSONPatch', patch: 'e30=' } },
  'patch-garbage': { response: { allowed: true, patchType: 'JSONPatch', patch: 'Z2FyYmFnZQ==' } },
  'patch-no-type': { response: { allowed: true, patch: 'W10=' } },
  'type-no-patch': { response: { allowed: true, patchType: 'JSONPatch' } },
  'type-empty': { response: { allowed: true, patchType: '', patch: 'W10=' } },
  'type-other': {
    response: {
      allowed: true,
      patchType: 'MergePatch',
      patch: 'W3sib3AiOiJhZGQiLCJwYXRoIjoiL2RhdGEvYiIsInZhbHVlIjoiMiJ9XQ==',
    },
  },
  'patch-none': patching(),
  'patch-add': patching(add('/data/b', '2')),
  'patch-same': patching(add('/data/a', '1')),
  'patch-labels': patching(add('/metadata/labels', { x: 'y' })),
  'patch-deep-missing': patching(add('/metadata/labels/x', 'y')),
  'patch-remove-missing': patching({ op: 'remove', path: '/data/zzz' }),
  'patch-test': patching({ op: 'test', path: '/data/a', value: '2' }),
  'patch-test-holds': patching({ op: 'test', path: '/data/a', value: '1' }, add('/data/c', '3')),
  'patch-unknown-op': patching({ op: 'nothing', path: '/data/a' }),
  'patch-type-of-value': patching(add('/data/b', 2)),
  'patch-data-list': patching({ op: 'replace', path: '/data', value: [] }),
  'patch-unknown-field': patching(add('/nothing', 'x')),
  'patch-name': patching(add('/metadata/name', 'other')),
  'patch-namespace': patching(add('/metadata/namespace', 'default')),
  'patch-uid': patching(add('/metadata/uid', 'abc')),
  'patch-kind': patching(add('/kind', 'Pod')),
  'patch-version': patching(add('/apiVersion', 'v2')),
  'patch-invalid': patching(add('/data/no~1slash', 'x')),
  'patch-label-invalid': patching(add('/metadata/labels', { x: 'not valid!' })),
  'patch-owner': patching(add('/metadata/finalizers', ['not-a-finalizer'])),
  'patch-denied': { response: { allowed: false, patch: [add('/data/b', '2')], status: { message: 'no' } } },
  'patch-root': patching({
    op: 'replace',
    path: '',
    value: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'r' } },
  }),
  'patch-copy': patching(
    { op: 'copy', from: '/data/a', path: '/data/z' },
    { op: 'move', from: '/data/a', path: '/data/y' },
  ),
  'status-success': { body: '{"kind":"Status","apiVersion":"v1","status":"Success"}' },
  'status-failure': {
    body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"sad","code":418}',
  },
  'type-garbage': { ...ok, headers: { 'content-type': 'not a type;;' } },
  'type-yaml': { ...ok, headers: { 'content-type': 'application/yaml' } },
  'type-text': { ...ok, headers: { 'content-type': 'text/plain' } },
  'code-201': { ...ok, status: 201 },
  'code-206': { ...ok, status: 206 },
  'code-204': { status: 204, body: '' },
  'redirect-307': { status: 307, body: '', headers: { location: '/allow' } },
  'redirect-308': { status: 308, body: '', headers: { location: '/allow' } },
  'redirect-302': { status: 302, body: '', headers: { location: '/fixed' } },
  'redirect-nowhere': { status: 302, body: 'x', headers: { 'content-type': 'text/plain' } },
  'redirect-loop': { status: 307, body: '', headers: { location: '/redirect-loop' } },
  'redirect-plain': { status: 307, body: '', headers: { location: 'http://127.0.0.1:1/x' } },
  'retry-503': { first: { status: 503, body: '', headers: { 'retry-after': '1' } }, ...ok },
  'retry-429': { first: { status: 429, body: '', headers: { 'retry-after': '0' } }, ...ok },
  close: { ends: 'close' },
  'cut-body': { ends: 'body', body: '{"kind":' },
  bytes: { bytes: 'this is no HTTP\r\n\r\n' },
  'bytes-short': { bytes: 'HTTP/1.1\r\n\r\n' },
  'bytes-code': { bytes: 'HTTP/1.1 abc OK\r\n\r\n' },
}

const codes = [300, 304, 400, 401, 403, 404, 405, 406, 409, 413, 415, 418, 422, 429, 500, 501, 502, 503, 504]

const byCode: Readonly<Record<string, Behaviour>> = Object.fromEntries(
  codes.flatMap((status) => [
    [`http-${status}`, { status, body: ' some text \n', headers: { 'content-type': 'text/plain' } }],
    [`http-${status}-json`, { status, body: '{"some":"json"}' }],
    [
      `http-${status}-status`,
      {
        status,
        body: '{"kind":"Status","apiVersion":"v1","status":"Failure","message":"told","reason":"Own","code":1}',
      },
    ],
  ]),
)

const fixed: Behaviour = {
  body: '{"kind":"AdmissionReview","apiVersion":"admission.k8s.io/v1","response":{"uid":"x","allowed":true}}',
}

/** Every answer, of a mutating and a validating webhook whose failures count, and of one whose failures do not. */
const answerCases: HookCase[] = Object.entries({ ...answers, ...byCode }).flatMap(([name, behaviour]) => {
  const behaviours = { [name]: behaviour, allow: ok, fixed }
  const one = (how: string, of: Partial<HookCase>): HookCase => ({
    name: `${name}/${how}`,
    behaviours,
    steps: [post('x'), drop(`${maps}/x`), drop(`${maps}/other`), drop(`${maps}/r`)],
    ...of,
  })
  const cases = [
    one('mutating', { mutating: { m: [{ at: name }] } }),
    one('validating', { validating: { v: [{ at: name }] } }),
    one('ignored', {
      mutating: { m: [{ at: name, failurePolicy: 'Ignore' }] },
      validating: { v: [{ at: name, failurePolicy: 'Ignore' }] },
    }),
  ]
  // All codes have one path.
  return name.startsWith('http-') ? cases.slice(1, 2) : cases
})

const betas = [
  'allow',
  'uid-wrong',
  'response-absent',
  'version-beta',
  'kind-missing',
  'patch-no-type',
  'type-other',
  'type-no-patch',
  'patch-add',
  'deny-both',
  'patch-garbage',
]

const betaCases: HookCase[] = betas.flatMap((name) =>
  (['mutating', 'validating'] as const).map((kind) => ({
    name: `v1beta1/${name}/${kind}`,
    behaviours: { [name]: answers[name]! },
    [kind]: { c: [{ at: name, admissionReviewVersions: ['v7', 'v1beta1', 'v1'] }] },
    steps: [post('x'), drop(`${maps}/x`)],
  })),
)

/** Cases of webhook servers that cannot be reached or trusted. */
const networkCases: HookCase[] = [
  ...['unknown', 'names', 'addresses', 'expired', 'common', 'plain', 'closing', 'gone'].map(
    (on): HookCase => ({
      name: `network/${on}`,
      behaviours: { allow: ok },
      validating: { v: [{ on }] },
      steps: [post('x')],
    }),
  ),
  ...(['gone', 'unknown'] as const).map(
    (on): HookCase => ({
      name: `network/${on}-ignored`,
      behaviours: { allow: ok },
      mutating: { m: [{ on, failurePolicy: 'Ignore' }] },
      steps: [post('x'), drop(`${maps}/x`)],
    }),
  ),
  {
    name: 'network/localhost',
    behaviours: { allow: ok },
    validating: { v: [{ clientConfig: { url: 'https://localhost:{port:good}/allow', caBundle: '{ca}' } }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'network/localhost-names',
    behaviours: { allow: ok },
    validating: { v: [{ clientConfig: { url: 'https://localhost:{port:names}/allow', caBundle: '{ca}' } }] },
    steps: [post('x')],
  },
  {
    name: 'network/no-bundle',
    behaviours: { allow: ok },
    validating: { v: [{ clientConfig: { url: 'https://127.0.0.1:{port:good}/allow' } }] },
    steps: [post('x')],
  },
  ...['/a/b/', '//a//b', '', '/', '/a%20b', '/a/../b'].map(
    (path, i): HookCase => ({
      name: `network/path-${i}`,
      behaviours: { 'a/b': ok, '': ok, 'a%20b': ok, b: ok },
      validating: {
        v: [{ clientConfig: { url: `https://127.0.0.1:{port:good}${path}`, caBundle: '{ca}' } }],
      },
      steps: [post('x'), drop(`${maps}/x`)],
    }),
  ),
  ...[1, 2].flatMap((timeoutSeconds) =>
    (['head', 'body'] as const).map(
      (hangs): HookCase => ({
        name: `network/hangs-${hangs}-${timeoutSeconds}`,
        behaviours: { hang: { hangs, body: '{"kind":' } },
        [timeoutSeconds === 1 ? 'validating' : 'mutating']: { v: [{ at: 'hang', timeoutSeconds }] },
        steps: [post('x')],
      }),
    ),
  ),
]

const services = '/api/v1/namespaces/webhooks/services'
const slices = '/apis/discovery.k8s.io/v1/namespaces/webhooks/endpointslices'
const quiet = (step: CaseStep): CaseStep => ({ ...step, quiet: true })
const serviceOf = (spec: object): CaseStep =>
  quiet({
    method: 'POST',
    path: services,
    body: { apiVersion: 'v1', kind: 'Service', metadata: { name: 'hooks' }, spec },
  })
const sliceOf = (address: string, port: unknown, more: object = {}, portName?: string): CaseStep =>
  quiet({
    method: 'POST',
    path: slices,
    body: {
      apiVersion: 'discovery.k8s.io/v1',
      kind: 'EndpointSlice',
      metadata: { name: 'hooks-1', labels: { 'kubernetes.io/service-name': 'hooks' } },
      addressType: 'IPv4',
      endpoints: [{ addresses: [address], ...more }],
      ports: [{ ...(portName === undefined ? {} : { name: portName }), port }],
    },
  })
const plainService = { ports: [{ port: 443 }] }
/** The Endpoints of a webhook's Service, for releases that read Endpoints in place of EndpointSlices. */
const endpointsOf = (address: string, port: unknown, portName?: string): CaseStep =>
  quiet({
    method: 'POST',
    path: '/api/v1/namespaces/webhooks/endpoints',
    body: {
      apiVersion: 'v1',
      kind: 'Endpoints',
      metadata: { name: 'hooks' },
      subsets: [
        {
          addresses: [{ ip: address }],
          ports: [{ ...(portName === undefined ? {} : { name: portName }), port }],
        },
      ],
    },
  })
const cleanService = [
  drop('/api/v1/namespaces/webhooks/endpoints/hooks'),
  drop(`${services}/hooks`),
  drop(`${slices}/hooks-1`),
  drop(`${maps}/x`),
]

const serviceCase = (name: string, before: CaseStep[], reference: object = {}): HookCase => ({
  name: `service/${name}`,
  behaviours: { '': ok, 'p/q': ok },
  validating: {
    v: [
      { clientConfig: { service: { namespace: 'webhooks', name: 'hooks', ...reference }, caBundle: '{ca}' } },
    ],
  },
  steps: [...before, post('x'), ...cleanService],
})

const serviceCases: HookCase[] = [
  serviceCase('missing', []),
  serviceCase('missing-namespace', [], { namespace: 'nowhere' }),
  serviceCase('no-port', [serviceOf(plainService)], { port: 8443 }),
  serviceCase('no-endpoints', [serviceOf(plainService)]),
  serviceCase('external-name', [serviceOf({ type: 'ExternalName', externalName: 'example.com' })]),
  serviceCase('endpoint', [serviceOf(plainService), sliceOf('{own}', '{number:good}')]),
  serviceCase('endpoint-path', [serviceOf({ ports: [{ port: 9 }] }), sliceOf('{own}', '{number:good}')], {
    path: '/p/q',
    port: 9,
  }),
  serviceCase('endpoints', [serviceOf(plainService), endpointsOf('{own}', '{number:good}')]),
  serviceCase('endpoints-other', [
    serviceOf({
      ports: [
        { name: 'a', port: 443 },
        { name: 'b', port: 444 },
      ],
    }),
    endpointsOf('{own}', '{number:good}', 'b'),
  ]),
  serviceCase('not-ready', [
    serviceOf(plainService),
    sliceOf('{own}', '{number:good}', { conditions: { ready: false } }),
  ]),
  serviceCase('other-port-name', [
    serviceOf({
      ports: [
        { name: 'a', port: 443 },
        { name: 'b', port: 444 },
      ],
    }),
    sliceOf('{own}', '{number:good}', {}, 'b'),
  ]),
  serviceCase('wrong-names', [serviceOf(plainService), sliceOf('{own}', '{number:names}')]),
  serviceCase('gone', [serviceOf(plainService), sliceOf('{own}', '{number:gone}')]),
  serviceCase('plain', [serviceOf(plainService), sliceOf('{own}', '{number:plain}')]),
]

const every = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*/*'] }]
const hooked: CaseHook = { rules: every, namespaceSelector: {}, failurePolicy: 'Ignore' }
const both = (hook: CaseHook): Pick<HookCase, 'mutating' | 'validating'> => ({
  mutating: { m: [hook] },
  validating: { v: [hook] },
})

const web = '/apis/apps/v1/namespaces/webhooks/deployments'
const pods = '/api/v1/namespaces/webhooks/pods'
const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'c', image: 'i' }] } }
const deployment = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name: 'w' },
  spec: { selector: { matchLabels: { a: 'b' } }, template },
}
const pod = {
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'p', labels: { a: 'b' } },
  spec: {
    containers: [{ name: 'c', image: 'i' }],
    serviceAccountName: 'default',
    automountServiceAccountToken: false,
  },
}
const account: CaseStep = quiet({
  method: 'POST',
  path: '/api/v1/namespaces/webhooks/serviceaccounts',
  body: { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } },
})
const merge = 'application/merge-patch+json'
const apply = 'application/apply-patch+yaml'

/** Requests of every kind whose AdmissionReviews are recorded, by the name of their case. */
const requests: Readonly<Record<string, readonly CaseStep[]>> = {
  writes: [
    post('x'),
    { method: 'PUT', path: `${maps}/x`, body: map('x', { data: { a: '2' } }) },
    { method: 'PATCH', path: `${maps}/x`, type: merge, body: { data: { b: '3' } } },
    {
      method: 'PATCH',
      path: `${maps}/x?fieldManager=me&fieldValidation=Strict`,
      type: 'application/strategic-merge-patch+json',
      body: { data: { b: null } },
    },
    { method: 'PATCH', path: `${maps}/x`, type: 'application/json-patch+json', body: [add('/data/c', '4')] },
    { method: 'PATCH', path: `${maps}/applied?fieldManager=me`, type: apply, body: map('applied') },
    {
      method: 'PATCH',
      path: `${maps}/applied?fieldManager=me&force=true`,
      type: apply,
      body: map('applied', { data: { a: '9' } }),
    },
    { method: 'POST', path: `${maps}?dryRun=All&fieldManager=me`, body: map('dry') },
    { method: 'PUT', path: `${maps}/x?dryRun=All`, body: map('x', { data: { a: '7' } }) },
    { method: 'DELETE', path: `${maps}/applied?dryRun=All` },
    {
      method: 'DELETE',
      path: `${maps}/applied`,
      body: {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        propagationPolicy: 'Foreground',
        gracePeriodSeconds: 3,
      },
    },
    { method: 'POST', path: maps, body: map('z', { metadata: { name: 'z', labels: { l: '1' } } }) },
    { method: 'DELETE', path: `${maps}?labelSelector=l%3D1` },
    { method: 'DELETE', path: `${maps}/x` },
    { method: 'DELETE', path: `${maps}/x` },
  ],
  generated: [
    {
      method: 'POST',
      path: maps,
      body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'g-' }, data: {} },
    },
    drop(maps),
  ],
  refused: [
    { method: 'POST', path: maps, body: map('Not Valid') },
    { method: 'POST', path: maps, body: { apiVersion: 'v1', kind: 'Pod' } },
    {
      method: 'PUT',
      path: `${maps}/none`,
      body: map('none', { metadata: { name: 'none', resourceVersion: '5' } }),
    },
    { method: 'PATCH', path: `${maps}/none`, type: merge, body: {} },
    { method: 'GET', path: `${maps}/none` },
    { method: 'POST', path: '/api/v1/namespaces/nowhere/configmaps', body: map('x') },
  ],
  namespaces: [
    {
      method: 'POST',
      path: '/api/v1/namespaces',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'made', labels: { q: 'r' } } },
    },
    {
      method: 'PATCH',
      path: '/api/v1/namespaces/made',
      type: merge,
      body: { metadata: { labels: { q: 's' } } },
    },
    {
      method: 'PUT',
      path: '/api/v1/namespaces/made/finalize',
      body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'made' }, spec: { finalizers: [] } },
    },
    { method: 'DELETE', path: '/api/v1/namespaces/made' },
  ],
  subresources: [
    { method: 'POST', path: web, body: deployment },
    {
      method: 'PUT',
      path: `${web}/w/scale`,
      body: { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'w' }, spec: { replicas: 3 } },
    },
    { method: 'PATCH', path: `${web}/w/scale`, type: merge, body: { spec: { replicas: 2 } } },
    { method: 'PATCH', path: `${web}/w/status`, type: merge, body: { status: { observedGeneration: 1 } } },
    { method: 'DELETE', path: `${web}/w` },
  ],
  pods: [
    account,
    { method: 'POST', path: pods, body: pod },
    { method: 'PATCH', path: `${pods}/p/status`, type: merge, body: { status: { phase: 'Running' } } },
    {
      method: 'PATCH',
      path: `${pods}/p/ephemeralcontainers`,
      type: 'application/strategic-merge-patch+json',
      body: { spec: { ephemeralContainers: [{ name: 'e', image: 'i' }] } },
    },
    {
      method: 'POST',
      path: `${pods}/p/eviction`,
      body: { apiVersion: 'policy/v1', kind: 'Eviction', metadata: { name: 'p' } },
    },
    drop(`${pods}/p?gracePeriodSeconds=0`),
    { method: 'POST', path: pods, body: { ...pod, metadata: { name: 'q' } } },
    {
      method: 'POST',
      path: `${pods}/q/binding`,
      body: {
        apiVersion: 'v1',
        kind: 'Binding',
        metadata: { name: 'q' },
        target: { kind: 'Node', name: 'n' },
      },
    },
    drop(`${pods}/q?gracePeriodSeconds=0`),
  ],
  connects: [
    account,
    quiet({ method: 'POST', path: pods, body: pod }),
    quiet({
      method: 'POST',
      path: '/api/v1/nodes',
      body: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'n' } },
    }),
    { method: 'POST', path: `${pods}/p/exec?command=ls&command=-l&container=c&stdout=true` },
    { method: 'GET', path: `${pods}/p/attach?stdin=true` },
    { method: 'POST', path: `${pods}/p/portforward` },
    drop(`${pods}/p?gracePeriodSeconds=0`),
    drop('/api/v1/nodes/n'),
  ],
  reviews: [
    {
      method: 'POST',
      path: '/apis/authorization.k8s.io/v1/selfsubjectaccessreviews',
      body: {
        apiVersion: 'authorization.k8s.io/v1',
        kind: 'SelfSubjectAccessReview',
        spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
      },
    },
    {
      method: 'POST',
      path: '/apis/authentication.k8s.io/v1/tokenreviews',
      body: { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenReview', spec: { token: 'nobodys' } },
    },
    account,
    {
      method: 'POST',
      path: '/api/v1/namespaces/webhooks/serviceaccounts/default/token',
      body: {
        apiVersion: 'authentication.k8s.io/v1',
        kind: 'TokenRequest',
        spec: { expirationSeconds: 3600 },
      },
    },
  ],
  cluster: [
    {
      method: 'POST',
      path: '/apis/rbac.authorization.k8s.io/v1/clusterroles',
      body: {
        apiVersion: 'rbac.authorization.k8s.io/v1',
        kind: 'ClusterRole',
        metadata: { name: 'hooked' },
        rules: [],
      },
    },
    { method: 'DELETE', path: '/apis/rbac.authorization.k8s.io/v1/clusterroles/hooked' },
    {
      method: 'POST',
      path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations',
      body: {
        apiVersion: 'admissionregistration.k8s.io/v1',
        kind: 'ValidatingWebhookConfiguration',
        metadata: { name: 'exempt' },
        webhooks: [],
      },
    },
    {
      method: 'DELETE',
      path: '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/exempt',
    },
  ],
  user: [
    {
      method: 'POST',
      path: '/apis/coordination.k8s.io/v1/namespaces/webhooks/leases',
      body: {
        apiVersion: 'coordination.k8s.io/v1',
        kind: 'Lease',
        metadata: { name: 'l' },
        spec: { leaseDurationSeconds: 3, renewTime: '2026-01-01T00:00:00.5Z' },
      },
    },
    { method: 'DELETE', path: '/apis/coordination.k8s.io/v1/namespaces/webhooks/leases/l' },
    {
      method: 'POST',
      path: '/apis/events.k8s.io/v1/namespaces/webhooks/events',
      body: {
        apiVersion: 'events.k8s.io/v1',
        kind: 'Event',
        metadata: { name: 'e' },
        eventTime: '2026-01-01T00:00:00.000000Z',
        reportingController: 'c.io/c',
        reportingInstance: 'i',
        action: 'a',
        reason: 'r',
        type: 'Normal',
        regarding: { kind: 'Pod', name: 'p', namespace: 'webhooks' },
      },
    },
    { method: 'DELETE', path: '/api/v1/namespaces/webhooks/events/e' },
  ],
}

const requestCases: HookCase[] = Object.entries(requests).map(([name, steps]) => ({
  name: `requests/${name}`,
  behaviours: { allow: ok },
  ...both(hooked),
  steps,
}))

const rule = (more: object): object => ({
  operations: ['CREATE'],
  apiGroups: [''],
  apiVersions: ['v1'],
  resources: ['configmaps'],
  ...more,
})
const ruleVariants: Readonly<Record<string, object[]>> = {
  'other-operation': [rule({ operations: ['UPDATE'] })],
  'two-operations': [rule({ operations: ['UPDATE', 'CREATE'] })],
  'other-group': [rule({ apiGroups: ['apps'] })],
  'any-group': [rule({ apiGroups: ['*'] })],
  'other-version': [rule({ apiVersions: ['v2'] })],
  'any-version': [rule({ apiVersions: ['*'] })],
  'all-resources': [rule({ resources: ['*'] })],
  'all-subresources': [rule({ resources: ['*/status'] })],
  'own-subresources': [rule({ resources: ['configmaps/*'] })],
  'scope-cluster': [rule({ scope: 'Cluster', resources: ['*'] })],
  'scope-namespaced': [rule({ scope: 'Namespaced', resources: ['*'] })],
  'second-rule': [rule({ resources: ['pods'] }), rule({})],
  none: [],
}
const ruleSteps: CaseStep[] = [
  post('x'),
  drop(`${maps}/x`),
  {
    method: 'POST',
    path: '/api/v1/namespaces',
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'ruled-ns', labels: { hooked: 'yes' } } },
  },
  drop('/api/v1/namespaces/ruled-ns'),
  {
    method: 'POST',
    path: '/apis/scheduling.k8s.io/v1/priorityclasses',
    body: {
      apiVersion: 'scheduling.k8s.io/v1',
      kind: 'PriorityClass',
      metadata: { name: 'ruled-ns' },
      value: 1,
    },
  },
  drop('/apis/scheduling.k8s.io/v1/priorityclasses/ruled-ns'),
]
const ruleCases: HookCase[] = Object.entries(ruleVariants).map(([name, rules]) => ({
  name: `rules/${name}`,
  behaviours: { allow: ok },
  validating: { v: [{ rules }] },
  steps: ruleSteps,
}))

const scaler = (apiVersion: string, spec: object): object => ({
  apiVersion,
  kind: 'HorizontalPodAutoscaler',
  metadata: { name: 'h' },
  spec: { scaleTargetRef: { kind: 'Deployment', name: 'd', apiVersion: 'apps/v1' }, maxReplicas: 3, ...spec },
})
const scalers = (version: string): string =>
  `/apis/autoscaling/${version}/namespaces/webhooks/horizontalpodautoscalers`
const scalerRule = (version: string, resources = ['horizontalpodautoscalers']): object[] => [
  { operations: ['*'], apiGroups: ['autoscaling'], apiVersions: [version], resources },
]
const equivalentCases: HookCase[] = (['Exact', 'Equivalent'] as const).flatMap((matchPolicy) =>
  (['v1', 'v2'] as const).map((version) => ({
    name: `equivalent/${matchPolicy}-${version}`,
    behaviours: {
      mark: patching(add('/metadata/labels', { marked: 'yes' })),
      bounds: patching(add('/spec/minReplicas', 2)),
      allow: ok,
    },
    mutating: {
      m: [
        { at: 'mark', matchPolicy, rules: scalerRule(version) },
        { at: 'bounds', matchPolicy, rules: scalerRule(version === 'v1' ? 'v2' : 'v1') },
      ],
    },
    validating: { v: [{ at: 'allow', matchPolicy, rules: scalerRule(version, ['*/*']) }] },
    steps: [
      {
        method: 'POST',
        path: scalers('v1'),
        body: scaler('autoscaling/v1', { targetCPUUtilizationPercentage: 50 }),
      },
      { method: 'PATCH', path: `${scalers('v2')}/h`, type: merge, body: { spec: { maxReplicas: 5 } } },
      {
        method: 'PATCH',
        path: `${scalers('v2')}/h/status`,
        type: merge,
        body: { status: { currentReplicas: 1 } },
      },
      { method: 'DELETE', path: `${scalers('v1')}/h` },
    ],
  })),
)
const eventRule = (apiGroups: string[]): object[] => [
  { operations: ['CREATE'], apiGroups, apiVersions: ['v1'], resources: ['events'] },
]
const eventCases: HookCase[] = [['events.k8s.io'], ['']].map((groups, i) => ({
  name: `equivalent/events-${i}`,
  behaviours: { allow: ok },
  validating: { v: [{ rules: eventRule(groups) }] },
  steps: [
    requests['user']![2]!,
    drop('/api/v1/namespaces/webhooks/events/e'),
    {
      method: 'POST',
      path: '/api/v1/namespaces/webhooks/events',
      body: {
        apiVersion: 'v1',
        kind: 'Event',
        metadata: { name: 'e' },
        involvedObject: { namespace: 'webhooks', kind: 'Pod', name: 'p' },
        reason: 'r',
        source: { component: 'c' },
      },
    },
    drop('/api/v1/namespaces/webhooks/events/e'),
  ],
}))

const selectorVariants: Readonly<Record<string, CaseHook>> = {
  'object-matches': { objectSelector: { matchLabels: { l: '1' } } },
  'object-expression': {
    objectSelector: { matchExpressions: [{ key: 'l', operator: 'NotIn', values: ['2'] }] },
  },
  'object-exists': { objectSelector: { matchExpressions: [{ key: 'l', operator: 'Exists' }] } },
  'namespace-other': { namespaceSelector: { matchLabels: { hooked: 'no' } } },
  'namespace-not': { namespaceSelector: { matchExpressions: [{ key: 'hooked', operator: 'DoesNotExist' }] } },
  'namespace-name': {
    namespaceSelector: {
      matchExpressions: [{ key: 'kubernetes.io/metadata.name', operator: 'In', values: ['webhooks'] }],
    },
  },
}
const labelled = (name: string, l: string): object => map(name, { metadata: { name, labels: { l } } })
const selectorCases: HookCase[] = Object.entries(selectorVariants).map(([name, hook]) => ({
  name: `selectors/${name}`,
  behaviours: { allow: ok },
  validating: { v: [hook] },
  steps: [
    post('x'),
    { method: 'PUT', path: `${maps}/x`, body: labelled('x', '1') },
    { method: 'PUT', path: `${maps}/x`, body: labelled('x', '2') },
    { method: 'PUT', path: `${maps}/x`, body: map('x') },
    drop(`${maps}/x`),
    { method: 'POST', path: maps, body: labelled('y', '1') },
    { method: 'DELETE', path: `${maps}/y` },
    { method: 'POST', path: '/api/v1/namespaces/nowhere/configmaps', body: map('x') },
  ],
}))

const conditions: Readonly<Record<string, string[]>> = {
  true: ['true'],
  false: ['false'],
  name: ["object.metadata.name == 'x'"],
  old: ["oldObject == null || oldObject.data.a == '1'"],
  user: ["request.userInfo.username == 'admin' && 'system:masters' in request.userInfo.groups"],
  operation: ["request.operation == 'UPDATE'"],
  request: [
    "request.resource.resource == 'configmaps' && request.kind.kind == 'ConfigMap' && request.namespace == 'webhooks' && request.name == 'x' && !request.dryRun",
  ],
  error: ["object.data.missing == '1'"],
  'error-false': ["object.data.missing == '1'", 'false'],
  'two-errors': ["object.data.missing == '1'", 'object.nothing.at.all == 1', 'true'],
  'true-false': ['true', 'false'],
  authorizer: ["authorizer.group('').resource('pods').namespace('webhooks').check('get').allowed()"],
  'authorizer-request': ['authorizer.requestResource.check("create").allowed()'],
  options: ["has(request.options.fieldManager) && request.options.fieldManager == 'me'"],
  'no-namespace-object': ['request.requestKind.version == "v1"'],
  expensive: [
    '[1,2,3,4,5,6,7,8,9,10].all(a, [1,2,3,4,5,6,7,8,9,10].all(b, [1,2,3,4,5,6,7,8,9,10].all(c, [1,2,3,4,5,6,7,8,9,10].all(d, [1,2,3,4,5,6,7,8,9,10].all(e, [1,2,3,4,5,6,7,8,9,10].all(f, a+b+c+d+e+f > 0))))))',
  ],
}
const conditionCases: HookCase[] = Object.entries(conditions).flatMap(([name, expressions]) =>
  (['Fail', 'Ignore'] as const).map((failurePolicy) => ({
    name: `conditions/${name}-${failurePolicy}`,
    behaviours: { mark: patching(add('/data/m', 'm')), allow: ok },
    [failurePolicy === 'Fail' ? 'validating' : 'mutating']: {
      c: [
        {
          at: failurePolicy === 'Fail' ? 'allow' : 'mark',
          failurePolicy,
          matchConditions: expressions.map((expression, i) => ({ name: `c${i}`, expression })),
        },
      ],
    },
    steps: [
      post('x'),
      { method: 'PUT', path: `${maps}/x?fieldManager=me`, body: map('x', { data: { a: '2' } }) },
      { method: 'DELETE', path: `${maps}/x` },
    ],
    since: 28,
  })),
)

const mark = (name: string): Behaviour => patching(add(`/data/${name}`, name))
const marks = {
  one: mark('one'),
  two: mark('two'),
  three: mark('three'),
  allow: ok,
  same: patching(add('/data/a', '1')),
  deny: answers['deny-both']!,
}
const orderCases: HookCase[] = [
  {
    name: 'order/names',
    behaviours: marks,
    mutating: { b: [{ at: 'one' }, { at: 'two' }], a: [{ at: 'three' }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/deny-last',
    behaviours: marks,
    mutating: { a: [{ at: 'one' }], b: [{ at: 'deny' }], c: [{ at: 'two' }] },
    steps: [post('x')],
  },
  {
    name: 'order/deny-validating',
    behaviours: marks,
    mutating: { a: [{ at: 'one' }] },
    validating: { b: [{ at: 'deny' }] },
    steps: [post('x')],
  },
  {
    name: 'order/reinvoked',
    behaviours: marks,
    mutating: { a: [{ at: 'one', reinvocationPolicy: 'IfNeeded' }], b: [{ at: 'two' }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/reinvoked-all',
    behaviours: marks,
    mutating: {
      a: [
        { at: 'one', reinvocationPolicy: 'IfNeeded' },
        { at: 'two', reinvocationPolicy: 'IfNeeded' },
        { at: 'three', reinvocationPolicy: 'IfNeeded' },
      ],
    },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/reinvoked-not',
    behaviours: marks,
    mutating: { a: [{ at: 'one', reinvocationPolicy: 'IfNeeded' }], b: [{ at: 'same' }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/never',
    behaviours: marks,
    mutating: { a: [{ at: 'one' }], b: [{ at: 'two' }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/label-late',
    behaviours: { ...marks, label: patching(add('/metadata/labels', { late: 'yes' })) },
    mutating: {
      a: [{ at: 'one', reinvocationPolicy: 'IfNeeded', objectSelector: { matchLabels: { late: 'yes' } } }],
      b: [{ at: 'label' }],
      c: [{ at: 'two', objectSelector: { matchLabels: { late: 'yes' } } }],
    },
    steps: [post('x'), drop(`${maps}/x`)],
  },
  {
    name: 'order/update',
    behaviours: marks,
    mutating: { a: [{ at: 'one' }] },
    steps: [
      quiet(post('x')),
      { method: 'PATCH', path: `${maps}/x`, type: merge, body: { data: { one: null, q: 'r' } } },
      {
        method: 'PATCH',
        path: `${maps}/x?fieldManager=f`,
        type: apply,
        body: map('x', { data: { s: 't' } }),
      },
      { method: 'DELETE', path: `${maps}/x` },
    ],
  },
  {
    name: 'order/pod-defaults',
    behaviours: { inject: patching(add('/spec/containers/-', { name: 'side', image: 'j' })), allow: ok },
    mutating: {
      a: [
        {
          at: 'inject',
          rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }],
        },
      ],
    },
    validating: {
      v: [{ rules: [{ operations: ['CREATE'], apiGroups: [''], apiVersions: ['v1'], resources: ['pods'] }] }],
    },
    steps: [account, { method: 'POST', path: pods, body: pod }, drop(`${pods}/p?gracePeriodSeconds=0`)],
  },
  {
    name: 'order/dry-run',
    behaviours: marks,
    mutating: { a: [{ at: 'one', sideEffects: 'NoneOnDryRun' }] },
    steps: [{ method: 'POST', path: `${maps}?dryRun=All`, body: map('x') }],
  },
  {
    name: 'order/delete-patched',
    behaviours: marks,
    mutating: {
      a: [
        {
          at: 'one',
          rules: [
            { operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
        },
      ],
    },
    steps: [post('x'), { method: 'DELETE', path: `${maps}/x` }, { method: 'DELETE', path: maps }],
  },
  {
    name: 'order/delete-denied',
    behaviours: marks,
    validating: {
      a: [
        {
          at: 'deny',
          rules: [
            { operations: ['DELETE'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] },
          ],
        },
      ],
    },
    steps: [post('x'), { method: 'DELETE', path: `${maps}/x` }, { method: 'DELETE', path: maps }],
  },
  {
    name: 'order/timeouts',
    behaviours: { ...marks, hang: { hangs: 'head' } },
    mutating: { a: [{ at: 'hang', timeoutSeconds: 1, failurePolicy: 'Ignore' }, { at: 'one' }] },
    steps: [post('x'), drop(`${maps}/x`)],
  },
]

const brief = (cases: readonly HookCase[]): HookCase[] => cases.map((one) => ({ ...one, brief: true }))

/** All cases. The namespace `webhooks` and a webhook server are all that they share. */
export const hookCases: readonly HookCase[] = [
  ...brief([...answerCases, ...betaCases.slice(2), ...networkCases, ...serviceCases, ...ruleCases]),
  ...betaCases.slice(0, 2),
  ...requestCases,
  ...equivalentCases,
  ...eventCases,
  ...brief([...selectorCases, ...conditionCases]),
  ...orderCases,
]
