// Upstream: staging/src/k8s.io/apiserver/pkg/registry/rest/{create,update,delete}.go (the hooks and their order)

import type { FieldError } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { Clock } from '../../../component-base/clock.ts'
import type { RecordedRegistry } from '../../../component-base/metrics/recorded-metrics.ts'
import type { PlanExtension } from '../../../component-base/plan-extension.ts'
import type { Random } from '../../../component-base/random.ts'
import type { Release } from '../../../component-base/release.ts'
import type { FeatureGateReader } from '../../../featuregates/reader.ts'
import type { EventIndex, Storage } from '../../storage/interface.ts'

/** What belongs to one server, the same for every request. */
export interface ServerContext {
  /** What the binary is. */
  readonly release: Release
  /** The minor of `--min-compatibility-version`; undefined: that before the release. */
  readonly minCompatibility?: number
  readonly gates: FeatureGateReader
  readonly clock: Clock
  readonly random: Random
  readonly storage: Storage
  readonly metrics: RecordedRegistry
  /** The ranges of cluster IPs (`--service-cluster-ip-range`), primary first. */
  readonly serviceCIDRs: readonly string[]
  /** The range of node ports, inclusive. */
  readonly nodePortRange: { readonly from: number; readonly to: number }
  /** `--allow-privileged`: pods may have privileged containers. Off unless given, as upstream. */
  readonly allowPrivileged?: boolean
  /** `--event-ttl`, in seconds: how long Events live in a store that other servers share. */
  readonly eventTTL?: number
  /** Whether a user may sign certificates for a signer. Undefined: nobody is asked. */
  readonly maySign?: (user: RequestContext['user'], signerName: string) => Promise<boolean>
  /** Rules that a plan adds to those of the release. */
  readonly extension?: Pick<
    PlanExtension,
    'validate' | 'values' | 'metrics' | 'warnings' | 'setDefaults' | 'lacksDefaults' | 'dropDisabled'
  >
}

