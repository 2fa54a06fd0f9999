// Which ports are forwarded. Upstream: kubectl/pkg/cmd/portforward/portforward.go, kubectl/pkg/util, client-go/tools/portforward
import type { Container, ServicePort } from '../../../api/core-v1.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import { KubectlError } from '../../errors.ts'

/** A port here, 0 for any that is free, and one of the pod. */
export interface ForwardedPort {
  local: number
  remote: number
}

interface PortOwner {
  metadata: { name?: string }
  spec: { ports?: ServicePort[]; clusterIP?: string; containers?: Container[] }
}

const split = (text: string): [string, string] => {
  const parts = text.split(':')
  return parts.length === 2 ? [parts[0]!, parts[1]!] : [parts[0]!, parts[0]!]
}
const isNumber = (text: string): boolean => /^[+-]?\d+$/.test(text)

const portsOf = (pod: KubeObject): { name?: string; number: number; protocol: string }[] =>
  ((pod as unknown as PortOwner).spec.containers ?? []).flatMap(({ ports = [] }) =>
    ports.map(({ name, containerPort, protocol = 'TCP' }) => ({
      ...(name === undefined ? {} : { name }),
      number: containerPort!,
      protocol,
    })),
  )

const podPort = (pod: KubeObject, name: string): number => {
  const found = portsOf(pod).find((port) => (port.name ?? '') === name)
  if (found === undefined)
    throw new KubectlError(`Pod '${pod.metadata.name}' does not have a named port '${name}'`)
  return found.number
}

const servicePort = ({ metadata, spec }: PortOwner, name: string): number => {
  const found = (spec.ports ?? []).find((port) => (port.name ?? '') === name)
  if (found === undefined)
    throw new KubectlError(`Service '${metadata.name}' does not have a named port '${name}'`)
  return found.port!
}

/**
 * The ports that words such as `8080:80`, `:http` and `80` name. Throws KubectlErrors.
 * @param object what the command line names: ports of a Service are those of its own, and lead to the pod's
 */
export function forwardedPorts(
  words: readonly string[],
  object: KubeObject,
  pod: KubeObject,
): ForwardedPort[] {
  const service = object.kind === 'Service' ? (object as unknown as PortOwner) : undefined
  refuseDatagrams(words, service, pod)
  return words.map((word) => parsed(service === undefined ? ofPod(word, pod) : ofService(word, service, pod)))
}

function refuseDatagrams(words: readonly string[], service: PortOwner | undefined, pod: KubeObject): void {
  const known =
    service === undefined
      ? portsOf(pod)
      : (service.spec.ports ?? []).map(({ port, protocol = 'TCP' }) => ({ number: port!, protocol }))
  const numbers = (wanted: string): Set<number> =>
    new Set(known.filter(({ protocol }) => protocol === wanted).map(({ number }) => number))
  const [udp, tcp] = [numbers('UDP'), numbers('TCP')]
  for (const word of words) {
    const [, remote] = split(word)
    const number = isNumber(remote)
      ? Number(remote)
      : service === undefined
        ? podPort(pod, remote)
        : servicePort(service, remote)
    if (udp.has(number) && !tcp.has(number))
      throw new KubectlError(`UDP protocol is not supported for ${remote}`)
  }
}

function ofService(word: string, service: PortOwner, pod: KubeObject): string {
  let [local, remote] = split(word)
  if (!isNumber(remote)) {
    const number = String(servicePort(service, remote))
    if (local === remote) local = number
    remote = number
  }
  const target = String(targetOf(service, Number(remote), pod))
  return local === target ? target : `${local}:${target}`
}

function targetOf({ metadata, spec }: PortOwner, number: number, pod: KubeObject): number {
  const found = (spec.ports ?? []).find(({ port }) => port === number)
  if (found === undefined)
    throw new KubectlError(`Service ${metadata.name} does not have a service port ${number}`)
  const target = found.targetPort as number | string | undefined
  if (spec.clusterIP === 'None') return number
  return typeof target === 'string' ? podPort(pod, target) : target || number
}

function ofPod(word: string, pod: KubeObject): string {
  const [local, remote] = split(word)
  if (remote === '') throw new KubectlError('remote port cannot be empty')
  const number = isNumber(remote) ? remote : String(podPort(pod, remote))
  return local === remote ? number : `${local}:${number}`
}

function parsed(word: string): ForwardedPort {
  const parts = word.split(':')
  if (parts.length > 2) throw new KubectlError(`invalid port format '${word}'`)
  const [local = '', remote = local] = parts
  const ports = { local: numberOf(local === '' ? '0' : local, 'local'), remote: numberOf(remote, 'remote') }
  if (ports.remote === 0) throw new KubectlError('remote port must be > 0')
  return ports
}

function numberOf(text: string, side: 'local' | 'remote'): number {
  const why = !/^\d+$/.test(text)
    ? 'invalid syntax'
    : Number(text) > 65_535
      ? 'value out of range'
      : undefined
  if (why !== undefined)
    throw new KubectlError(
      `error parsing ${side} port '${text}': strconv.ParseUint: parsing ${JSON.stringify(text)}: ${why}`,
    )
  return Number(text)
}
