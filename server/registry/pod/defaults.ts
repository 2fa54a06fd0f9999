// Upstream: pkg/apis/core/v1/defaults.go, zz_generated.defaults.go (Pod, PodTemplateSpec)

import type {
  Container,
  LifecycleHandler,
  Pod,
  PodSpec,
  Probe,
  ResourceRequirements,
} from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { gateEnabled } from '../../../featuregates/reader.ts'
import { filledList, roundUpResourceList } from '../core/resource-list.ts'
import type { ServerContext } from '../generic/strategy.ts'
import { podDialect } from './dialect.ts'
import { imageTag } from './image-reference.ts'
import { defaultPodLevelResources } from './pod-level-resources.ts'
import { allContainers } from './visit.ts'
import { setVolumeDefaults } from './volume-defaults.ts'

/** Defaults of a Pod: those of its spec, then what only a Pod (not a template) gets. */
export function setPodDefaults(object: KubeObject, server: ServerContext): void {
  const pod = object as unknown as Pod
  pod.spec ??= {}
  const spec = pod.spec
  setPodSpecDefaults(spec, server)
  defaultRequestsToLimits(spec.containers, server)
  defaultRequestsToLimits(spec.initContainers, server)
  if (podDialect(server.release.minor).defaultsResizePolicy) defaultResizePolicies(spec.containers, server)
  if (gateEnabled(server.gates, 'PodLevelResources')) defaultPodLevelResources(spec, server.release.minor)
  spec.enableServiceLinks ??= true
  if (spec.hostNetwork) {
    defaultHostPorts(spec.containers)
    defaultHostPorts(spec.initContainers)
  }
}

/** Defaults of a pod spec wherever it stands: in pods and in templates. */
export function setPodSpecDefaults(spec: PodSpec, server: ServerContext): void {
  spec.dnsPolicy ||= 'ClusterFirst'
  spec.restartPolicy ||= 'Always'
  if (spec.hostNetwork && gateEnabled(server.gates, 'DefaultHostNetworkHostPortsInPodTemplates')) {
    defaultHostPorts(spec.containers)
    defaultHostPorts(spec.initContainers)
  }
  spec.securityContext ??= {}
  spec.terminationGracePeriodSeconds ??= 30
  spec.schedulerName ||= 'default-scheduler'
  for (const volume of spec.volumes ?? []) setVolumeDefaults(volume, server)
  for (const container of allContainers(spec)) setContainerDefaults(container)
  roundUpResourceList(spec.overhead)
  roundUpRequirements(spec.resources)
}

function setContainerDefaults(container: Container): void {
  container.imagePullPolicy ||= imageTag(container.image ?? '') === 'latest' ? 'Always' : 'IfNotPresent'
  container.terminationMessagePath ||= '/dev/termination-log'
  container.terminationMessagePolicy ||= 'File'
  for (const port of container.ports ?? []) port.protocol ||= 'TCP'
  for (const env of container.env ?? []) {
    if (env.valueFrom?.fieldRef) env.valueFrom.fieldRef.apiVersion ||= 'v1'
    if (env.valueFrom?.fileKeyRef) env.valueFrom.fileKeyRef.optional ??= false
  }
  roundUpRequirements(container.resources)
  for (const probe of [container.livenessProbe, container.readinessProbe, container.startupProbe])
    setProbeDefaults(probe)
  setHandlerDefaults(container.lifecycle?.postStart)
  setHandlerDefaults(container.lifecycle?.preStop)
}

function setProbeDefaults(probe: Probe | undefined): void {
  if (probe === undefined) return
  probe.timeoutSeconds ||= 1
  probe.periodSeconds ||= 10
  probe.successThreshold ||= 1
  probe.failureThreshold ||= 3
  setHandlerDefaults(probe)
  if (probe.grpc) probe.grpc.service ??= ''
}

function setHandlerDefaults(handler: LifecycleHandler | Probe | undefined): void {
  if (!handler?.httpGet) return
  handler.httpGet.path ||= '/'
  handler.httpGet.scheme ||= 'HTTP'
}

function roundUpRequirements(resources: ResourceRequirements | undefined): void {
  roundUpResourceList(resources?.limits)
  roundUpResourceList(resources?.requests)
}

function defaultRequestsToLimits(containers: Container[] | undefined, _server: ServerContext): void {
  for (const { resources } of containers ?? []) {
    if (resources?.limits == null) continue
    resources.requests = filledList(resources.limits, resources.requests ?? {})
  }
}

/** A resource that can be resized in place gets a policy. */
function defaultResizePolicies(containers: Container[] | undefined, server: ServerContext): void {
  if (!gateEnabled(server.gates, 'InPlacePodVerticalScaling')) return
  for (const container of containers ?? []) {
    for (const resourceName of ['cpu', 'memory']) {
      if (
        container.resources?.requests === undefined ||
        !Object.hasOwn(container.resources.requests, resourceName)
      )
        continue
      if (container.resizePolicy?.some((p) => p.resourceName === resourceName)) continue
      container.resizePolicy = [
        ...(container.resizePolicy ?? []),
        { resourceName, restartPolicy: 'NotRequired' },
      ]
    }
  }
}

function defaultHostPorts(containers: Container[] | undefined): void {
  for (const container of containers ?? []) {
    for (const port of container.ports ?? [])
      if (!port.hostPort && port.containerPort) port.hostPort = port.containerPort
  }
}
