// Stored bytes as a server of a release reads them, without one that runs: decoded, defaulted and converted by its rules.

import { errorText } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { deepCopy } from '../../../apimachinery/json.ts'
import { convert } from '../../../apimachinery/scheme/convert.ts'
import { DecodeError } from '../../../apimachinery/scheme/decode-error.ts'
import { schemeOf } from '../../../apimachinery/scheme/planned-scheme.ts'
import { ProtobufError } from '../../../apimachinery/scheme/protobuf-wire.ts'
import { StoredCodec, type StoredKind } from '../../../apimachinery/scheme/stored-codec.ts'
import { StatusError } from '../../../apimachinery/status-error.ts'
import type { ReleasePlan } from '../../../component-base/plan-extension.ts'
import { deprecationWarning } from '../../../server/endpoints/deprecation.ts'
import { type ResourceSet, resolveResourceSet } from '../../../server/endpoints/discovery/resource-set.ts'
import { type RegisteredResource, Registry } from '../../../server/registry/generic/registry.ts'
import type { ResourceStore } from '../../../server/registry/generic/store.ts'
import { rowsOf } from '../../../server/registry/resource-rows.ts'
import { type Gated, gatedAs, requestFor, serverOf, TurnedGates } from '../field-gates.ts'
import { fieldValue } from '../field-value.ts'
import type { Seen } from '../snapshot.ts'

/** What a server makes of a key: `hidden` where it serves no such resource. */
export type ReadObject =
  | { readonly state: 'shown'; readonly seen: Seen }
  | { readonly state: 'hidden' }
  | { readonly state: 'refused'; readonly message: string }

/** What a server says when an object is written as it is. */
export interface WrittenAnew {
  readonly warnings: readonly string[]
  /** Why it would not be taken; empty: it would. */
  readonly refusals: readonly string[]
}

/** A server of a release with its gates, as far as reading and checking objects goes. */
export class ReleaseView {
  readonly release: string
  readonly gated: Gated
  private readonly set: ResourceSet
  private readonly registry: Registry
  private readonly codec: StoredCodec
  /** By the start of their keys: `/registry/services/specs/`. */
  private readonly resources: ReadonlyMap<string, RegisteredResource>
  private readonly turnedViews = new Map<string, ReleaseView>()

  /** @param release as the user has written it */
  constructor(release: string, gated: Gated) {
    this.release = release
    this.gated = gated
    const scheme = schemeOf(this.gated.release)
    this.codec = new StoredCodec(scheme, 'application/vnd.kubernetes.protobuf')
    this.set = resolveResourceSet(this.gated)
    const server = serverOf(this.gated.release, this.gated.gates)
    this.registry = new Registry({
      parts: { server, scheme, convert: (object, apiVersion) => convert(scheme, object, apiVersion) },
      served: this.set.groupVersions,
      rowOf: rowsOf(this.gated.release),
      watchCache: true,
    })
    this.resources = this.byPrefix()
  }

  /** That of a kube-apiserver with gates that are set. */
  static of(release: string, gates: Readonly<Record<string, boolean>>, plan?: ReleasePlan): ReleaseView {
    return new ReleaseView(release, gatedAs(release, 'kube-apiserver', gates, plan))
  }

  /** The same server with one gate the other way, locked or not. */
  private turned(gate: string): ReleaseView {
    const { release, gates } = this.gated
    const view =
      this.turnedViews.get(gate) ??
      new ReleaseView(this.release, { release, gates: new TurnedGates(gates, gate) })
    this.turnedViews.set(gate, view)
    return view
  }

  /** Whether a gate decides what this server shows of a field of stored bytes. */
  gateDecides(gate: string, prefix: string, bytes: Buffer, field: string): boolean {
    const [own, other] = [this, this.turned(gate)].map((view) => view.read(prefix, bytes))
    return own!.state !== other!.state || shownText(own!, field) !== shownText(other!, field)
  }

  /** The first served version of each resource stands for it. */
  private byPrefix(): Map<string, RegisteredResource> {
    const found = new Map<string, RegisteredResource>()
    for (const resource of this.registry.all()) {
      const { store } = resource
      const prefix = `${store?.facts.keyPrefix}/`
      if (store === undefined || resource.facts.name.includes('/')) continue
      const own = resource.group === store.facts.qualifiedResource.group
      if (own && !found.has(prefix)) found.set(prefix, resource)
    }
    return found
  }

  /** The starts of keys of what this release serves. */
  get prefixes(): Iterable<string> {
    return this.resources.keys()
  }

  /** Whether it serves a kind in a version. */
  serves({ apiVersion, kind }: StoredKind): boolean {
    const slash = apiVersion.indexOf('/')
    const served = this.set.groupVersion(apiVersion.slice(0, Math.max(0, slash)), apiVersion.slice(slash + 1))
    return (
      served?.resources.some((resource) => resource.kind === kind && !resource.name.includes('/')) === true
    )
  }

  /** Of an API version that this release has deprecated. */
  deprecation(kind: StoredKind): string | undefined {
    return deprecationWarning(kind, this.gated.release)
  }

  /** @param prefix of the key, as `prefixes` has it */
  read(prefix: string, bytes: Buffer): ReadObject {
    const resource = this.resources.get(prefix)
    if (resource?.store === undefined) return { state: 'hidden' }
    try {
      const object = shown(resource.store, this.codec.decode(bytes))
      return { state: 'shown', seen: seenAs(resource, object) }
    } catch (error) {
      if (isOfBytes(error)) return { state: 'refused', message: error.message }
      throw error
    }
  }

  /** What the rules of an update say that changes nothing. */
  rewrite(prefix: string, seen: Seen): WrittenAnew {
    const store = this.resources.get(prefix)?.store
    if (store === undefined) return { warnings: [], refusals: [] }
    const { strategy } = store
    const request = requestFor(seen, store.parts.server)
    const object = deepCopy(seen.object)
    try {
      strategy.prepareForUpdate?.(request, object, seen.object)
      const errors = strategy.validateUpdate?.(request, object, seen.object) ?? []
      const warnings = strategy.warningsOnUpdate?.(request, object, seen.object) ?? []
      return { warnings, refusals: errors.map(errorText) }
    } catch (error) {
      if (error instanceof StatusError) return { warnings: [], refusals: [error.message] }
      throw error
    }
  }
}

const shownText = (read: ReadObject, field: string): string | undefined =>
  read.state === 'shown' ? JSON.stringify(fieldValue(read.seen.object, field)) : undefined

function shown(store: ResourceStore, decoded: KubeObject): KubeObject {
  store.parts.scheme.setSchemaDefaults(decoded)
  return store.decorated(store.toStorage(decoded))
}

function seenAs({ facts, group, kind, namespaced }: RegisteredResource, object: KubeObject): Seen {
  const { namespace, name } = object.metadata
  const root = group === '' ? `/api/${kind.version}` : `/apis/${group}/${kind.version}`
  const within = namespaced ? `/namespaces/${namespace}` : ''
  const path = `${root}${within}/${facts.name}/${name}`
  return { group, version: kind.version, resource: facts.name, path, object }
}

/** Errors of what is stored: its bytes are no message, of no kind that is known, or of another shape. */
const isOfBytes = (error: unknown): error is Error =>
  error instanceof DecodeError ||
  error instanceof ProtobufError ||
  error instanceof StatusError ||
  error instanceof SyntaxError ||
  error instanceof TypeError ||
  error instanceof RangeError
