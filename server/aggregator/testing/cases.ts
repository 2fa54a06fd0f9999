// Cases of extension servers: what their APIServices say, what reaches them, and where they are shown.
import type { Behaviour } from '../../admission/webhook/testing/hook-server.ts'
import type { CaseStep, HookCase } from '../../admission/webhook/testing/play.ts'

const apiServices = '/apis/apiregistration.k8s.io/v1/apiservices'
const services = '/api/v1/namespaces/webhooks/services'
const slices = '/apis/discovery.k8s.io/v1/namespaces/webhooks/endpointslices'

const quietly = (method: string, path: string, body?: unknown): CaseStep => ({
  method,
  path,
  body,
  quiet: true,
})

const service = (name: string, spec: object): CaseStep[] => [
  quietly('DELETE', `${services}/${name}`),
  quietly('POST', services, { apiVersion: 'v1', kind: 'Service', metadata: { name }, spec }),
]

const external = { type: 'ExternalName', externalName: 'localhost' }
const ports = [{ name: 'own', port: 443 }]

/** The steps that create an APIService, and first delete the APIService of an earlier run. */
function apiService(group: string, spec: object): CaseStep[] {
  const name = `v1.${group}`
  const body = {
    apiVersion: 'apiregistration.k8s.io/v1',
    kind: 'APIService',
    metadata: { name },
    spec: { group, version: 'v1', groupPriorityMinimum: 1000, versionPriority: 15, ...spec },
  }
  return [quietly('DELETE', `${apiServices}/${name}`), { ...quietly('POST', apiServices, body), until: 201 }]
}

const looked = (group: string, untilText = '"Available"'): CaseStep => ({
  method: 'GET',
  path: `${apiServices}/v1.${group}`,
  untilText,
})

interface Checked {
  readonly at: string
  readonly port?: string
  readonly spec?: object
  readonly reason: string
}

/** The Services of APIServices, and the reason of the condition Available that comes of each, by the name of the group. */
const checks: Readonly<Record<string, Checked>> = {
  missing: { at: 'nowhere', reason: 'ServiceNotFound' },
  port: { at: 'plain', port: '{number:good}', reason: 'ServicePortError' },
  endpoints: { at: 'plain', port: '443', reason: 'EndpointsNotFound' },
  unnamed: { at: 'other-port', port: '443', reason: 'MissingEndpoints' },
  gone: { at: 'hooks', port: '{number:gone}', reason: 'FailedDiscoveryCheck' },
  names: { at: 'hooks', port: '{number:names}', reason: 'FailedDiscoveryCheck' },
  error: { at: 'hooks', reason: 'FailedDiscoveryCheck' },
  lost: { at: 'hooks', reason: 'FailedDiscoveryCheck' },
  insecure: { at: 'hooks', port: '{number:names}', spec: { insecureSkipTLSVerify: true }, reason: 'Passed' },
  good: { at: 'hooks', reason: 'Passed' },
}

const reference = (name: string, port = '{number:good}'): object => ({
  service: { namespace: 'webhooks', name, port: port === '443' ? 443 : port },
})

