// The smallest object of a kind that is what a sentence tells of.

import type { ObjectMeta } from '../../apimachinery/json.ts'
import type { With } from '../../apimachinery/with.ts'
import type { Told, ToldField } from './told.ts'

/** An object that is made from prose. */
export interface ToldObject {
  apiVersion: string
  kind: string
  metadata: With<ObjectMeta, 'name'>
  spec?: Record<string, unknown>
  [field: string]: unknown
}

/** Where objects of a kind have a field; `*`: each element of a list. */
export type FieldPaths = (kind: string, name: string) => readonly (readonly string[])[]

interface Made {
  apiVersion: string
  kind: string
  /** Whether it says how many pods it has. */
  counts?: true
  rest(name: string, told: Told, at: number): Record<string, unknown>
}

const image = (told: Told, at: number): string =>
  told.image ??
  (told.images === 'same' && told.imageSize === undefined
    ? 'registry.k8s.io/pause:3.10'
    : `registry.k8s.io/test-${told.images === 'same' ? 1 : at + 1}:${told.imageSize ?? '1.0'}`)

function podSpec(told: Told, at: number): Record<string, unknown> {
  const containers = Array.from({ length: told.containers }, (_, index) => ({
    name: told.containers === 1 ? 'main' : `main-${index + 1}`,
    image: image(told, at + index),
  }))
  const schedulingGates = Array.from({ length: told.gates }, (_, index) => ({
    name: `example.com/gate-${index + 1}`,
  }))
  return { containers, ...(told.gates === 0 ? {} : { schedulingGates }) }
}

/** Labels and annotations that are told of are those of the pods. */
function template(name: string, told: Told, at: number): Record<string, unknown> {
  const labels = { app: name, ...told.labels }
  const annotations = Object.keys(told.annotations).length === 0 ? {} : { annotations: told.annotations }
  return {
    selector: { matchLabels: labels },
    template: { metadata: { labels, ...annotations }, spec: podSpec(told, at) },
  }
}
const replicated = (name: string, told: Told, at: number): Record<string, unknown> => ({
  replicas: told.replicas ?? 1,
  ...template(name, told, at),
})

/** Programs in containers are not run: the pods of a Job are there until something ends them. */
function job(_name: string, told: Told, at: number): Record<string, unknown> {
  const { replicas } = told
  const pods = replicas === undefined ? {} : { completions: replicas, parallelism: replicas }
  const own = Object.keys(told.labels).length === 0 ? {} : { metadata: { labels: told.labels } }
  const indexed = told.fields.some(({ value }) => value === 'Indexed')
  return {
    ...(indexed && replicas === undefined ? { completions: 2, parallelism: 2 } : pods),
    template: { ...own, spec: { restartPolicy: 'Never', ...podSpec(told, at) } },
  }
}

const kinds: Readonly<Record<string, Made>> = {
  pod: { apiVersion: 'v1', kind: 'Pod', rest: (_name, told, at) => ({ spec: podSpec(told, at) }) },
  deployment: of('apps/v1', 'Deployment', replicated, true),
  replicaset: of('apps/v1', 'ReplicaSet', replicated, true),
  statefulset: of(
    'apps/v1',
    'StatefulSet',
    (name, told, at) => ({ serviceName: name, ...replicated(name, told, at) }),
    true,
  ),
  daemonset: of('apps/v1', 'DaemonSet', template),
  job: of('batch/v1', 'Job', job, true),
  service: of('v1', 'Service', (name) => ({ selector: { app: name }, ports: [{ port: 80 }] })),
  persistentvolumeclaim: of('v1', 'PersistentVolumeClaim', () => ({
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: '1Gi' } },
  })),
  configmap: { apiVersion: 'v1', kind: 'ConfigMap', rest: () => ({ data: { key: 'value' } }) },
}

function of(
  apiVersion: string,
  kind: string,
  spec: (name: string, told: Told, at: number) => Record<string, unknown>,
  counts?: true,
): Made {
  return {
    apiVersion,
    kind,
    ...(counts === undefined ? {} : { counts }),
    rest: (name, told, at) => ({ spec: spec(name, told, at) }),
  }
}

/** @param kind as kubectl calls it */
export const isComposable = (kind: string): boolean => Object.hasOwn(kinds, kind)

/**
 * The smallest object that is as told; undefined where the kind has no place for something that is told.
 * @param at how many like it there were before: those are to have other images where they are to differ
 */
export function composed(
  kind: string,
  name: string,
  told: Told,
  at: number,
  paths: FieldPaths | undefined,
): ToldObject | undefined {
  const made = kinds[kind]!
  const runsPods = /^(?:pod|deployment|replicaset|statefulset|daemonset|job)$/.test(kind)
  if (told.replicas !== undefined && made.counts !== true) return undefined
  if (!runsPods && (told.containers !== 1 || told.gates > 0 || told.image !== undefined)) return undefined
  const own = kind === 'pod' || !runsPods
  const object: ToldObject = {
    apiVersion: made.apiVersion,
    kind: made.kind,
    metadata: {
      name,
      ...(own && Object.keys(told.labels).length > 0 ? { labels: told.labels } : {}),
      ...(own && Object.keys(told.annotations).length > 0 ? { annotations: told.annotations } : {}),
    },
    ...made.rest(name, told, at),
  }
  return told.fields.every((field) => give(object, field, paths)) ? object : undefined
}

/** @returns whether the object has such a field */
function give(object: ToldObject, { field, value }: ToldField, paths: FieldPaths | undefined): boolean {
  const path = pathOf(object.kind, field, paths)
  return path !== undefined && path[0] !== 'status' && setAt(object, path, value)
}

/** The one path that is meant by a field's name, or by the end of its path; of a pod's containers, those that run. */
export function pathOf(
  kind: string,
  field: string,
  paths: FieldPaths | undefined,
): readonly string[] | undefined {
  const names = field.split('.')
  const all = paths?.(kind, names.at(-1)!) ?? []
  const ends = (path: readonly string[]): boolean => {
    const plain = path.filter((part) => part !== '*').join('.')
    return plain === field || plain.endsWith(`.${field}`)
  }
  const fit = all.filter(
    (path) => ends(path) && !path.some((part) => /^(?:init|ephemeral)Containers$/.test(part)),
  )
  const shortest = fit.filter(({ length }) => length === fit[0]!.length)
  return shortest.length === 1 ? shortest[0] : undefined
}

/** @returns whether there is such a place: elements of lists are not made */
function setAt(object: unknown, [first, ...rest]: readonly string[], value: unknown): boolean {
  if (first === '*')
    return Array.isArray(object) && object.length > 0 && object.every((one) => setAt(one, rest, value))
  const record = object as Record<string, unknown>
  if (rest.length === 0) record[first!] = value
  else if (record[first!] === undefined && rest[0] !== '*') record[first!] = {}
  return rest.length === 0 || setAt(record[first!], rest, value)
}
