// Upstream: pkg/apis/core/v1/defaults.go (defaultPodRequests, defaultHugePagePodLimits), component-helpers/resource/helpers.go

import type { Container, PodSpec } from '../../../api/core-v1.ts'
import { getOwn, setOwn } from '../../../apimachinery/json.ts'
import { isPodLevelResource } from '../../../apimachinery/resource-names.ts'
import {
  addResources,
  isHugePageResource,
  isNativeResource,
  maxResources,
  type ResourceList,
} from '../core/resource-list.ts'
import { podDialect } from './dialect.ts'

/** The resources that a pod as a whole can have, as errors list them. */
export const supportedPodLevelResources = ['cpu', 'hugepages-', 'memory']

/** What the containers of a pod need together: their sum, but at least what each init container needs with the sidecars before it. */
export function aggregateContainers(spec: PodSpec, what: 'requests' | 'limits'): ResourceList {
  const of = (container: Container): ResourceList => container.resources?.[what] ?? {}
  let total: ResourceList = {}
  for (const container of spec.containers ?? []) total = addResources(total, of(container))
  let sidecars: ResourceList = {}
  let init: ResourceList = {}
  for (const container of spec.initContainers ?? []) {
    let needed = addResources(of(container), sidecars)
    if (container.restartPolicy === 'Always') {
      total = addResources(total, of(container))
      sidecars = needed
      needed = sidecars
    }
    init = maxResources(init, needed)
  }
  return maxResources(total, init)
}

/** Completes requests and limits of a pod that gives some of them. */
export function defaultPodLevelResources(spec: PodSpec, minor: number): void {
  defaultHugePageLimits(spec, minor)
  const limits = spec.resources?.limits
  if (spec.resources === undefined || limits === undefined || Object.keys(limits).length === 0) return
  const requests = spec.resources.requests ?? {}
  for (const [name, quantity] of Object.entries(aggregateContainers(spec, 'requests'))) {
    const overcommit =
      !isHugePageResource(name) && (!podDialect(minor).takesNativeRequestsOnly || isNativeResource(name))
    if (!Object.hasOwn(requests, name) && isPodLevelResource(name) && overcommit)
      setOwn(requests, name, quantity)
  }
  for (const [name, quantity] of Object.entries(limits)) {
    if (!Object.hasOwn(requests, name) && isPodLevelResource(name)) setOwn(requests, name, quantity)
  }
  if (Object.keys(requests).length > 0) spec.resources.requests = requests
}

function defaultHugePageLimits(spec: PodSpec, minor: number): void {
  const { resources } = spec
  if (resources === undefined) return
  if (Object.keys({ ...resources.limits, ...resources.requests }).length === 0) return
  const limits = resources.limits ?? {}
  for (const [name, quantity] of Object.entries(aggregateContainers(spec, 'limits'))) {
    if (!isHugePageResource(name) || Object.hasOwn(limits, name)) continue
    if (podDialect(minor).keepsHugePageRequests && getOwn(resources.requests, name) !== undefined) continue
    setOwn(limits, name, quantity)
  }
  if (Object.keys(limits).length > 0) resources.limits = limits
}
