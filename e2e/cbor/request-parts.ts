// Parts of the requests: bytes and objects, as hexadecimal digits.
import { CborWriter, selfDescribed } from '../../apimachinery/scheme/cbor/writer.ts'

/** A request; `body`: its bytes, as hexadecimal digits. */
export interface CborRequest {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly accept?: string
  readonly type?: string
  readonly body?: string
  /** The answer has no end of its own: so many milliseconds of it are looked at. */
  readonly watch?: true
  /** The key in etcd whose bytes are looked at afterwards. */
  readonly stored?: string
}

/** The media type. */
export const cbor = 'application/cbor'

/** A body in CBOR, with its tag. */
export const hex = (value: object): string => {
  const out = new CborWriter()
  out.bytes(selfDescribed)
  out.any(value)
  return out.finish().toString('hex')
}
/** A body in JSON. */
export const json = (value: object): string => Buffer.from(JSON.stringify(value)).toString('hex')

/** A map of pairs that are there already as hexadecimal digits, with its tag. */
export const map = (...pairs: readonly string[]): string =>
  `d9d9f7${(0xa0 + pairs.length / 2).toString(16)}${pairs.join('')}`
/** A byte string. */
export const bytes = (text: string): string => part(2, Buffer.from(text))
/** A text string. */
export const text = (value: string): string => part(3, Buffer.from(value))
const part = (type: number, data: Buffer): string => {
  const out = new CborWriter()
  out.head(type, data.length)
  out.bytes(data)
  return out.finish().toString('hex')
}
const nested = (value: object): string => hex(value).slice(selfDescribed.length * 2)
/** The pair of an object's metadata. */
export const meta = (name: string): string[] => [bytes('metadata'), nested({ name })]

/** Where ConfigMaps are. */
export const maps = '/api/v1/namespaces/cbor/configmaps'
/** Where custom resources are. */
export const widgets = '/apis/example.com/v1/namespaces/cbor/widgets'
/** The key of a custom resource in etcd. */
export const widgetKey = (name: string): string => `/registry/example.com/widgets/cbor/${name}`

/** What custom resources are defined by. */
export const definition = {
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        subresources: {
          status: {},
          scale: { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' },
        },
        schema: {
          openAPIV3Schema: {
            type: 'object',
            properties: {
              spec: {
                type: 'object',
                properties: {
                  size: { type: 'integer', default: 3 },
                  ratio: { type: 'number', minimum: -0.5 },
                  port: { 'x-kubernetes-int-or-string': true },
                  tags: { type: 'array', items: { type: 'string' } },
                  free: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
                },
              },
              status: { type: 'object', properties: { size: { type: 'integer' } } },
            },
          },
        },
      },
    ],
  },
}

/** A custom resource. */
export const widget = (name: string, spec: object): object => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: { name },
  spec,
})
/** A ConfigMap. */
export const configMap = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name },
  ...more,
})

/** A POST of CBOR that is answered as CBOR. */
export const post = (
  name: string,
  path: string,
  body: string,
  more: Partial<CborRequest> = {},
): CborRequest => ({
  name,
  method: 'POST',
  path,
  type: cbor,
  accept: cbor,
  body,
  ...more,
})
/** A GET. */
export const get = (name: string, path: string, accept: string): CborRequest => ({
  name,
  method: 'GET',
  path,
  accept,
})
