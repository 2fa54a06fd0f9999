// Upstream: kubectl/pkg/describe/describe.go (describeContainers)
import type {
  Container,
  ContainerPort,
  ContainerState,
  ContainerStatus,
  EnvVar,
  Probe,
  ResourceFieldSelector,
  SeccompProfile,
} from '../../../api/core-v1.ts'
import { inUnits, resourceParts } from '../../../containers/field-values.ts'
import { selectPath } from '../../printers/jsonpath.ts'
import { describeDialect } from './dialect.ts'
import { longTime, orNone, sortedNames } from './parts.ts'

/** @param minor of the kubectl @param pod the pod, whose fields the environment may refer to */
export function containersText(
  label: string,
  containers: readonly Container[],
  statuses: readonly ContainerStatus[],
  minor: number,
  space = '',
  pod?: unknown,
): string {
  const none = containers.length === 0 ? ' <none>' : ''
  const texts = containers.map((container) => {
    const status = statuses.find((s) => s.name === container.name)
    return [
      basicText(container, status, space, minor),
      wordsText('Command', container.command),
      wordsText('Args', container.args),
      status === undefined ? '' : statusText(status),
      resourcesText(container.resources, '    '),
      probeText('Liveness', container.livenessProbe),
      probeText('Readiness', container.readinessProbe),
      probeText('Startup', container.startupProbe),
      environmentFromText(container),
      environmentText(container, pod),
      mountsText(container),
    ].join('')
  })
  return `${space}${label}:${none}\n${texts.join('')}`
}

function portsText(
  title: string,
  ports: readonly ContainerPort[],
  number: (p: ContainerPort) => number,
  minor: number,
): string {
  const named = describeDialect(minor).portNames
  const text = ports
    .map((p) => `${number(p)}/${p.protocol ?? ''}${named && (p.name ?? '') !== '' ? ` (${p.name})` : ''}`)
    .join(', ')
  return text.includes(',') ? `    ${title}s:\t${text}\n` : `    ${title}:\t${orNone(text)}\n`
}

/** The seccomp profile of a pod or container, and its file; empty where it has none. */
export function seccompText(profile: SeccompProfile | null | undefined, indent: string): string {
  if (profile == null) return ''
  const inner = indent === '' ? '' : `${indent}  `
  const file =
    profile.type === 'Localhost' ? `${inner}LocalhostProfile:\t${profile.localhostProfile ?? ''}\n` : ''
  return `${indent}SeccompProfile:\t${profile.type}\n${file}`
}

function basicText(
  container: Container,
  status: ContainerStatus | undefined,
  space: string,
  minor: number,
): string {
  const { ports = [], securityContext } = container
  return [
    `  ${space === '' ? '' : ' '}${container.name}:\n`,
    status === undefined ? '' : `    Container ID:\t${status.containerID ?? ''}\n`,
    `    Image:\t${container.image ?? ''}\n`,
    status === undefined ? '' : `    Image ID:\t${status.imageID ?? ''}\n`,
    portsText('Port', ports, (p) => p.containerPort ?? 0, minor),
    portsText('Host Port', ports, (p) => p.hostPort ?? 0, minor),
    describeDialect(minor).seccompProfiles ? seccompText(securityContext?.seccompProfile, '    ') : '',
  ].join('')
}

function wordsText(title: string, words: readonly string[] | undefined): string {
  if ((words ?? []).length === 0) return ''
  const lines = words!.flatMap((word) => word.split('\n')).map((line) => `      ${line}\n`)
  return `    ${title}:\n${lines.join('')}`
}

/** The limits and requests of a container; empty where it has none. */
export function resourcesText(resources: Container['resources'], indent: string): string {
  const list = (title: string, map: Record<string, string> | undefined): string => {
    const names = sortedNames(map)
    return names.length === 0
      ? ''
      : `${indent}${title}:\n${names.map((n) => `${indent}  ${n}:\t${map![n]}\n`).join('')}`
  }
  return list('Limits', resources?.limits) + list('Requests', resources?.requests)
}

function stateText(title: string, state: ContainerState | undefined): string {
  if (state?.running != null)
    return `    ${title}:\tRunning\n      Started:\t${longTime(state.running.startedAt)}\n`
  const ended = state?.terminated
  if (ended != null)
    return [
      `    ${title}:\tTerminated\n`,
      (ended.reason ?? '') === '' ? '' : `      Reason:\t${ended.reason}\n`,
      (ended.message ?? '') === '' ? '' : `      Message:\t${ended.message}\n`,
      `      Exit Code:\t${ended.exitCode ?? 0}\n`,
      (ended.signal ?? 0) > 0 ? `      Signal:\t${ended.signal}\n` : '',
      `      Started:\t${longTime(ended.startedAt)}\n      Finished:\t${longTime(ended.finishedAt)}\n`,
    ].join('')
  const reason = state?.waiting?.reason ?? ''
  return `    ${title}:\tWaiting\n${reason === '' ? '' : `      Reason:\t${reason}\n`}`
}

