// Upstream: pkg/api/pod/warnings.go (containers and ports)

import type { Container, ContainerPort, PodSpec } from '../../../api/core-v1.ts'
import { type FieldPath, goQuote } from '../../../apimachinery/field-error.ts'
import { goType } from '../../../apimachinery/go-print/go-type.ts'
import { goPlain } from '../../../apimachinery/go-print/plain.ts'
import { fractionalByteWarnings } from '../core/fractional-bytes.ts'
import { podDialect } from './dialect.ts'
import { containersWithPath } from './visit.ts'

/** The warnings about a container's resources and environment. */
export function containerWarnings(container: Container, path: FieldPath, minor: number): string[] {
  const { limits, requests } = container.resources ?? {}
  const out = ['memory', 'ephemeral-storage'].flatMap((name) => [
    ...fractionalByteWarnings(limits, path.child('resources', 'limits'), [name]),
    ...fractionalByteWarnings(requests, path.child('resources', 'requests'), [name]),
  ])
  const names = new Set<string>()
  container.env?.forEach((env, i) => {
    const { name = '', value = '' } = env
    const reference = `$(${name})`
    if (!names.has(name)) names.add(name)
    else if (env.valueFrom != null || value === reference || !value.includes(reference)) {
      out.push(
        `${path.child('env').index(i)}: hides previous definition of ${goQuote(name)}${podDialect(minor).saysApplyDrops ? ', which may be dropped when using apply' : ''}`,
      )
    }
  })
  return out
}

/** The warnings about ports of a pod that overlap, or have a hostIP without a hostPort. */
export function portWarnings(spec: PodSpec, path: FieldPath, minor: number): string[] {
  const ports = containersWithPath(spec, path).flatMap(({ container, path: at }) =>
    (container.ports ?? []).map((port, i) => ({ port, at: at.child('ports').index(i) })),
  )
  const out: string[] = []
  const groups = new Map<string, typeof ports>()
  for (const entry of ports) {
    const { port, at } = entry
    if (port.hostIP && !port.hostPort)
      out.push(
        `${at}: hostIP set without hostPort: ${goPlain(port, goType('core.ContainerPort', minor), { withNames: true })}`,
      )
    const key = `${port.containerPort ?? 0}/${port.protocol ?? ''}`
    const others = groups.get(key) ?? []
    for (const other of others) {
      const text = overlap(port, other.port)
      if (text !== undefined) out.push(`${at}: ${text} port definition with ${other.at}`)
    }
    groups.set(key, [...others, entry])
  }
  if (!podDialect(minor).warnsOfPortNames) return out
  const named = new Map<string, FieldPath>()
  for (const { port, at } of ports) {
    if (!port.name) continue
    const other = named.get(port.name)
    if (other === undefined) named.set(port.name, at)
    else
      out.push(
        `${at}: duplicate port name ${goQuote(port.name)} with ${other}, services and probes that select ports by name will use ${other}`,
      )
  }
  return out
}

function overlap(a: ContainerPort, b: ContainerPort): string | undefined {
  const [ipA, ipB, portA, portB] = [a.hostIP ?? '', b.hostIP ?? '', a.hostPort ?? 0, b.hostPort ?? 0]
  if (ipA === ipB && portA === portB) return 'duplicate'
  if (portA === 0 || portB === 0) return 'overlapping'
  return portA === portB && (ipA === '') !== (ipB === '') ? 'dangerously ambiguous' : undefined
}
