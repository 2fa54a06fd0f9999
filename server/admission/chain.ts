// Upstream: staging/src/k8s.io/apiserver/pkg/admission/{interfaces,chain}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Clock } from '../../component-base/clock.ts'
import type { ApiRequest } from '../registry/generic/request.ts'
import type { AdmissionMetrics } from './metrics.ts'

/** The operation of a request, as admission plugins see it. */
export type Operation = 'CREATE' | 'UPDATE' | 'DELETE' | 'CONNECT'

/** What plugins remember while they admit one object, which may be done twice. Upstream: apiserver/pkg/admission/reinvocation.go */
export class Reinvocation {
  /** The plugins run again, because one of those that ask others changed the object. */
  again = false
  /** A plugin has changed the object, and others are to see it. */
  wanted = false
  /** What a plugin keeps for its second run, by its name. */
  readonly kept = new Map<string, unknown>()
}

/** What a plugin sees. Objects are in the version that the registry stores. */
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
  /** May change `attributes.object`. */
  admit?(attributes: AdmissionAttributes): Promise<void> | void
  validate?(attributes: AdmissionAttributes): Promise<void> | void
}

/** What counts the steps of a chain, and how long they take. */
export interface ChainMetrics {
  readonly metrics: AdmissionMetrics
  readonly clock: Clock
}

/** The plugins of one server, in upstream's order (pkg/kubeapiserver/options/plugins.go). Called by RequestAdmission. */
export class AdmissionChain {
  private readonly plugins: readonly AdmissionPlugin[]
  private readonly counting: ChainMetrics | undefined
  /** @param counting undefined: nothing is counted */
  constructor(plugins: readonly AdmissionPlugin[], counting?: ChainMetrics) {
    this.plugins = plugins
    this.counting = counting
  }
  /** All mutating plugins, once more where one of them asks for that. */
  async admit(attributes: AdmissionAttributes): Promise<void> {
    await this.counted('admit', attributes, async () => {
      await this.admitOnce(attributes)
      const { reinvocation } = attributes
      if (!reinvocation.wanted) return
      reinvocation.again = true
      await this.admitOnce(attributes)
    })
  }
  private async admitOnce(attributes: AdmissionAttributes): Promise<void> {
    for (const plugin of this.plugins)
      if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await plugin.admit(attributes)
  }
  async validate(attributes: AdmissionAttributes): Promise<void> {
    await this.counted('validate', attributes, async () => {
      for (const plugin of this.plugins)
        if (plugin.validate !== undefined && plugin.handles(attributes.operation))
          await plugin.validate(attributes)
    })
  }

  private async counted(
    type: 'admit' | 'validate',
    { operation }: AdmissionAttributes,
    work: () => Promise<void>,
  ): Promise<void> {
    if (this.counting === undefined) return work()
    const { clock, metrics } = this.counting
    const started = clock.now()
    let rejected = true
    try {
      await work()
      rejected = false
    } finally {
      metrics.step(type, operation, rejected, (clock.now() - started) / 1000)
    }
  }
}
