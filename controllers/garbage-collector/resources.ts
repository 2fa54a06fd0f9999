// Upstream: pkg/controller/garbagecollector/{garbagecollector,operations}.go (Sync, apiResource)

import type { KubeObject } from '../../apimachinery/json.ts'
import { resourceOfKind, servedResources, versionPath } from '../../client/discovery.ts'
import { Informer } from '../../client/informer.ts'
import { isNotFound } from '../../client/rest-client.ts'
import type { ControllerContext } from '../controller.ts'

/**
 * Collections of built-in kinds whose objects own others or are owned.
 * Deviates: upstream watches every resource that can be listed, watched and deleted; dependents of other built-in kinds stay.
 */
const collections = [
  '/api/v1/pods',
  '/api/v1/services',
  '/api/v1/configmaps',
  '/api/v1/secrets',
  '/api/v1/nodes',
  '/api/v1/endpoints',
  '/api/v1/replicationcontrollers',
  '/api/v1/serviceaccounts',
  '/api/v1/persistentvolumeclaims',
  '/apis/apps/v1/replicasets',
  '/apis/apps/v1/deployments',
  '/apis/apps/v1/statefulsets',
  '/apis/apps/v1/controllerrevisions',
  '/apis/apps/v1/daemonsets',
  '/apis/batch/v1/jobs',
  '/apis/batch/v1/cronjobs',
  '/apis/coordination.k8s.io/v1/leases',
  '/apis/discovery.k8s.io/v1/endpointslices',
  '/apis/networking.k8s.io/v1/ingresses',
  '/apis/networking.k8s.io/v1/networkpolicies',
  '/apis/policy/v1/poddisruptionbudgets',
  '/apis/rbac.authorization.k8s.io/v1/roles',
  '/apis/rbac.authorization.k8s.io/v1/rolebindings',
  '/apis/rbac.authorization.k8s.io/v1/clusterroles',
  '/apis/rbac.authorization.k8s.io/v1/clusterrolebindings',
  '/apis/storage.k8s.io/v1/csinodes',
]

/** An object's path: that of its collection in all namespaces, its namespace and its name. */
export function itemPath(collection: string, { metadata }: KubeObject): string {
  const cut = collection.lastIndexOf('/')
  const base =
    metadata.namespace === undefined
      ? collection
      : `${collection.slice(0, cut)}/namespaces/${metadata.namespace}${collection.slice(cut)}`
  return `${base}/${metadata.name}`
}

/** Called with changes of objects in all collections. */
export interface ObjectHandlers {
  onChange(object: KubeObject, path: string, isCustom: boolean): void
  onDelete(object: KubeObject): void
  /** Kinds have come or gone. */
  onKinds(): void
}

/** The collection that has the objects of a kind. */
export interface KindCollection {
  /** The path of the collection in all namespaces. */
  path: string
  namespaced: boolean
}

type CustomResourceDefinition = KubeObject & {
  spec: {
    group: string
    names: { plural: string }
    versions: { name: string; served: boolean; storage: boolean }[]
  }
  status?: { conditions?: { type: string; status: string }[] }
}

const established = ({ status }: CustomResourceDefinition): boolean =>
  status?.conditions?.some(({ type, status: is }) => type === 'Established' && is === 'True') === true

/** The collections that are watched: those of built-in kinds, and of custom resources while they are defined. */
export class WatchedResources {
  private readonly context: ControllerContext
  private readonly handlers: ObjectHandlers
  /** The informers of custom resources, by the name of the definition. */
  private readonly custom = new Map<string, { path: string; informer: Informer }>()
  /** The collections by kind (`apps/v1 Deployment`). Asked for once, until kinds come or go. */
  private readonly kinds = new Map<string, Promise<KindCollection | undefined>>()

  constructor(context: ControllerContext, handlers: ObjectHandlers) {
    this.context = context
    this.handlers = handlers
    for (const path of collections)
      context.informers.on(path, {
        onChange: (object) => handlers.onChange(object, itemPath(path, object), false),
        onDelete: (object) => handlers.onDelete(object),
      })
    context.informers.on('/apis/apiextensions.k8s.io/v1/customresourcedefinitions', {
      onChange: (definition) => this.define(definition as CustomResourceDefinition),
      onDelete: (definition) => this.undefine(definition.metadata.name!),
    })
  }

  async hasSynced(): Promise<void> {
    await Promise.all([...this.custom.values()].map(({ informer }) => informer.hasSynced()))
  }

  async stop(): Promise<void> {
    await Promise.all([...this.custom.values()].map(({ informer }) => informer.stop()))
  }

  /** The collection of a kind; undefined where the server has no such kind. */
  async of(apiVersion: string, kind: string): Promise<KindCollection | undefined> {
    const key = `${apiVersion} ${kind}`
    const found = this.kinds.get(key) ?? this.ask(apiVersion, kind)
    this.kinds.set(key, found)
    return found.catch((error: unknown) => {
      this.kinds.delete(key)
      if (isNotFound(error)) return undefined
      throw error
    })
  }

  private async ask(apiVersion: string, kind: string): Promise<KindCollection | undefined> {
    const base = versionPath(apiVersion)
    const resource = resourceOfKind(await servedResources(this.context.client, base), kind)
    return resource && { path: `${base}/${resource.name}`, namespaced: resource.namespaced }
  }

  private define(definition: CustomResourceDefinition): void {
    const { spec, metadata } = definition
    const { name } =
      spec.versions.find((one) => one.storage && one.served) ?? spec.versions.find((one) => one.served) ?? {}
    const path = `/apis/${spec.group}/${name}/${spec.names.plural}`
    if (this.custom.get(metadata.name!)?.path === path) return
    this.undefine(metadata.name!)
    if (name === undefined || !established(definition)) return
    const { client, clock } = this.context
    const informer = new Informer({
      client,
      clock,
      path,
      handlers: {
        onChange: (object) => this.handlers.onChange(object, itemPath(path, object), true),
        onDelete: (object) => this.handlers.onDelete(object),
      },
    })
    this.custom.set(metadata.name!, { path, informer: informer.start() })
    this.handlers.onKinds()
  }

  private undefine(name: string): void {
    this.kinds.clear()
    const known = this.custom.get(name)
    this.custom.delete(name)
    void known?.informer.stop()
  }
}
