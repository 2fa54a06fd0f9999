// Upstream: pkg/scheduler/framework/plugins/dynamicresources (without the allocator)

import type { PodSpec, PodStatus } from '../../api/core-v1.ts'
import type { KubeObject } from '../../apimachinery/json.ts'
import type { Informer } from '../../client/informer.ts'
import { gateEnabled } from '../../featuregates/reader.ts'
import type { ControllerContext } from '../controller.ts'
import { controllersDialect } from '../dialect.ts'

/** Tells the scheduler which pods wait for devices. Deviates: no device is allocated, so that a claim is so only where somebody wrote it. */
export class DeviceScheduling {
  private readonly claims: Informer | undefined

  constructor(context: ControllerContext, onChange: (pods: (pod: KubeObject) => boolean) => void) {
    const version = controllersDialect(context.minor).claimsVersion
    this.claims =
      version !== undefined && gateEnabled(context.gates, 'DynamicResourceAllocation')
        ? context.informers.on(`/apis/resource.k8s.io/${version}/resourceclaims`, {
            onChange: () => onChange((pod) => claimsOf(pod).length > 0),
          })
        : undefined
  }

  /** Whether a claim of the pod is not there yet: then no node is looked at. */
  waits(pod: KubeObject): boolean {
    return this.claims !== undefined && claimsOf(pod).some((name) => this.claim(pod, name) === undefined)
  }

  /** Why the pod can be on no node yet, in the scheduler's words. */
  misfit(pod: KubeObject): string | undefined {
    const isOpen = (name: string | undefined): boolean => {
      const status = this.claim(pod, name)?.['status'] as { allocation?: object } | undefined
      return status?.allocation === undefined
    }
    return this.claims !== undefined && claimsOf(pod).some(isOpen) ? 'cannot allocate all claims' : undefined
  }

  private claim({ metadata }: KubeObject, name: string | undefined): KubeObject | undefined {
    return name === undefined ? undefined : this.claims?.items.get(`${metadata.namespace}/${name}`)
  }
}

/** The names of a pod's ResourceClaims; undefined of one that is yet to be made from a template. */
function claimsOf(pod: KubeObject): (string | undefined)[] {
  const { resourceClaims = [] } = pod['spec'] as PodSpec
  const { resourceClaimStatuses = [] } = (pod['status'] ?? {}) as PodStatus
  return resourceClaims.map(
    ({ name, resourceClaimName }) =>
      resourceClaimName ?? resourceClaimStatuses.find((one) => one.name === name)?.resourceClaimName,
  )
}
