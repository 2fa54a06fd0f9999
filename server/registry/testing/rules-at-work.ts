// A resource's rules, called in the order in which its store calls them, without a store.
import { errorText } from '../../../apimachinery/field-error.ts'
import { deepCopy, type JsonObject, type JsonValue, type KubeObject } from '../../../apimachinery/json.ts'
import { applyMergePatch } from '../../../apimachinery/patch/merge-patch.ts'
import { FakeClock } from '../../../component-base/clock.ts'
import { seededRandom } from '../../../component-base/random.ts'
import { loadRelease } from '../../../component-base/release.ts'
import { gatesOf } from '../../../component-base/testing/gates-of.ts'
import type { ResourceTraits } from '../generic/default-strategy.ts'
import type { ResourceRules, RulesFor } from '../generic/resource-row.ts'
import type { RequestContext, Strategy } from '../generic/strategy.ts'

/** Where rules are at work. */
export interface AtWork {
  /** Of the server's release; default 36. */
  minor?: number
  /** Answers for gates. */
  gates?: Readonly<Record<string, boolean>>
  /** Of the request; default v1. */
  version?: string
  /** Of the resource's row, where its rules are made of them. */
  traits?: Partial<ResourceTraits>
}

/** What became of a write. */
export interface Written {
  /** As it would be stored. */
  object: KubeObject
  /** `path: text`, in their order. Errors of the common metadata, which are the store's, are not among them. */
  errors: string[]
  warnings: string[]
}

/** An object of a test with a JSON merge patch; null takes a field away. */
export const patched = (object: KubeObject, patch: object): KubeObject =>
  deepCopy(applyMergePatch(object as unknown as JsonObject, patch as JsonValue)) as unknown as KubeObject

/** The rules of a resource at work. */
export class RulesAtWork {
  private readonly rules: ResourceRules
  private readonly context: RequestContext

  constructor(
    rules: ResourceRules | RulesFor,
    { minor = 36, gates = {}, version = 'v1', traits = {} }: AtWork = {},
  ) {
    const all = { group: '', namespaced: true, hasStatus: true, ...traits }
    this.rules = typeof rules === 'function' ? rules(all) : rules
    this.context = {
      ...{
        group: all.group,
        version,
        resource: '',
        subresource: '',
        namespace: 'ns',
        name: 'a',
        dryRun: false,
      },
      user: { name: 'u', groups: [] },
      server: {
        release: loadRelease(`1.${minor}`),
        gates: gatesOf(`1.${minor}`, gates),
        clock: new FakeClock(),
        random: seededRandom(1),
        serviceCIDRs: ['10.0.0.0/24'],
        nodePortRange: { from: 30000, to: 32767 },
      } as unknown as RequestContext['server'],
    }
  }

  create(sent: KubeObject): Written {
    const { strategy } = this.rules
    const object = this.defaulted(strategy, sent)
    strategy.prepareForCreate?.(this.context, object)
    const errors = strategy.validate?.(this.context, object) ?? []
    const warnings = strategy.warningsOnCreate?.(this.context, object) ?? []
    strategy.canonicalize?.(object)
    return { object, errors: errors.map(errorText), warnings }
  }

  /** An update of what `before` would be stored as. @param subresource through which it is sent; default: the object itself */
  update(before: KubeObject, patch: object, subresource?: string): Written {
    const strategy = subresource === undefined ? this.rules.strategy : this.rules.subresources![subresource]!
    const old = patched(before, { metadata: { resourceVersion: '1' } })
    const object = this.defaulted(strategy, patched(old, patch))
    // The store's own rule, before those of the strategy.
    if (old.metadata.generation !== undefined) object.metadata.generation = old.metadata.generation
    strategy.prepareForUpdate?.(this.context, object, old)
    const errors = strategy.validateUpdate?.(this.context, object, old) ?? []
    const warnings = strategy.warningsOnUpdate?.(this.context, object, old) ?? []
    strategy.canonicalize?.(object)
    return { object, errors: errors.map(errorText), warnings }
  }

  /** What is wrong with a name. */
  nameErrors(name: string): string[] {
    return this.rules.strategy.validateName?.(name, false, this.context.server) ?? []
  }

  private defaulted(strategy: Strategy, sent: KubeObject): KubeObject {
    const object = deepCopy(sent)
    strategy.setDefaults?.(object, this.context.server)
    return object
  }
}
