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
  /** All mutating plugins, once more where one of them asks for that. Undefined: none of them had to wait for anything. */
  admit(attributes: AdmissionAttributes): Promise<void> | undefined {
    const again = (): Promise<void> | undefined => {
      const { reinvocation } = attributes
      if (!reinvocation.wanted) return undefined
      reinvocation.again = true
      return this.each('admit', attributes)
    }
    return this.counted('admit', attributes, () => {
      const waits = this.each('admit', attributes)
      return waits === undefined ? again() : waits.then(again)
    })
  }

  /** All validating plugins. Undefined as of {@link admit}. */
  validate(attributes: AdmissionAttributes): Promise<void> | undefined {
    return this.counted('validate', attributes, () => this.each('validate', attributes))
  }

  private each(step: Step, attributes: AdmissionAttributes): Promise<void> | undefined {
    const { request, operation } = attributes
    const chained = this.chained(step, operation, `${request.group}/${request.resource}`)
    return runFrom({ chained, step, attributes }, 0)
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

  private counted(
    step: Step,
    { operation }: AdmissionAttributes,
    run: () => Promise<void> | undefined,
  ): Promise<void> | undefined {
    if (this.counting === undefined) return run()
    const { clock, metrics } = this.counting
    const started = clock.now()
    const count = (rejected: boolean): void =>
      metrics.step(step, operation, rejected, (clock.now() - started) / 1000)
    let waits: Promise<void> | undefined
    try {
      waits = run()
    } catch (error) {
      count(true)
      throw error
    }
    if (waits !== undefined) return countEnd(waits, count)
    count(false)
    return undefined
  }
}

/** A step of the chain for one object. */
interface Run {
  readonly chained: readonly ChainedPlugin[]
  readonly step: Step
  readonly attributes: AdmissionAttributes
}

/** Calls the plugins from one on. Most have nothing to wait for: promises for each would cost every request. */
function runFrom(run: Run, first: number): Promise<void> | undefined {
  const { chained, step, attributes } = run
  let started = performance.now()
  // By number: each write comes here twice, and an iterator gives an object for each of thirty plugins.
  for (let i = first; i < chained.length; i++) {
    const { plugin, work, looks } = chained[i]!
    // What a plugin handles may depend on what is stored.
    if (!plugin.handles(attributes.operation)) continue
    if (!looks) {
      work?.done(false, 0)
      continue
    }
    let waits: Promise<void> | void
    try {
      waits = plugin[step]!(attributes)
    } catch (error) {
      work?.done(true, secondsSince(started))
      throw error
    }
    if (waits instanceof Promise) return runBehind(waits, run, i, started)
    const ended = performance.now()
    work?.done(false, (ended - started) / 1000)
    started = ended
  }
  return undefined
}

/** Waits for a plugin, and calls those behind it. */
async function runBehind(waits: Promise<void>, run: Run, at: number, started: number): Promise<void> {
  await countEnd(waits, (rejected) => run.chained[at]!.work?.done(rejected, secondsSince(started)))
  const others = runFrom(run, at + 1)
  if (others !== undefined) await others
}

/** Waits, and tells whether that was refused. */
async function countEnd(waits: Promise<void>, count: (rejected: boolean) => void): Promise<void> {
  let rejected = true
  try {
    await waits
    rejected = false
  } finally {
    count(rejected)
  }
}

const secondsSince = (started: number): number => (performance.now() - started) / 1000
