// Upstream: k8s.io/pod-security-admission policy/check_{appArmorProfile,capabilities_baseline,hostNamespaces,hostPathVolumes,hostPorts,hostProbesAndhostLifecycle,privileged,procMount_baseline,seLinuxOptions,seccompProfile_baseline,sysctls,windowsHostProcess}.go

import type { Lifecycle, Probe, SELinuxOptions } from '../../../api/core-v1.ts'
import { goQuote } from '../../../apimachinery/field-error.ts'
import { allContainers } from '../../registry/pod/visit.ts'
import {
  type Check,
  type CheckedPod,
  containersText,
  containersWhere,
  joinQuote,
  type PodCheck,
  plural,
  settersText,
  sortedSet,
  unlessOwnUsers,
  unlessRelaxed,
} from './check.ts'

const appArmor: PodCheck = ({ metadata, spec }) => {
  const isBad = (profile: { type?: string } | undefined): boolean =>
    profile != null && profile.type !== 'RuntimeDefault' && profile.type !== 'Localhost'
  const podProfile = spec.securityContext?.appArmorProfile
  const bad = allContainers(spec).filter((c) => isBad(c.securityContext?.appArmorProfile))
  const values = sortedSet([
    ...(isBad(podProfile) ? [podProfile?.type ?? ''] : []),
    ...bad.map((c) => c.securityContext?.appArmorProfile?.type ?? ''),
  ])
  const annotations = Object.entries(metadata.annotations ?? {})
    .filter(
      ([k, v]) => k.startsWith('container.apparmor.security.beta.kubernetes.io/') && !annotationIsGood(v),
    )
    .map(([k, v]) => `${k}=${goQuote(v)}`)
    .sort()
  const setters = [
    settersText(
      isBad(podProfile),
      bad.map((c) => c.name ?? ''),
    ),
    annotations.length > 0 ? plural(annotations.length, 'annotation', 'annotations') : '',
  ].filter((text) => text !== '')
  if (setters.length === 0) return undefined
  const all = [...values, ...annotations]
  return {
    reason: plural(all.length, 'forbidden AppArmor profile', 'forbidden AppArmor profiles'),
    detail: `${setters.join(' and ')} must not set AppArmor profile type to ${joinQuote(all)}`,
  }
}
const annotationIsGood = (value: string): boolean =>
  value === '' || value === 'runtime/default' || value.startsWith('localhost/')

const allowedCapabilities = new Set(
  'AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE SETFCAP SETGID SETPCAP SETUID SYS_CHROOT'.split(
    ' ',
  ),
)

const capabilities: PodCheck = ({ spec }) => {
  const added = (c: ReturnType<typeof allContainers>[number]): string[] =>
    (c.securityContext?.capabilities?.add ?? []).filter((name) => !allowedCapabilities.has(name))
  const bad = containersWhere(spec, (c) => added(c).length > 0)
  if (bad.length === 0) return undefined
  const names = sortedSet(allContainers(spec).flatMap(added))
  return {
    reason: 'non-default capabilities',
    detail: `${containersText(bad)} must not include ${joinQuote(names)} in securityContext.capabilities.add`,
  }
}

const hostNamespaces: PodCheck = ({ spec }) => {
  const used = (['hostNetwork', 'hostPID', 'hostIPC'] as const).filter((name) => spec[name] === true)
  return used.length === 0
    ? undefined
    : { reason: 'host namespaces', detail: used.map((name) => `${name}=true`).join(', ') }
}

const hostPathVolumes: PodCheck = ({ spec }) => {
  const names = (spec.volumes ?? []).filter((v) => v.hostPath != null).map((v) => v.name ?? '')
  if (names.length === 0) return undefined
  return {
    reason: 'hostPath volumes',
    detail: `${plural(names.length, 'volume', 'volumes')} ${joinQuote(names)}`,
  }
}

const hostPorts: PodCheck = ({ spec }) => {
  const bad = containersWhere(spec, (c) => (c.ports ?? []).some((port) => (port.hostPort ?? 0) !== 0))
  if (bad.length === 0) return undefined
  const ports = sortedSet(
    allContainers(spec).flatMap((c) =>
      (c.ports ?? []).flatMap((port) => ((port.hostPort ?? 0) === 0 ? [] : [String(port.hostPort)])),
    ),
  )
  return {
    reason: 'hostPort',
    detail: `${containersText(bad)} ${plural(bad.length, 'uses', 'use')} ${plural(ports.length, 'hostPort', 'hostPorts')} ${ports.join(', ')}`,
  }
}

