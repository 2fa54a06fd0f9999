// Upstream: pkg/apis/core/validation/validation.go (validateContainerPorts, AccumulateUniqueHostPorts)

import type { Container, ContainerPort, PodSpec } from '../../../api/core-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isValidPortName, isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import { podDialect } from './dialect.ts'
import type { PodValidationOptions } from './validation-options.ts'

const protocols = ['SCTP', 'TCP', 'UDP']

/** The errors of a container's ports. */
export function validateContainerPorts(
  ports: readonly ContainerPort[],
  path: FieldPath,
  minor: number,
): FieldError[] {
  const errors: FieldError[] = []
  const names = new Set<string>()
  ports.forEach((port, i) => {
    const at = path.index(i)
    if (port.name) errors.push(...validatePortName(port.name, names, at.child('name'), minor))
    const { containerPort = 0, hostPort = 0, protocol = '' } = port
    if (containerPort === 0) errors.push(field.required(at.child('containerPort'), ''))
    else
      errors.push(
        ...isValidPortNum(containerPort).map((text) =>
          field.invalid(at.child('containerPort'), containerPort, text),
        ),
      )
    if (hostPort !== 0)
      errors.push(
        ...isValidPortNum(hostPort).map((text) => field.invalid(at.child('hostPort'), hostPort, text)),
      )
    if (protocol === '') errors.push(field.required(at.child('protocol'), ''))
    else if (!protocols.includes(protocol))
      errors.push(field.notSupported(at.child('protocol'), protocol, protocols))
  })
  return errors
}

function validatePortName(name: string, names: Set<string>, path: FieldPath, minor: number): FieldError[] {
  const texts = isValidPortName(name, minor)
  if (texts.length > 0) return texts.map((text) => field.invalid(path, name, text))
  if (names.has(name)) return [field.duplicate(path, name)]
  names.add(name)
  return []
}

/** The errors of host ports that several containers have, by protocol and address. */
export function validateHostPortConflicts(containers: readonly Container[], path: FieldPath): FieldError[] {
  const errors: FieldError[] = []
  const taken = new Set<string>()
  containers.forEach((container, i) => {
    container.ports?.forEach((port, j) => {
      if (!port.hostPort) return
      const text = `${port.protocol ?? ''}/${port.hostIP ?? ''}/${port.hostPort}`
      if (taken.has(text))
        errors.push(field.duplicate(path.index(i).child('ports').index(j).child('hostPort'), text))
      taken.add(text)
    })
  })
  return errors
}

/** The errors of host ports that differ from container ports in a pod on the host's network. */
export function validateHostNetworkPorts(
  spec: PodSpec,
  path: FieldPath,
  options: PodValidationOptions,
): FieldError[] {
  const errors: FieldError[] = []
  if (!spec.hostNetwork) return errors
  spec.containers?.forEach((container, i) => {
    container.ports?.forEach((port, j) => {
      const hostPort = port.hostPort ?? 0
      const { hostNetworkPort } = podDialect(options.minor)
      const unset = hostPort === 0 && !options.resourceIsPod && hostNetworkPort === 'hostPort'
      if (unset || hostPort === (port.containerPort ?? 0)) return
      const at = path.child('containers').index(i).child('ports').index(j)
      errors.push(
        hostNetworkPort === 'hostPort'
          ? field.invalid(
              at.child('hostPort'),
              hostPort,
              'must match `containerPort` when `hostNetwork` is true',
            )
          : field.invalid(
              at.child('containerPort'),
              port.containerPort ?? 0,
              'must match `hostPort` when `hostNetwork` is true',
            ),
      )
    })
  })
  return errors
}
