// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_source.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import type { ResourceStore } from '../../registry/generic/store.ts'
import type { StorageEvent } from '../../storage/interface.ts'
import type { BindingSpec, Hook, Named, PolicySpec } from './policy.ts'

const group = 'admissionregistration.k8s.io'

/** The objects of one resource, followed by a watch. */
class Followed<S> {
  readonly all = new Map<string, Named<S>>()
  private readonly store: ResourceStore
  private readonly changed: () => void

  constructor(store: ResourceStore, changed: () => void) {
    this.store = store
    this.changed = changed
  }

  async open(onClose: () => void): Promise<void> {
    const { storage } = this.store.parts.server
    const prefix = this.store.prefixOf('')
    const { records, revision } = await storage.list(prefix)
    this.all.clear()
    for (const record of records) this.put(this.store.stored(record).object)
    storage.watch(prefix, revision, (event) => this.follow(event), onClose)
  }

  private follow({ type, record }: StorageEvent): void {
    if (type === 'delete') this.all.delete(record.object.metadata.name ?? '')
    else this.put(this.store.stored(record).object)
    this.changed()
  }

  private put(object: KubeObject): void {
    const name = object.metadata.name ?? ''
    this.all.set(name, { name, spec: (object['spec'] ?? {}) as S })
  }
}

const byName = <T extends { readonly name: string }>(a: T, b: T): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

/** The policies of one kind that have bindings. They are read when they are first asked for, and followed from then on. */
export class PolicySource<S extends PolicySpec, E> {
  private readonly policies: Followed<S> | undefined
  private readonly bindings: Followed<BindingSpec> | undefined
  private readonly compile: (policy: Named<S>) => E
  private readonly evaluators = new WeakMap<Named<S>, E>()
  private known: readonly Hook<S, E>[] | undefined
  private opening: Promise<void> | undefined
  private open = false

  /** @param resources of the policies and of their bindings; where a server does not serve them there are none */
  constructor(
    { registry }: GenericAPIServer,
    resources: { readonly policies: string; readonly bindings: string },
    compile: (policy: Named<S>) => E,
  ) {
    const followed = <T>(resource: string): Followed<T> | undefined => {
      const store = registry.store(group, resource)
      return store && new Followed<T>(store, () => this.forget())
    }
    this.policies = followed(resources.policies)
    this.bindings = followed(resources.bindings)
    this.compile = compile
  }

  /** Whether it is known that there are none. */
  get isEmpty(): boolean {
    if (this.policies === undefined || this.bindings === undefined) return true
    return this.open && (this.policies.all.size === 0 || this.bindings.all.size === 0)
  }

  /** Sorted by name, as are the bindings of each. */
  async hooks(): Promise<readonly Hook<S, E>[]> {
    if (!this.open) await this.start()
    this.known ??= this.made()
    return this.known
  }

  private start(): Promise<void> {
    const lost = (): void => {
      this.open = false
      this.opening = undefined
    }
    this.opening ??= Promise.all([this.policies?.open(lost), this.bindings?.open(lost)]).then(
      () => {
        this.open = true
        this.forget()
      },
      (error: unknown) => {
        lost()
        throw error
      },
    )
    return this.opening
  }

  private forget(): void {
    this.known = undefined
  }

  private made(): Hook<S, E>[] {
    const bindings = this.bindingsByPolicy()
    const policies = [...(this.policies?.all.values() ?? [])].filter(({ name }) => bindings.has(name))
    return policies.sort(byName).map((policy) => ({
      policy,
      bindings: bindings.get(policy.name)!.sort(byName),
      evaluator: this.evaluatorOf(policy),
    }))
  }

  private bindingsByPolicy(): Map<string, Named<BindingSpec>[]> {
    const found = new Map<string, Named<BindingSpec>[]>()
    for (const binding of this.bindings?.all.values() ?? []) {
      const { policyName = '' } = binding.spec
      const known = found.get(policyName)
      if (known === undefined) found.set(policyName, [binding])
      else known.push(binding)
    }
    return found
  }

  private evaluatorOf(policy: Named<S>): E {
    const known = this.evaluators.get(policy)
    if (known !== undefined) return known
    const made = this.compile(policy)
    this.evaluators.set(policy, made)
    return made
  }
}
