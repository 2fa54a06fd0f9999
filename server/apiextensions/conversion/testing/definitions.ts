// Definitions with two versions whose objects a webhook converts, for cases that are played against servers.
import type { Behaviour } from '../../../admission/webhook/testing/hook-server.ts'
import type { CaseStep } from '../../../admission/webhook/testing/play.ts'

/** The behaviour of the webhook that converts, by its name in the URL; JSON patch operations change what it answers. */
export const converting = (...changes: object[]): { conv: Behaviour } => ({ conv: { converts: changes } })

/** The parts of a CustomResourceDefinition that cases vary. */
export interface DefinitionOptions {
  /** v1 or v2. */
  readonly storage?: string
  /** No webhook converts. */
  readonly none?: boolean
  readonly reviews?: readonly string[]
}

const crds = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions'

const text = { type: 'string' }
const count = { type: 'integer' }
const schemas: Readonly<Record<string, object>> = { v1: { hostPort: text }, v2: { host: text, port: text } }

/** A definition of `endpoints.GROUP`: v1 has `spec.hostPort`, v2 has `spec.host` and `spec.port`. */
export function definition(
  group: string,
  { storage = 'v1', none = false, reviews = ['v1'] }: DefinitionOptions,
): object {
  const versions = Object.entries(schemas).map(([name, own]) => ({
    name,
    served: true,
    storage: name === storage,
    schema: {
      openAPIV3Schema: {
        type: 'object',
        properties: {
          spec: {
            type: 'object',
            properties: { ...own, replicas: count, kept: { ...text, default: `by ${name}` } },
          },
          status: { type: 'object', properties: { replicas: count } },
        },
      },
    },
    subresources: {
      status: {},
      scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' },
    },
  }))
  const webhook = {
    clientConfig: { url: 'https://127.0.0.1:{port:good}/conv', caBundle: '{ca}' },
    conversionReviewVersions: reviews,
  }
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `endpoints.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural: 'endpoints', singular: 'endpoint', kind: 'Endpoint', listKind: 'EndpointList' },
      versions,
      conversion: none ? { strategy: 'None' } : { strategy: 'Webhook', webhook },
    },
  }
}

/** The path of the objects of {@link definition} in a version. */
export const path = (group: string, version: string, name = ''): string =>
  `/apis/${group}/${version}/namespaces/webhooks/endpoints${name === '' ? '' : `/${name}`}`

/** An object of {@link definition}. */
export const endpoint = (group: string, version: string, name: string, spec?: object): object => ({
  apiVersion: `${group}/${version}`,
  kind: 'Endpoint',
  metadata: { name },
  spec: spec ?? (version === 'v1' ? { hostPort: 'localhost:80' } : { host: 'there', port: '81' }),
})

/** Makes a definition and waits until both versions are served; those of a run before go first. */
export function defined(group: string, options: DefinitionOptions = {}): CaseStep[] {
  const own = `${crds}/endpoints.${group}`
  const served = ['v1', 'v2'].map((version) => ({
    method: 'GET',
    path: path(group, version),
    until: 200,
    quiet: true,
  }))
  return [
    { method: 'DELETE', path: own, quiet: true },
    { method: 'GET', path: own, until: 404, quiet: true },
    { method: 'POST', path: crds, body: definition(group, options), until: 201, quiet: true },
    ...served.map((one) => ({ ...one, settle: 1200 })),
  ]
}

/** Changes the version that objects are stored in. */
export const storedIn = (group: string, storage: string, none = false): CaseStep[] => [
  {
    method: 'PATCH',
    path: `${crds}/endpoints.${group}`,
    body: { spec: (definition(group, { storage, none }) as { spec: object }).spec },
    type: 'application/merge-patch+json',
    quiet: true,
    settle: 2500,
  },
]

/** Makes an object. */
export const made = (group: string, version: string, name: string, spec?: object): CaseStep => ({
  method: 'POST',
  path: path(group, version),
  body: endpoint(group, version, name, spec),
})

/** Reads an object. */
export const got = (group: string, version: string, name = ''): CaseStep => ({
  method: 'GET',
  path: path(group, version, name),
})
