// Upstream: staging/src/k8s.io/apiserver/pkg/admission/{interfaces,chain}.go
import type { KubeObject } from '../../apimachinery/json.ts'
import type { ApiRequest } from '../registry/generic/request.ts'

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

/** The plugins of one server, in upstream's order (pkg/kubeapiserver/options/plugins.go). Called by RequestAdmission. */
export class AdmissionChain {
  private readonly plugins: readonly AdmissionPlugin[]
  constructor(plugins: readonly AdmissionPlugin[]) {
    this.plugins = plugins
  }
  /** All mutating plugins, once more where one of them asks for that. */
  async admit(attributes: AdmissionAttributes): Promise<void> {
    await this.admitOnce(attributes)
    const { reinvocation } = attributes
    if (!reinvocation.wanted) return
    reinvocation.again = true
    await this.admitOnce(attributes)
  }
  private async admitOnce(attributes: AdmissionAttributes): Promise<void> {
    for (const plugin of this.plugins)
      if (plugin.admit !== undefined && plugin.handles(attributes.operation)) await plugin.admit(attributes)
  }
  async validate(attributes: AdmissionAttributes): Promise<void> {
    for (const plugin of this.plugins)
      if (plugin.validate !== undefined && plugin.handles(attributes.operation))
        await plugin.validate(attributes)
  }
}
