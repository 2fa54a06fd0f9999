// Upstream: staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/generic/policy_source.go
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { GenericAPIServer } from '../../endpoints/generic-apiserver.ts'
import { Followed } from '../followed.ts'
import type { ManifestFolder } from '../manifest/manifest-folder.ts'
import type { BindingSpec, Hook, Named, PolicySpec } from './policy.ts'

const group = 'admissionregistration.k8s.io'

const namedOf = <S>({
  metadata: { name = '' },
  spec = {},
}: KubeObject & { readonly spec?: unknown }): Named<S> => ({
  name,
  spec: spec as S,
})

const byName = <T extends { readonly name: string }>(a: T, b: T): number =>
  a.name < b.name ? -1 : a.name > b.name ? 1 : 0

function byPolicy(all: Iterable<Named<BindingSpec>>): Map<string, Named<BindingSpec>[]> {
  const found = new Map<string, Named<BindingSpec>[]>()
  for (const binding of all) {
    const { policyName = '' } = binding.spec
    const known = found.get(policyName)
    if (known === undefined) found.set(policyName, [binding])
    else known.push(binding)
  }
  return found
}

/** The policies of one kind that have bindings. They are read when they are first asked for, and followed from then on. */
export class PolicySource<S extends PolicySpec, E> {
  private readonly apiserver: GenericAPIServer
  private readonly resources: { readonly policies: string; readonly bindings: string }
  private readonly compile: (policy: Named<S>) => E
  private readonly evaluators = new WeakMap<Named<S>, E>()
  private followed:
    | { policies: Followed<Named<S>>; bindings: Followed<Named<BindingSpec>> }
    | 'not served'
    | undefined
  private known: readonly Hook<S, E>[] | undefined
  private readonly manifests: ManifestFolder | undefined
  private ofManifests:
    | { readonly of: readonly KubeObject[]; readonly hooks: readonly Hook<S, E>[] }
    | undefined

  /** @param resources of the policies and of their bindings; where a server does not serve them there are none */
  constructor(
    apiserver: GenericAPIServer,
    resources: { readonly policies: string; readonly bindings: string },
    compile: (policy: Named<S>) => E,
    manifests?: ManifestFolder,
  ) {
    this.apiserver = apiserver
    this.resources = resources
    this.compile = compile
    this.manifests = manifests
  }

  /** The policies in manifest files, which are obeyed for admission configuration as well. */
  get fixed(): readonly Hook<S, E>[] {
    if (this.manifests === undefined) return []
    const { objects: of } = this.manifests
    if (this.ofManifests?.of !== of) this.ofManifests = { of, hooks: this.hooksIn(of) }
    return this.ofManifests.hooks
  }

  private hooksIn(objects: readonly KubeObject[]): Hook<S, E>[] {
    const isBinding = ({ kind }: KubeObject): boolean => kind.endsWith('Binding')
    const bindings = byPolicy(objects.filter(isBinding).map((one) => namedOf<BindingSpec>(one)))
    return this.bound(
      objects.filter((one) => !isBinding(one)).map((one) => namedOf<S>(one)),
      bindings,
    )
  }

  /** Whether it is certain that there are no policies, or no bindings, of the kind. */
  get isEmpty(): boolean {
    if (this.fixed.length > 0) return false
    const found = this.found()
    if (found === 'not served') return true
    return [found.policies, found.bindings].some(({ isOpen, all }) => isOpen && all.size === 0)
  }

  /** The policies in manifest files, then those of the API; sorted by name, as are the bindings of each. */
  async hooks(): Promise<readonly Hook<S, E>[]> {
    const found = this.found()
    if (found !== 'not served') await Promise.all([found.policies.open(), found.bindings.open()])
    this.known ??= this.made()
    return this.fixed.length === 0 ? this.known : [...this.fixed, ...this.known]
  }

  private found(): NonNullable<typeof this.followed> {
    this.followed ??= this.follow()
    return this.followed
  }

  private follow(): NonNullable<typeof this.followed> {
    const { registry } = this.apiserver
    const policies = registry.store(group, this.resources.policies)
    const bindings = registry.store(group, this.resources.bindings)
    if (policies === undefined || bindings === undefined) return 'not served'
    const changed = (): void => this.forget()
    return {
      policies: new Followed<Named<S>>(policies, namedOf, changed),
      bindings: new Followed<Named<BindingSpec>>(bindings, namedOf, changed),
    }
  }

  private forget(): void {
    this.known = undefined
  }

  private made(): Hook<S, E>[] {
    const found = this.found()
    if (found === 'not served') return []
    return this.bound([...found.policies.all.values()], byPolicy(found.bindings.all.values()))
  }

  private bound(
    policies: readonly Named<S>[],
    bindings: ReadonlyMap<string, Named<BindingSpec>[]>,
  ): Hook<S, E>[] {
    return policies
      .filter(({ name }) => bindings.has(name))
      .sort(byName)
      .map((policy) => ({
        policy,
        bindings: bindings.get(policy.name)!.sort(byName),
        evaluator: this.evaluatorOf(policy),
      }))
  }

  private evaluatorOf(policy: Named<S>): E {
    const known = this.evaluators.get(policy)
    if (known !== undefined) return known
    const made = this.compile(policy)
    this.evaluators.set(policy, made)
    return made
  }
}
