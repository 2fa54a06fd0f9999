import type { RoleRef as ApiRoleRef, Subject as ApiSubject } from '../../../api/rbac-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'
import {
  type Followed,
  type FollowParts,
  followObjects,
  type ObjectChange,
} from '../../storage/follow-objects.ts'
import type { PolicyRule } from './rbac-rules.ts'

/** rbac/v1 RoleRef. */
export type RoleRef = With<ApiRoleRef, 'apiGroup' | 'kind' | 'name'>
/** rbac/v1 Subject. */
export type Subject = With<ApiSubject, 'kind' | 'name'>
/** A RoleBinding or ClusterRoleBinding; the namespace of the latter is empty. */
export interface Binding {
  name: string
  namespace: string
  roleRef: RoleRef
  subjects: readonly Subject[]
}

/** Reads roles and bindings, as they are at the moment of asking. */
export interface RBACReader {
  /** Rules of a Role, or of a ClusterRole where `namespace` is empty; undefined: there is none. */
  rules(namespace: string, name: string): readonly PolicyRule[] | undefined
  /** RoleBindings of a namespace, or all ClusterRoleBindings where `namespace` is empty. */
  bindings(namespace: string): Iterable<Binding>
}

const prefixes = [
  '/registry/clusterroles/',
  '/registry/roles/',
  '/registry/clusterrolebindings/',
  '/registry/rolebindings/',
] as const

/** Keeps the roles and bindings of a store in memory, up to date with every write. */
export class StoredRBAC implements RBACReader {
  private readonly roles = new Map<string, readonly PolicyRule[]>()
  private readonly byNamespace = new Map<string, Map<string, Binding>>()
  private followed: readonly Followed[] = []

  static async open(parts: FollowParts): Promise<StoredRBAC> {
    const out = new StoredRBAC()
    out.followed = await Promise.all(
      prefixes.map((prefix) => followObjects(parts, prefix, (change) => out.follow(prefix, change))),
    )
    return out
  }
  synced(): boolean {
    return this.followed.every((one) => one.synced())
  }
  close(): void {
    for (const one of this.followed) one.stop()
  }
  rules(namespace: string, name: string): readonly PolicyRule[] | undefined {
    return this.roles.get(`${namespace}/${name}`)
  }
  bindings(namespace: string): Iterable<Binding> {
    return this.byNamespace.get(namespace)?.values() ?? []
  }
  private follow(prefix: string, { type, object }: ObjectChange): void {
    if (type === 'put') this.put(prefix, object)
    else if (prefix.includes('bindings'))
      this.byNamespace.get(object.metadata.namespace ?? '')?.delete(object.metadata.name ?? '')
    else this.roles.delete(keyOf(object))
  }
  private put(prefix: string, object: KubeObject): void {
    if (!prefix.includes('bindings')) {
      this.roles.set(keyOf(object), (object['rules'] as PolicyRule[] | null | undefined) ?? [])
      return
    }
    const namespace = object.metadata.namespace ?? ''
    const name = object.metadata.name ?? ''
    const bindings = this.byNamespace.get(namespace) ?? new Map<string, Binding>()
    bindings.set(name, {
      name,
      namespace,
      roleRef: object['roleRef'] as RoleRef,
      subjects: (object['subjects'] as Subject[] | undefined) ?? [],
    })
    this.byNamespace.set(namespace, bindings)
  }
}
const keyOf = (object: KubeObject): string =>
  `${object.metadata.namespace ?? ''}/${object.metadata.name ?? ''}`