function statusText(status: ContainerStatus): string {
  const last = status.lastState?.terminated == null ? '' : stateText('Last State', status.lastState)
  return `${stateText('State', status.state)}${last}    Ready:\t${status.ready === true ? 'True' : 'False'}\n    Restart Count:\t${status.restartCount ?? 0}\n`
}

function probeText(title: string, probe: Probe | undefined): string {
  if (probe === undefined) return ''
  const n = (value: number | undefined): number => value ?? 0
  const attributes = `delay=${n(probe.initialDelaySeconds)}s timeout=${n(probe.timeoutSeconds)}s period=${n(probe.periodSeconds)}s #success=${n(probe.successThreshold)} #failure=${n(probe.failureThreshold)}`
  return `    ${title}:\t${probeAction(probe)} ${attributes}\n`
}

function probeAction({ exec, httpGet, tcpSocket, grpc }: Probe): string {
  if (exec !== undefined) return `exec [${(exec.command ?? []).join(' ')}]`
  if (httpGet !== undefined)
    return `http-get ${(httpGet.scheme ?? '').toLowerCase()}://${httpGet.host ?? ''}:${httpGet.port ?? ''}${httpGet.path ?? ''}`
  if (tcpSocket !== undefined) return `tcp-socket ${tcpSocket.host ?? ''}:${tcpSocket.port ?? ''}`
  if (grpc !== undefined) return `grpc <pod>:${grpc.port} ${grpc.service ?? ''}`
  return 'unknown'
}

function environmentFromText({ envFrom = [] }: Container): string {
  if (envFrom.length === 0) return ''
  const lines = envFrom.map(({ prefix = '', configMapRef, secretRef }) => {
    const [from, ref] = configMapRef === undefined ? ['Secret', secretRef] : ['ConfigMap', configMapRef]
    const how = prefix === '' ? from : `${from} with prefix '${prefix}'`
    return `      ${ref?.name ?? ''}\t${how}\tOptional: ${ref?.optional === true}\n`
  })
  return `    Environment Variables from:\n${lines.join('')}`
}

function environmentText(container: Container, pod: unknown): string {
  const { env = [] } = container
  if (env.length === 0) return '    Environment:\t<none>\n'
  return `    Environment:\n${env.map((e) => variableText(e, container, pod)).join('')}`
}

/** What a variable has of its container's resources; of limits that are not set, that they are the node's. */
function amountText(
  { resource = '', divisor }: ResourceFieldSelector,
  { resources }: Pick<Container, 'resources'>,
): string {
  const [kind, name = ''] = resourceParts(resource)
  const amount = inUnits(resources?.[kind]?.[name] ?? '0', divisor)
  return amount === '0' && /^limits\.(?:cpu|memory)$/.test(resource) ? 'node allocatable' : amount
}

function variableText({ name, value = '', valueFrom }: EnvVar, container: Container, pod: unknown): string {
  if (valueFrom === undefined) {
    const [first = '', ...rest] = value.split('\n')
    return `      ${name}:\t${first}\n${rest.map((line) => `      \t${line}\n`).join('')}`
  }
  const { fieldRef, resourceFieldRef, secretKeyRef, configMapKeyRef } = valueFrom
  if (fieldRef !== undefined) {
    const resolved = pod === undefined ? '' : String(selectPath(fieldRef.fieldPath ?? '', pod)[0] ?? '')
    return `      ${name}:\t${resolved} (${fieldRef.apiVersion ?? 'v1'}:${fieldRef.fieldPath})\n`
  }
  if (resourceFieldRef !== undefined)
    return `      ${name}:\t${amountText(resourceFieldRef, container)} (${resourceFieldRef.resource})\n`
  if (secretKeyRef !== undefined)
    return `      ${name}:\t<set to the key '${secretKeyRef.key}' in secret '${secretKeyRef.name}'>\tOptional: ${secretKeyRef.optional === true}\n`
  return `      ${name}:\t<set to the key '${configMapKeyRef?.key}' of config map '${configMapKeyRef?.name}'>\tOptional: ${configMapKeyRef?.optional === true}\n`
}

function mountsText({ volumeMounts = [], volumeDevices = [] }: Container): string {
  const mounts = [...volumeMounts]
    .sort((a, b) => ((a.mountPath ?? '') < (b.mountPath ?? '') ? -1 : 1))
    .map((m) => {
      const sub = (m.subPath ?? '') === '' ? '' : `,path="${m.subPath}"`
      return `      ${m.mountPath} from ${m.name} (${m.readOnly === true ? 'ro' : 'rw'}${sub})\n`
    })
  const devices = volumeDevices.map((d) => `      ${d.devicePath} from ${d.name}\n`)
  return `    Mounts:${mounts.length === 0 ? '\t<none>' : ''}\n${mounts.join('')}${devices.length === 0 ? '' : `    Devices:\n${devices.join('')}`}`
}