type Handler = NonNullable<Lifecycle['postStart']>
const hostsOf = (handler: Pick<Probe | Handler, 'httpGet' | 'tcpSocket'> | undefined): string[] =>
  [handler?.httpGet?.host, handler?.tcpSocket?.host].filter((host): host is string => (host ?? '') !== '')

const hostProbes: PodCheck = ({ spec }) => {
  const hosts = (c: ReturnType<typeof allContainers>[number]): string[] =>
    [c.livenessProbe, c.readinessProbe, c.startupProbe, c.lifecycle?.postStart, c.lifecycle?.preStop].flatMap(
      (handler) => hostsOf(handler),
    )
  const bad = sortedSet(containersWhere(spec, (c) => hosts(c).length > 0))
  if (bad.length === 0) return undefined
  const all = sortedSet(allContainers(spec).flatMap(hosts))
  return {
    reason: 'probe or lifecycle host',
    detail: `${containersText(bad)} ${plural(bad.length, 'uses', 'use')} ${plural(all.length, 'probe or lifecycle host', 'probe or lifecycle hosts')} ${joinQuote(all)}`,
  }
}

const privileged: PodCheck = ({ spec }) => {
  const bad = containersWhere(spec, (c) => c.securityContext?.privileged === true)
  return bad.length === 0
    ? undefined
    : { reason: 'privileged', detail: `${containersText(bad)} must not set securityContext.privileged=true` }
}

/** The violation of containers with a procMount other than Default. */
export const procMount: PodCheck = ({ spec }) => {
  const typeOf = (c: ReturnType<typeof allContainers>[number]): string =>
    c.securityContext?.procMount ?? 'Default'
  const bad = containersWhere(spec, (c) => typeOf(c) !== 'Default')
  if (bad.length === 0) return undefined
  const types = sortedSet(
    allContainers(spec)
      .map(typeOf)
      .filter((type) => type !== 'Default'),
  )
  return {
    reason: 'procMount',
    detail: `${containersText(bad)} must not set securityContext.procMount to ${joinQuote(types)}`,
  }
}

const selinuxTypes = ['', 'container_t', 'container_init_t', 'container_kvm_t']

const seLinux =
  (allowed: readonly string[]): PodCheck =>
  ({ spec }) => {
    const isBad = (o: SELinuxOptions | undefined): o is SELinuxOptions =>
      o != null && (!allowed.includes(o.type ?? '') || (o.user ?? '') !== '' || (o.role ?? '') !== '')
    const podOptions = spec.securityContext?.seLinuxOptions
    const names = containersWhere(spec, (c) => isBad(c.securityContext?.seLinuxOptions))
    const setters = settersText(isBad(podOptions), names)
    if (setters === '') return undefined
    const bad = [podOptions, ...allContainers(spec).map((c) => c.securityContext?.seLinuxOptions)].filter(
      isBad,
    )
    const types = sortedSet(bad.map((o) => o.type ?? '').filter((type) => !allowed.includes(type)))
    const data = [
      ...(types.length > 0 ? [`${plural(types.length, 'type', 'types')} ${joinQuote(types)}`] : []),
      ...(bad.some((o) => (o.user ?? '') !== '') ? ['user may not be set'] : []),
      ...(bad.some((o) => (o.role ?? '') !== '') ? ['role may not be set'] : []),
    ]
    return {
      reason: 'seLinuxOptions',
      detail: `${setters} set forbidden securityContext.seLinuxOptions: ${data.join('; ')}`,
    }
  }

const podSeccompKey = 'seccomp.security.alpha.kubernetes.io/pod'
const containerSeccompPrefix = 'container.seccomp.security.alpha.kubernetes.io/'

/** Before 1.19, profiles were annotations. */
const seccompAnnotations: PodCheck = ({ metadata, spec }) => {
  const annotations = metadata.annotations ?? {}
  const keys = [podSeccompKey, ...allContainers(spec).map((c) => `${containerSeccompPrefix}${c.name ?? ''}`)]
  const isGood = (v: string): boolean =>
    v === 'runtime/default' || v === 'docker/default' || v.startsWith('localhost/')
  const bad = sortedSet(
    keys
      .filter((key) => Object.hasOwn(annotations, key) && !isGood(annotations[key]!))
      .map((key) => `${key}=${goQuote(annotations[key]!)}`),
  )
  if (bad.length === 0) return undefined
  return {
    reason: 'seccompProfile',
    detail: `forbidden ${plural(bad.length, 'annotation', 'annotations')} ${bad.join(', ')}`,
  }
}

