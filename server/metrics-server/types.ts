// Upstream: staging/src/k8s.io/metrics/pkg/apis/metrics/v1beta1/{types.go,generated.proto}

import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { type MoreTypes, Scheme } from '../../apimachinery/scheme/scheme.ts'
import type { SchemaFacts } from '../../component-base/release-facts.ts'

/** The group of usage, and its one version. */
export const metricsGroup = { group: 'metrics.k8s.io', version: 'v1beta1' } as const

const pkg = 'io.k8s.metrics.pkg.apis.metrics.v1beta1'
const meta = '~apimachinery.pkg.apis.meta.v1'
const machinery = 'io.k8s.apimachinery.pkg'

const types: GoTypes = {
  [pkg]: {
    ...metricsGroup,
    name: 'v1beta1',
    kinds: ['NodeMetrics', 'NodeMetricsList', 'PodMetrics', 'PodMetricsList'],
    types: {
      ...pairOf('NodeMetrics', ['usage Usage ~api.core.v1.ResourceList']),
      ...pairOf('PodMetrics', ['containers Containers []ContainerMetrics']),
      ContainerMetrics: ['name Name string', 'usage Usage ~api.core.v1.ResourceList'],
    },
  },
}

/** A kind of usage at a time, and its list. */
function pairOf(kind: string, own: readonly string[]): Record<string, readonly string[]> {
  const typeMeta = ` TypeMeta ${meta}.TypeMeta i`
  return {
    [kind]: [
      typeMeta,
      `metadata ObjectMeta ${meta}.ObjectMeta o`,
      `timestamp Timestamp ${meta}.Time`,
      `window Window ${meta}.Duration`,
      ...own,
    ],
    [`${kind}List`]: [typeMeta, `metadata ListMeta ${meta}.ListMeta o`, `items Items []${kind}`],
  }
}

const reference = (name: string): SchemaFacts => ({ $ref: name })
const text: SchemaFacts = { type: 'string' }
const usage: SchemaFacts = {
  type: 'object',
  additionalProperties: reference(`${machinery}.api.resource.Quantity`),
}

/** The schemas of a kind of usage and its list. @param own the property that tells the usage */
function schemasOf(kind: string, own: string, facts: SchemaFacts): Record<string, SchemaFacts> {
  const described = (
    properties: Record<string, SchemaFacts>,
    required: string[],
    of: string,
  ): SchemaFacts => ({
    type: 'object',
    required,
    properties: { apiVersion: text, kind: text, ...properties },
    'x-kubernetes-group-version-kind': [{ ...metricsGroup, kind: of }],
  })
  return {
    [`${pkg}.${kind}`]: described(
      {
        metadata: reference(`${machinery}.apis.meta.v1.ObjectMeta`),
        timestamp: reference(`${machinery}.apis.meta.v1.Time`),
        window: reference(`${machinery}.apis.meta.v1.Duration`),
        [own]: facts,
      },
      ['timestamp', 'window', own],
      kind,
    ),
    [`${pkg}.${kind}List`]: described(
      {
        metadata: reference(`${machinery}.apis.meta.v1.ListMeta`),
        items: { type: 'array', items: reference(`${pkg}.${kind}`) },
      },
      ['items'],
      `${kind}List`,
    ),
  }
}

const schemas: Record<string, SchemaFacts> = {
  [`${machinery}.apis.meta.v1.Duration`]: text,
  ...schemasOf('NodeMetrics', 'usage', usage),
  ...schemasOf('PodMetrics', 'containers', { type: 'array', items: reference(`${pkg}.ContainerMetrics`) }),
  [`${pkg}.ContainerMetrics`]: {
    type: 'object',
    required: ['name', 'usage'],
    properties: { name: { ...text, default: '' }, usage },
  },
}

const message = (name: string): string => `k8s.io.metrics.pkg.apis.metrics.v1beta1.${name}`
const common = 'k8s.io.apimachinery.pkg.apis.meta.v1'
const amounts = { map: ['string', 'k8s.io.apimachinery.pkg.api.resource.Quantity'] as [string, string] }
const measured: MoreTypes['protobuf'][string] = {
  metadata: [1, `${common}.ObjectMeta`],
  timestamp: [2, `${common}.Time`],
  window: [3, `${common}.Duration`],
}
const listOf = (kind: string): MoreTypes['protobuf'][string] => ({
  metadata: [1, `${common}.ListMeta`],
  items: [2, message(kind), 'repeated'],
})

const protobuf: MoreTypes['protobuf'] = {
  [message('NodeMetrics')]: { ...measured, usage: [4, amounts] },
  [message('NodeMetricsList')]: listOf('NodeMetrics'),
  [message('PodMetrics')]: { ...measured, containers: [4, message('ContainerMetrics'), 'repeated'] },
  [message('PodMetricsList')]: listOf('PodMetrics'),
  [message('ContainerMetrics')]: { name: [1, 'string'], usage: [2, amounts] },
}

/** The kinds of a release, and those of metrics.k8s.io. @param facts the minor release, as `1.36` */
export const metricsScheme = (facts: string): Scheme => new Scheme(facts, { types, schemas, protobuf })
