import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

const admission = '/apis/admissionregistration.k8s.io/v1'
const configMaps = '/api/v1/namespaces/default/configmaps'
let server: TestServer

beforeAll(async () => {
  server = await startTestServer('1.36')
})
afterAll(() => server.close())

const rules = [{ apiGroups: [''], apiVersions: ['v1'], operations: ['CREATE'], resources: ['configmaps'] }]

async function write(resource: string, kind: string, name: string, spec: object): Promise<void> {
  const body = { apiVersion: 'admissionregistration.k8s.io/v1', kind, metadata: { name }, spec }
  expect((await server.send('POST', `${admission}/${resource}`, body)).status).toBe(201)
}

const configMap = (name: string, data: object = {}): Promise<{ status: number; body?: unknown }> =>
  server.send('POST', `${configMaps}?dryRun=All`, {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name, labels: { of: name } },
    data,
  })

it('obeys a policy from the write of its binding on, until that is deleted', async () => {
  const matchConstraints = { resourceRules: rules, objectSelector: { matchLabels: { of: 'refused' } } }
  await write('validatingadmissionpolicies', 'ValidatingAdmissionPolicy', 'none', {
    matchConstraints,
    validations: [{ expression: 'false' }],
  })
  expect((await configMap('refused')).status).toBe(201)
  const binding = { policyName: 'none', validationActions: ['Deny'] }
  await write('validatingadmissionpolicybindings', 'ValidatingAdmissionPolicyBinding', 'none', binding)
  expect((await configMap('refused')).status).toBe(422)
  expect((await configMap('other')).status).toBe(201)
  await server.send('DELETE', `${admission}/validatingadmissionpolicybindings/none`)
  expect((await configMap('refused')).status).toBe(201)
})

it('asks a policy again that wants it, once others changed the object', async () => {
  const policy = async (name: string, expression: string): Promise<void> => {
    await write('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', name, {
      matchConstraints: { resourceRules: rules, objectSelector: { matchLabels: { of: 'changed' } } },
      reinvocationPolicy: name === 'first' ? 'IfNeeded' : 'Never',
      mutations: [{ patchType: 'ApplyConfiguration', applyConfiguration: { expression } }],
    })
    const binding = { policyName: name }
    await write('mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', name, binding)
  }
  await policy('first', "Object{data: {'first': 'b' in object.data ? 'after' : 'before'}}")
  await policy('second', "Object{data: {'b': 'c'}}")
  expect((await configMap('changed', { a: '1' })).body).toMatchObject({
    data: { a: '1', b: 'c', first: 'after' },
  })
})

it.each([
  ['ApplyConfiguration', 'Object{immutable: optional.none()}', undefined],
  [
    'JSONPatch',
    "[JSONPatch{op: 'add', path: '/immutable', value: optional.none()}]",
    'JSONPath valueExpression evaluated to a type that could not marshal to JSON: optional.none() dereference',
  ],
  ['ApplyConfiguration', "Object{data: {1: 'x'}}", 'invalid return type: *dynamic.ObjectVal'],
])(
  'takes an empty optional within an object only, and no keys but text: %s of %s',
  async (patchType, expression, fault) => {
    const name = `odd-${patchType.toLowerCase()}-${expression.length}`
    await write('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', name, {
      matchConstraints: { resourceRules: rules, objectSelector: { matchLabels: { of: name } } },
      reinvocationPolicy: 'Never',
      mutations: [
        { patchType, [patchType === 'JSONPatch' ? 'jsonPatch' : 'applyConfiguration']: { expression } },
      ],
    })
    await write('mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', name, {
      policyName: name,
    })
    const { status, body } = await configMap(name)
    const { message } = body as { message?: string }
    expect([status, message?.split('denied request: ')[1]]).toEqual([fault === undefined ? 201 : 403, fault])
  },
)

it('refuses operations of a patch whose fields are of another type', async () => {
  await write('mutatingadmissionpolicies', 'MutatingAdmissionPolicy', 'typed', {
    matchConstraints: { resourceRules: rules, objectSelector: { matchLabels: { of: 'typed' } } },
    reinvocationPolicy: 'Never',
    mutations: [
      { patchType: 'JSONPatch', jsonPatch: { expression: "[JSONPatch{op: dyn(1), path: '/data/a'}]" } },
      { patchType: 'JSONPatch', jsonPatch: { expression: '[JSONPatch{nope: dyn(1)}]' } },
    ],
  })
  const binding = { policyName: 'typed' }
  await write('mutatingadmissionpolicybindings', 'MutatingAdmissionPolicyBinding', 'typed', binding)
  const { body } = await configMap('typed')
  const causes = (body as { details: { causes: { message: string }[] } }).details.causes
  expect(causes.map(({ message }) => message.split('resulted in error: ')[1])).toEqual([
    "unexpected type int64 for JSONPatchType 'op' field",
    'unexpected JSONPatchType field: nope',
  ])
})
