// What a kustomization does to all its resources: names, namespaces, labels, annotations, images, replicas.
// Upstream: kustomize/api/internal/builtins, kustomize/api/filters
import { deepCopy, isObject, type JsonObject } from '../../apimachinery/json.ts'
import { KubectlError } from '../errors.ts'
import {
  annotationFields,
  changeField,
  concerns,
  type FieldSpec,
  labelField,
  namespaceFields,
  replicaKinds,
  selectorFields,
  templateLabelFields,
} from './field-specs.ts'
import type { Kustomization } from './kustomization.ts'
import { idOf, idsOf, type KustomizeResource, type Labels, originalId, rename } from './resource.ts'

/** Sets the namespace of namespaced resources and of references to it. @param clusterScoped kinds that have no namespace */
export function setNamespace(
  resources: readonly KustomizeResource[],
  namespace: string,
  clusterScoped: ReadonlySet<string>,
): void {
  for (const resource of resources) {
    const { kind } = idOf(resource)
    const before = resource.object
    const object = deepCopy(before)
    if (!clusterScoped.has(kind)) object['metadata'] = { ...(object['metadata'] as JsonObject), namespace }
    if (kind === 'RoleBinding' || kind === 'ClusterRoleBinding') setSubjects(object, namespace)
    for (const spec of namespaceFields)
      if (concerns(spec, idOf(resource)))
        changeField(object, spec.path, spec.create === true, () => namespace)
    const [old, now] = [idOf(resource), idOf({ object })]
    if (old.name !== now.name || old.namespace !== now.namespace) resource.earlier.push(old)
    resource.object = object
  }
}

/** Only subjects named `default`: others follow their ServiceAccount. */
function setSubjects(object: JsonObject, namespace: string): void {
  const { subjects } = object
  if (Array.isArray(subjects))
    for (const subject of subjects)
      if (isObject(subject) && subject['name'] === 'default') subject['namespace'] = namespace
}

const keepTheirNames = new Set(['CustomResourceDefinition', 'APIService', 'Namespace'])

/** Adds namePrefix and nameSuffix to names, except those of kinds that must keep theirs. */
export function addAffixes(resources: readonly KustomizeResource[], prefix: string, suffix: string): void {
  if (prefix === '' && suffix === '') return
  for (const resource of resources)
    if (!keepTheirNames.has(originalId(resource).kind))
      rename(resource, { name: `${prefix}${idOf(resource).name}${suffix}` })
}

/** Adds the pairs of `labels` and `commonLabels`. */
export function addLabels(resources: readonly KustomizeResource[], kustomization: Kustomization): void {
  for (const { pairs = {}, includeSelectors, includeTemplates } of kustomization.labels ?? [])
    addPairs(
      resources,
      pairs,
      includeSelectors === true
        ? [...templateLabelFields, ...selectorFields]
        : includeTemplates === true
          ? templateLabelFields
          : labelField,
    )
  if (kustomization.commonLabels !== undefined)
    addPairs(resources, kustomization.commonLabels, [...templateLabelFields, ...selectorFields])
}

/** Adds annotations to objects and the templates in them. */
export function addAnnotations(resources: readonly KustomizeResource[], pairs: Labels): void {
  addPairs(resources, pairs, annotationFields)
}

function addPairs(resources: readonly KustomizeResource[], pairs: Labels, specs: readonly FieldSpec[]): void {
  const texts = Object.fromEntries(Object.entries(pairs).map(([key, value]) => [key, String(value)]))
  for (const resource of resources)
    for (const spec of specs)
      if (concerns(spec, idOf(resource)))
        changeField(resource.object, spec.path, spec.create === true, (old) => ({
          ...(isObject(old) ? old : {}),
          ...texts,
        }))
}

/** Sets spec.replicas of workloads by name. Throws where no resource has the name. */
export function setReplicas(
  resources: readonly KustomizeResource[],
  replicas: NonNullable<Kustomization['replicas']>,
): void {
  for (const { name, count } of replicas) {
    const found = resources.filter(
      (resource) =>
        replicaKinds.includes(idOf(resource).kind) && idsOf(resource).some((id) => id.name === name),
    )
    if (found.length === 0)
      throw new KubectlError(
        `resource with name ${name} does not match a config with the following GVK [${replicaKinds.map((kind) => `${kind}.[noVer].[noGrp]`).join(' ')}]`,
      )
    for (const { object } of found) changeField(object, 'spec/replicas', true, () => count)
  }
}

/** Changes names, tags and digests of images in all containers. */
export function setImages(
  resources: readonly KustomizeResource[],
  images: NonNullable<Kustomization['images']>,
): void {
  for (const image of images)
    for (const { object } of resources)
      for (const pods of ['spec', 'spec/template/spec'])
        for (const field of ['containers/image', 'initContainers/image', 'volumes/image/reference'])
          changeField(object, `${pods}/${field}`, false, (old) =>
            typeof old === 'string' ? changedImage(old, image) : old,
          )
  // kustomize finds containers and initContainers wherever they are in an object.
  for (const image of images) for (const { object } of resources) changeContainers(object, image)
}

type ImageChange = NonNullable<Kustomization['images']>[number]

function changeContainers(value: unknown, image: ImageChange): void {
  if (Array.isArray(value)) for (const item of value) changeContainers(item, image)
  else if (isObject(value))
    for (const [key, inner] of Object.entries(value)) {
      if ((key === 'containers' || key === 'initContainers') && Array.isArray(inner))
        for (const container of inner)
          if (isObject(container) && typeof container['image'] === 'string')
            container['image'] = changedImage(container['image'], image)
      changeContainers(inner, image)
    }
}

function changedImage(text: string, { name, newName, newTag, digest, tagSuffix }: ImageChange): string {
  const parts = imageParts(text)
  if (parts.name !== name) return text
  const own = newName === undefined || newName === '' ? parts.name : newName
  const tag = newTag === undefined ? '' : String(newTag)
  const given = tag !== '' || (digest ?? '') !== ''
  const ownTag = given ? tag : `${parts.tag}${tagSuffix ?? ''}`
  const ownDigest = given ? (digest ?? '') : tagSuffix === undefined ? parts.digest : ''
  return `${own}${ownTag === '' ? '' : `:${ownTag}`}${ownDigest === '' ? '' : `@${ownDigest}`}`
}

/** `host:5000/a/b:tag@sha256:…`. */
function imageParts(text: string): { name: string; tag: string; digest: string } {
  const [base = '', digest = ''] = text.split('@')
  const colon = base.indexOf(':', base.lastIndexOf('/') + 1)
  return colon < 0
    ? { name: base, tag: '', digest }
    : { name: base.slice(0, colon), tag: base.slice(colon + 1), digest }
}
