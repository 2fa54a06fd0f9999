// What servers with the gate CBORServingAndStorage are asked, real ones (scripts/record-cbor.ts) and those here.
import { writes } from './bodies.ts'
import { custom } from './custom-bodies.ts'
import { others, reads } from './reads.ts'
import {
  type CborRequest,
  cbor,
  configMap,
  definition,
  get,
  hex,
  json,
  maps,
  widget,
  widgetKey,
  widgets,
} from './request-parts.ts'

/** Objects that later requests are about. */
export const setup: readonly CborRequest[] = [
  {
    name: 'namespace',
    method: 'POST',
    path: '/api/v1/namespaces',
    type: cbor,
    accept: cbor,
    body: hex({ apiVersion: 'v1', kind: 'Namespace', metadata: { name: 'cbor' } }),
  },
  {
    name: 'definition',
    method: 'POST',
    path: '/apis/apiextensions.k8s.io/v1/customresourcedefinitions',
    type: cbor,
    accept: cbor,
    body: hex(definition),
  },
]

/** All requests after those, in their order. */
export const requests: readonly CborRequest[] = [...writes, ...custom, ...reads, ...others]

/** A write that changes nothing but how the object is stored. */
const noChange = (when: string): CborRequest => ({
  name: `${when}: no change`,
  method: 'PATCH',
  path: `${widgets}/a`,
  type: 'application/merge-patch+json',
  accept: 'application/json',
  body: json({}),
  stored: widgetKey('a'),
})

/** Without the gate, over the same store: what was stored as CBOR is read, and written as JSON. */
export const afterwards: readonly CborRequest[] = [
  get('without the gate: CBOR', `${widgets}/a`, cbor),
  get('without the gate: JSON', `${widgets}/a`, 'application/json'),
  get('without the gate: all', widgets, 'application/json'),
  {
    name: 'without the gate: a body',
    method: 'POST',
    path: maps,
    type: cbor,
    accept: 'application/json',
    body: hex(configMap('x')),
  },
  {
    name: 'without the gate: an apply',
    method: 'PATCH',
    path: `${widgets}/z?fieldManager=m`,
    type: 'application/apply-patch+cbor',
    accept: 'application/json',
    body: hex(widget('z', {})),
  },
  noChange('without the gate'),
  {
    name: 'without the gate: a watch',
    method: 'GET',
    path: `${widgets}?watch=1&resourceVersion=0&timeoutSeconds=1`,
    accept: 'application/json',
    watch: true,
  },
]

/** With the gate again. */
export const again: readonly CborRequest[] = [
  get('with the gate again: JSON', `${widgets}/a`, 'application/json'),
  noChange('with the gate again'),
]