function conditions(): CaseStep[] {
  const slice = {
    apiVersion: 'discovery.k8s.io/v1',
    kind: 'EndpointSlice',
    metadata: { name: 'other-port', labels: { 'kubernetes.io/service-name': 'other-port' } },
    addressType: 'IPv4',
    ports: [{ name: 'other', port: 1 }],
    endpoints: [{ addresses: ['10.1.2.3'] }],
  }
  const legacy = {
    apiVersion: 'v1',
    kind: 'Endpoints',
    metadata: { name: 'other-port' },
    subsets: [{ addresses: [{ ip: '10.1.2.3' }], ports: [{ name: 'other', port: 1 }] }],
  }
  return [
    ...service('hooks', external),
    ...service('plain', { ports }),
    ...service('other-port', { ports }),
    quietly('POST', slices, slice),
    quietly('POST', '/api/v1/namespaces/webhooks/endpoints', legacy),
    ...Object.entries(checks).flatMap(([name, { at, port, spec, reason }]): CaseStep[] => {
      const group = `${name}.aggregated.example.com`
      return [
        ...apiService(group, { ...reference(at, port), ...(spec ?? { caBundle: '{ca}' }) }),
        looked(group, `"reason":"${name === 'names' ? '' : `${reason}"`}`),
        { method: 'GET', path: `/apis/${group}/v1/things` },
        quietly('DELETE', `${apiServices}/v1.${group}`),
      ]
    }),
  ]
}

const proxied = 'proxied.example.com'
const base = `/apis/${proxied}/v1`

const resources: Behaviour = {
  body: JSON.stringify({
    kind: 'APIResourceList',
    apiVersion: 'v1',
    groupVersion: `${proxied}/v1`,
    resources: [
      {
        name: 'things',
        singularName: 'thing',
        namespaced: true,
        kind: 'Thing',
        verbs: ['get', 'list'],
        shortNames: ['th'],
      },
      { name: 'things/status', singularName: '', namespaced: true, kind: 'Thing', verbs: ['get'] },
    ],
  }),
}

const things = `${base}/namespaces/webhooks/things`
const behaviourOf = (path: string): string => path.slice(1)

function proxying(): CaseStep[] {
  const jane = {
    'impersonate-user': 'jane',
    'impersonate-group': 'system:masters',
    'impersonate-extra-scopes%2fa': 'b',
  }
  const aggregated = 'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList'
  return [
    ...service('hooks', external),
    ...apiService(proxied, { ...reference('hooks'), caBundle: '{ca}' }),
    { ...looked(proxied, '"Passed"'), settle: 1500 },
    { method: 'GET', path: base },
    {
      method: 'GET',
      path: things,
      headers: { accept: 'application/yaml, */*', 'x-forwarded-for': '1.2.3.4' },
    },
    { method: 'GET', path: `${things}?watch=1&b=2&a=x%20y` },
    { method: 'POST', path: things, body: { kind: 'Thing' } },
    { method: 'PATCH', path: `${things}/one`, body: { spec: 1 }, type: 'application/merge-patch+json' },
    { method: 'DELETE', path: `${things}/one` },
    { method: 'GET', path: things, headers: jane },
    { method: 'GET', path: things, headers: { 'x-remote-user': 'root', 'x-remote-group': 'system:masters' } },
    { method: 'GET', path: `${base}/refused` },
    { method: 'GET', path: `${base}/moved` },
    { method: 'GET', path: `${base}/cut` },
    { method: 'GET', path: `/apis/${proxied}`, untilText: proxied },
    { method: 'GET', path: '/apis', pick: proxied, untilText: proxied },
    { method: 'GET', path: '/apis', headers: { accept: aggregated }, pick: proxied, untilText: '"things"' },
    { method: 'GET', path: `/apis/${proxied}/v2/things` },
    quietly('DELETE', `${apiServices}/v1.${proxied}`),
    { method: 'GET', path: `${base}/things`, until: 404 },
  ]
}

const echo: Behaviour = { echoes: true }
const discovery: Behaviour = { body: '{"kind":"APIResourceList","apiVersion":"v1","resources":[]}' }

const answering = (...groups: string[]): Record<string, Behaviour> =>
  Object.fromEntries(
    groups.flatMap((group) => [
      [`apis/${group}.aggregated.example.com/v1`, discovery],
      [`apis/${group}.aggregated.example.com/v1/things`, echo],
    ]),
  )

/** The cases of extension servers, in the order in which they are played. */
export const aggregatorCases: readonly HookCase[] = [
  {
    name: 'conditions',
    brief: true,
    behaviours: {
      ...answering('good', 'insecure', 'names'),
      'apis/error.aggregated.example.com/v1': { status: 500, body: 'out of order' },
    },
    steps: conditions(),
  },
  {
    name: 'proxying',
    brief: true,
    behaviours: {
      [behaviourOf(base)]: resources,
      [behaviourOf(things)]: echo,
      [behaviourOf(`${things}/one`)]: echo,
      [behaviourOf(`${base}/refused`)]: { status: 418, body: 'no tea' },
      [behaviourOf(`${base}/moved`)]: { status: 302, body: '', headers: { location: '/elsewhere' } },
      [behaviourOf(`${base}/cut`)]: { ends: 'close' },
    },
    steps: proxying(),
  },
]