const seccompIsBad = (profile: { type?: string } | undefined): boolean =>
  profile != null && profile.type !== 'Localhost' && profile.type !== 'RuntimeDefault'

/** The check of seccompProfile fields: only RuntimeDefault and Localhost pass where a profile is set. */
export const seccompProfiles: PodCheck = ({ spec }: CheckedPod) => {
  const podProfile = spec.securityContext?.seccompProfile
  const bad = allContainers(spec).filter((c) => seccompIsBad(c.securityContext?.seccompProfile))
  const setters = settersText(
    seccompIsBad(podProfile),
    bad.map((c) => c.name ?? ''),
  )
  if (setters === '') return undefined
  const values = sortedSet([
    ...(seccompIsBad(podProfile) ? [podProfile?.type ?? ''] : []),
    ...bad.map((c) => c.securityContext?.seccompProfile?.type ?? ''),
  ])
  return {
    reason: 'seccompProfile',
    detail: `${setters} must not set securityContext.seccompProfile.type to ${joinQuote(values)}`,
  }
}

const oldSysctls = [
  'kernel.shm_rmid_forced',
  'net.ipv4.ip_local_port_range',
  'net.ipv4.tcp_syncookies',
  'net.ipv4.ping_group_range',
  'net.ipv4.ip_unprivileged_port_start',
]
const sysctls27 = [...oldSysctls, 'net.ipv4.ip_local_reserved_ports']
const sysctls29 = [
  ...sysctls27,
  ...['time', 'intvl', 'probes'].map((what) => `net.ipv4.tcp_keepalive_${what}`),
  'net.ipv4.tcp_fin_timeout',
]
const sysctls32 = [...sysctls29, 'net.ipv4.tcp_rmem', 'net.ipv4.tcp_wmem']

const sysctls =
  (allowed: readonly string[]): PodCheck =>
  ({ spec }) => {
    const bad = (spec.securityContext?.sysctls ?? [])
      .map((s) => s.name ?? '')
      .filter((n) => !allowed.includes(n))
    return bad.length === 0 ? undefined : { reason: 'forbidden sysctls', detail: bad.join(', ') }
  }

const hostProcess: PodCheck = ({ spec }) => {
  const setters = settersText(
    spec.securityContext?.windowsOptions?.hostProcess === true,
    containersWhere(spec, (c) => c.securityContext?.windowsOptions?.hostProcess === true),
  )
  if (setters === '') return undefined
  return {
    reason: 'hostProcess',
    detail: `${setters} must not set securityContext.windowsOptions.hostProcess=true`,
  }
}

const always = (check: PodCheck): Check['versions'] => [{ since: 0, check }]

/** The baseline standard, by name. */
export const baselineChecks: readonly Check[] = [
  { id: 'appArmorProfile', level: 'baseline', versions: always(appArmor) },
  { id: 'capabilities_baseline', level: 'baseline', versions: always(capabilities) },
  { id: 'hostNamespaces', level: 'baseline', versions: always(hostNamespaces) },
  { id: 'hostPathVolumes', level: 'baseline', versions: always(hostPathVolumes) },
  { id: 'hostPorts', level: 'baseline', versions: always(hostPorts) },
  { id: 'hostProbesAndHostLifecycle', level: 'baseline', versions: [{ since: 34, check: hostProbes }] },
  { id: 'privileged', level: 'baseline', versions: always(privileged) },
  {
    id: 'procMount',
    level: 'baseline',
    versions: [
      { since: 0, check: unlessRelaxed(procMount) },
      { since: 35, check: unlessOwnUsers(procMount) },
    ],
  },
  {
    id: 'seLinuxOptions',
    level: 'baseline',
    versions: [
      { since: 0, check: seLinux(selinuxTypes) },
      { since: 31, check: seLinux([...selinuxTypes, 'container_engine_t']) },
    ],
  },
  {
    id: 'seccompProfile_baseline',
    level: 'baseline',
    versions: [
      { since: 0, check: seccompAnnotations },
      { since: 19, check: seccompProfiles },
    ],
  },
  {
    id: 'sysctls',
    level: 'baseline',
    versions: [
      { since: 0, check: sysctls(oldSysctls) },
      { since: 27, check: sysctls(sysctls27) },
      { since: 29, check: sysctls(sysctls29) },
      { since: 32, check: sysctls(sysctls32) },
    ],
  },
  { id: 'windowsHostProcess', level: 'baseline', versions: always(hostProcess) },
]
