// What each profile of kubectl debug makes of a pod. Upstream: kubectl/pkg/cmd/debug/profiles.go
import type {
  Container as APIContainer,
  EphemeralContainer,
  PodSpec,
  SecurityContext,
} from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import type { With } from '../../../apimachinery/with.ts'
import { commandDialect } from '../dialect.ts'

/** v1 Container, with its name. */
export type Container = With<APIContainer, 'name'>

/** A pod of kubectl's making, or one that it changes. */
export interface DebugPod extends KubeObject {
  spec: Omit<PodSpec, 'containers' | 'initContainers' | 'ephemeralContainers'> & {
    containers: Container[]
    initContainers?: Container[]
    ephemeralContainers?: (Container & Pick<EphemeralContainer, 'targetContainerName'>)[]
  }
}

/** What is debugged: a pod by a container of its own or by a copy, or a node. */
export type DebugStyle = 'ephemeral' | 'copy' | 'node'

/** What a copy keeps of its pod. */
export interface Kept {
  labels: boolean
  annotations: boolean
  liveness: boolean
  readiness: boolean
  startup: boolean
  initContainers: boolean
}

/** The containers of a pod, of all kinds. */
export const allContainers = ({
  containers,
  initContainers = [],
  ephemeralContainers = [],
}: DebugPod['spec']): Container[] => [...containers, ...initContainers, ...ephemeralContainers]

/** A pod whose debugging container gets what its profile gives. */
interface Profiled {
  pod: DebugPod
  container: Container
  style: DebugStyle
  kept: Kept
  dialect: ReturnType<typeof commandDialect>
}

/** Applies a profile to the pod, which is changed. @param name of the container that debugs */
export function applyProfile(
  profile: string,
  pod: DebugPod,
  name: string,
  { style, kept, minor }: { style: DebugStyle; kept: Kept; minor: number },
): void {
  const container = allContainers(pod.spec).find((one) => one.name === name)!
  profiles[profile]!({ pod, container, style, kept, dialect: commandDialect(minor) })
}

const profiles: Readonly<Record<string, (profiled: Profiled) => void>> = {
  legacy: ({ pod, container, style }) => {
    if (style === 'node') {
      mountRoot(pod, container)
      useHost(pod)
    } else if (style === 'copy') delete pod.metadata.labels
  },
  general: (profiled) => {
    const { pod, container, style } = profiled
    if (style === 'node') {
      mountRoot(pod, container)
      delete container.securityContext
      useHost(pod)
      return
    }
    if (style === 'copy') {
      strip(profiled, true)
      share(pod)
    }
    addCapabilities(container, 'SYS_PTRACE')
  },
  baseline: (profiled) => {
    delete profiled.container.securityContext
    if (profiled.style !== 'copy') return
    strip(profiled, true)
    share(profiled.pod)
  },
  restricted: (profiled) => {
    const { container, style, dialect } = profiled
    container.securityContext = {
      runAsNonRoot: true,
      capabilities: { drop: ['ALL'] },
      ...(dialect.debugSealsRestricted
        ? { allowPrivilegeEscalation: false, seccompProfile: { type: 'RuntimeDefault' } }
        : {}),
    }
    if (style !== 'copy') return
    strip(profiled, false)
    share(profiled.pod)
  },
  netadmin: (profiled) => {
    const { pod, container, style, dialect } = profiled
    addCapabilities(container, 'NET_ADMIN', ...(dialect.debugNetRaw ? ['NET_RAW'] : []))
    if (style === 'node') {
      useHost(pod)
      if (!dialect.debugNetRaw) securityOf(container).privileged = true
    } else if (style === 'copy') {
      strip(profiled, false)
      if (dialect.debugNetRaw) share(pod)
    }
  },
  sysadmin: (profiled) => {
    const { pod, container, style } = profiled
    securityOf(container).privileged = true
    if (style === 'node') {
      useHost(pod)
      mountRoot(pod, container)
    } else if (style === 'copy') {
      strip(profiled, false)
      share(pod)
    }
  },
}

/** Takes from a copy what is not to be kept. @param early whether kubectl did so too before one could say what */
function strip({ pod, kept, dialect }: Profiled, early: boolean): void {
  if (!dialect.debugKeeps && !early) return
  if (!kept.labels) delete pod.metadata.labels
  if (dialect.debugKeeps && !kept.annotations) delete pod.metadata.annotations
  for (const container of pod.spec.containers) {
    if (!kept.liveness) delete container.livenessProbe
    if (!kept.readiness) delete container.readinessProbe
    if (!kept.startup) delete container.startupProbe
  }
  if (dialect.debugKeeps && !kept.initContainers) delete pod.spec.initContainers
}

const securityOf = (container: Container): SecurityContext => (container.securityContext ??= {})

function addCapabilities(container: Container, ...names: string[]): void {
  const security = securityOf(container)
  security.capabilities = {
    ...security.capabilities,
    add: [...(security.capabilities?.add ?? []), ...names],
  }
}

function mountRoot({ spec }: DebugPod, container: Container): void {
  spec.volumes = [...(spec.volumes ?? []), { name: 'host-root', hostPath: { path: '/' } }]
  container.volumeMounts = [...(container.volumeMounts ?? []), { mountPath: '/host', name: 'host-root' }]
}

const useHost = ({ spec }: DebugPod): void =>
  void Object.assign(spec, { hostNetwork: true, hostPID: true, hostIPC: true })

function share({ spec }: DebugPod): void {
  spec.shareProcessNamespace ??= true
}