/** What belongs to one request. */
export interface RequestContext {
  readonly server: ServerContext
  readonly user: {
    name: string
    uid?: string
    groups: readonly string[]
    extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly namespace: string
  readonly name: string
  readonly dryRun: boolean
}

/**
 * The rules of one resource (or subresource). Objects are in the external form of the kind that `kind` names (after
 * decoding, pruning and schema defaults); hooks get an object of their own that they may change, except where marked pure.
 * The generic store calls them in upstream's order:
 *   create: default → mutating admission → beginCreate → prepareForCreate → validate (→ 422) → warningsOnCreate → canonicalize → validating admission → storage
 *   update: default → mutating admission → beginUpdate → prepareForUpdate → validateUpdate → warningsOnUpdate → canonicalize → validating admission → storage
 * ObjectMeta (names, uid, times, generation rules that upstream has in rest.BeforeCreate) is the generic store's work.
 */
export interface Strategy {
  /** Defaulting in code (SetDefaults_*), beyond the defaults that the schema holds. Runs on every decode, also of stored objects. */
  setDefaults?(object: KubeObject, server: ServerContext): void
  /** `setDefaults` takes objects of each version, and is asked before they become of the stored one, as upstream does with all. */
  readonly defaultsAsSent?: boolean
  /**
   * Pure. A new object as it is stored, where reading gives it defaults that are not stored with it: a first write that changes
   * nothing stores them. Undefined: as it is.
   */
  storedBare?(created: KubeObject, server: ServerContext): KubeObject | undefined
  /** Seconds that an object lives after each write; undefined: until it is deleted. */
  timeToLive?(server: ServerContext): number | undefined
  prepareForCreate?(ctx: RequestContext, object: KubeObject): void
  prepareForUpdate?(ctx: RequestContext, object: KubeObject, old: KubeObject): void
  /** Pure. Does not repeat the checks of ObjectMeta, which the generic store makes with `validateName`. */
  validate?(ctx: RequestContext, object: KubeObject): FieldError[]
  /** False where upstream's Validate does not check the metadata first: what is wrong there is told when nothing else is. */
  readonly validatesMeta?: boolean
  /** Pure. Gets the new and the stored object; upstream's ratcheting lives here. */
  validateUpdate?(ctx: RequestContext, object: KubeObject, old: KubeObject): FieldError[]
  /** False where upstream's ValidateUpdate does not check the common metadata once more, so that errors are told once. */
  readonly repeatsMetaValidation?: boolean
  /** Texts of Warning headers, in upstream's order. Pure. */
  warningsOnCreate?(ctx: RequestContext, object: KubeObject): string[]
  warningsOnUpdate?(ctx: RequestContext, object: KubeObject, old: KubeObject): string[]
  canonicalize?(object: KubeObject): void
  /** The name of an object that has only a `generateName`. Default: that and five characters at random. */
  generateName?(base: string): string
  /** The name's validator: texts of what is wrong (default: DNS subdomain). `prefix`: the name is a generateName. */
  validateName?(name: string, prefix: boolean, server: ServerContext): string[]
  /** PUT to a name that is not there creates it. */
  readonly allowCreateOnUpdate?: boolean
  /** PUT without a resourceVersion is allowed (default true). */
  readonly allowUnconditionalUpdate?: boolean
  /** Field sets (`spec`, `status`, `metadata.labels`…) that a write through this (sub)resource cannot own or change, as paths. */
  readonly resetFields?: readonly (readonly string[])[]
  /** As {@link resetFields}, where they depend on the release. */
  resetFieldsOf?(server: ServerContext): readonly (readonly string[])[]
  /** Field selectors beyond metadata.name and metadata.namespace: label → value; undefined: none in this release. Pure. */
  selectableFields?(object: KubeObject, server: ServerContext): Record<string, string> | undefined
  /** A field by which clients divide all objects among themselves, and its values in an event. */
  readonly indexedField?: { readonly label: string; readonly keysOf: EventIndex['keysOf'] }
  /** The name in `selectableFields` of what an API group calls `label`; undefined: not supported. Default: the same name. */
  fieldLabel?(label: string, group: string): string | undefined
  /** What is told of a label that objects are not selected by. Default: `field label not supported: ` and the label. */
  unknownFieldText?(label: string, apiVersion: string): string
  /** Allocations (cluster IPs, node ports): run before prepareFor…, so that validation sees the allocated values; may change `object` and throw a StatusError. `commit` after the write succeeded, `revert` after anything failed. */
  beginCreate?(ctx: RequestContext, object: KubeObject): Promise<Transaction>
  beginUpdate?(ctx: RequestContext, object: KubeObject, old: KubeObject): Promise<Transaction>
  /**
   * Throws where an object of this name is never deleted; asked before it is known to be there, and not where a collection is
   * deleted. Upstream: the Delete of a REST storage that has one of its own
   */
  refuseDeletion?(name: string): void
  afterDelete?(ctx: RequestContext, object: KubeObject): Promise<void>
  /** Graceful deletion: seconds to wait, 0 for at once, undefined where the resource has none. May change the object (pods: deletionGracePeriodSeconds). */
  gracefulDelete?(ctx: RequestContext, object: KubeObject, requested: number | undefined): number | undefined
  /** The policy of deletion when the request names none (default: background without a finalizer); unsupported: whatever it names. */
  defaultGarbageCollection?(ctx: RequestContext): 'orphan' | 'background' | 'unsupported' | undefined
  /** A last change of what is read (upstream's Decorator: defaulting of old stored services). */
  decorate?(object: KubeObject, server: ServerContext): void
  /** Whether `decorate` would change the object; without this it never runs. Pure and fast. */
  needsDecoration?(object: KubeObject): boolean
}

/** A write's changes beside its object, as allocations are: committed when the object is stored, else reverted. */
export interface Transaction {
  commit(): void | Promise<void>
  revert(): void | Promise<void>
}

/** The transaction of a write that changes nothing beside its object. */
export const nothingBegun: Transaction = { commit() {}, revert() {} }
