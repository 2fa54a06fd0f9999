// Upstream: staging/src/k8s.io/apiserver/pkg/admission/{interfaces,chain}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { ApiRequest } from '../registry/generic/request.ts'
import type { AdmissionMetrics, PluginWork } from './metrics.ts'

/** The operation of a request, as admission plugins see it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** The state of plugins while they admit one object, which may be done twice. Upstream: apiserver/pkg/admission/reinvocation.go */
export class Reinvocation {
  /** The plugins run again, because one of those that ask others changed the object. */
  again = false
  /** A plugin has changed the object, and wants plugins that ran earlier to see the change. */
  wanted = false
  private own: Map<string, unknown> | undefined
  /** State that plugins keep for their second run, by plugin name. */
  get kept(): Map<string, unknown> {
    this.own ??= new Map()
    return this.own
  }
}

/** The request as admission plugins see it. Objects are in the version that the registry stores. */
export interface AdmissionAttributes {
  readonly request: ApiRequest
  readonly operation: Operation
  readonly kind: { group: string; version: string; kind: string }
  /** The object to be written; `admit` may change it in place. Undefined for DELETE, the options of the query for CONNECT. */
  readonly object: KubeObject | undefined
  readonly oldObject: KubeObject | undefined
  /** Options of the request, with their kind (`DeleteOptions`); empty for CONNECT. */
  readonly options: Readonly<Record<string, unknown>>
  readonly reinvocation: Reinvocation
}

/** Throws StatusErrors to refuse. */
export interface AdmissionPlugin {
  readonly name: string
  handles(operation: Operation): boolean
  /** The resources that the plugin looks at, as `group/resource`, subresources included; undefined: any. Others are only counted. */
  readonly resources?: ReadonlySet<string>
  /** May change `attributes.object`. */
  admit?(attributes: AdmissionAttributes): Promise<void> | void
  validate?(attributes: AdmissionAttributes): Promise<void> | void
}

/** The metrics of an admission chain, and the clock that times its steps. */
export interface ChainMetrics {
  readonly metrics: AdmissionMetrics
  /** The plugins of Kubernetes, of which metrics tell. */
  readonly names: ReadonlySet<string>
  readonly clock: Clock
}

type Step = 'admit' | 'validate'

/** A plugin that has the step, with what counts its work; where nothing is counted, without. */
interface ChainedPlugin {
  readonly plugin: AdmissionPlugin
  readonly work: PluginWork | undefined
  /** Whether the plugin looks at objects of the resource. */
  readonly looks: boolean
}

/** The limit of cached chains: custom resources come and go, and each has chains of its own. */
const mostChains = 1000

/** The plugins of one server, in upstream's order (pkg/kubeapiserver/options/plugins.go). Called by RequestAdmission. */
export class AdmissionChain {
  private readonly plugins: readonly AdmissionPlugin[]
  private readonly counting: ChainMetrics | undefined
  /** The chains by step, operation and resource. */
  private readonly chains = new Map<string, readonly ChainedPlugin[]>()
  /** @param plugins those that are there when the first request comes @param counting undefined: nothing is counted */
  constructor(plugins: readonly AdmissionPlugin[], counting?: ChainMetrics) {
    this.plugins = plugins
    this.counting = counting
  }
  /** All mutating plugins, once more where one of them asks for that. */
  async admit(attributes: AdmissionAttributes): Promise<void> {
    const started = this.counting?.clock.now() ?? 0
    let rejected = true
    try {
      await this.each('admit', attributes)
      const { reinvocation } = attributes
      if (reinvocation.wanted) {
        reinvocation.again = true
        await this.each('admit', attributes)
      }
      rejected = false
    } finally {
      this.count('admit', attributes, rejected, started)
    }
  }
  async validate(attributes: AdmissionAttributes): Promise<void> {
    const started = this.counting?.clock.now() ?? 0
    let rejected = true
    try {
      await this.each('validate', attributes)
      rejected = false
    } finally {
      this.count('validate', attributes, rejected, started)
    }
  }

  private async each(step: Step, attributes: AdmissionAttributes): Promise<void> {
    const { request, operation } = attributes
    let started = performance.now()
    const chained = this.chained(step, operation, `${request.group}/${request.resource}`)
    // By number: each write comes here twice, and an iterator gives an object for each of thirty plugins.
    for (let i = 0; i < chained.length; i++) {
      const { plugin, work, looks } = chained[i]!
      // What a plugin handles may depend on what is stored.
      if (!plugin.handles(operation)) continue
      if (!looks) {
        work?.done(false, 0)
        continue
      }
      let rejected = true
      try {
        // Most plugins have nothing to wait for: an await for each would cost every request.
        const done = plugin[step]!(attributes)
        if (done !== undefined) await done
        rejected = false
      } finally {
        const ended = performance.now()
        work?.done(rejected, (ended - started) / 1000)
        started = ended
      }
    }
  }

  private chained(step: Step, operation: Operation, resource: string): readonly ChainedPlugin[] {
    const key = `${step} ${operation} ${resource}`
    const known = this.chains.get(key)
    if (known !== undefined) return known
    const made = this.plugins
      .filter((plugin) => plugin[step] !== undefined)
      .map((plugin) => ({
        plugin,
        work: this.workOf(plugin, step, operation),
        looks: plugin.resources?.has(resource) !== false,
      }))
    if (this.chains.size >= mostChains) this.chains.clear()
    this.chains.set(key, made)
    return made
  }

  private workOf({ name }: AdmissionPlugin, step: Step, operation: Operation): PluginWork | undefined {
    return this.counting?.names.has(name) === true
      ? this.counting.metrics.plugin(name, step, operation)
      : undefined
  }

  private count(step: Step, { operation }: AdmissionAttributes, rejected: boolean, started: number): void {
    if (this.counting === undefined) return
    const { clock, metrics } = this.counting
    metrics.step(step, operation, rejected, (clock.now() - started) / 1000)
  }
}
