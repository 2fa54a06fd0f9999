// Upstream: pkg/apis/core/validation/validation.go (validateServicePort)
import { eachFinding, type FieldError, FieldPath, field } from '../../../apimachinery/field-error.ts'
import { badValue } from '../../../apimachinery/go-print/bad-value.ts'
import { isQualifiedName } from '../../../apimachinery/validation/label-names.ts'
import { isDNS1123Label } from '../../../apimachinery/validation/names.ts'
import { isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import { validatePortNumOrName } from '../core/port-validation.ts'
import { ports, type Service, type ServicePort } from './service.ts'
import { named } from './validation-context.ts'

const portsPath = FieldPath.of('spec', 'ports')

/** The errors of a Service's ports. */
export function validateServicePorts(svc: Service, minor: number): FieldError[] {
  const names = new Set<string>()
  const many = ports(svc).length > 1
  return eachFinding(ports(svc), (port, i) => {
    const path = portsPath.index(i)
    const errors = [...portName(port, many, names, path, minor), ...portNumbers(port, path, minor)]
    if (port.appProtocol !== undefined && port.appProtocol !== null)
      for (const text of isQualifiedName(port.appProtocol, minor))
        errors.push(field.invalid(path.child('appProtocol'), port.appProtocol, text))
    return errors
  })
}

function portName(
  port: ServicePort,
  required: boolean,
  seen: Set<string>,
  path: FieldPath,
  minor: number,
): FieldError[] {
  const name = port.name ?? ''
  if (name === '') return required ? [field.required(path.child('name'), '')] : []
  const errors = isDNS1123Label(name, minor).map((text) => field.invalid(path.child('name'), name, text))
  if (seen.has(name)) errors.push(field.duplicate(path.child('name'), name))
  seen.add(name)
  return errors
}

function portNumbers(port: ServicePort, path: FieldPath, minor: number): FieldError[] {
  const errors = isValidPortNum(port.port ?? 0).map((text) =>
    field.invalid(path.child('port'), port.port ?? 0, text),
  )
  if (!port.protocol) errors.push(field.required(path.child('protocol'), ''))
  else if (!['TCP', 'UDP', 'SCTP'].includes(port.protocol))
    errors.push(
      field.notSupported(path.child('protocol'), named(port.protocol, minor), ['SCTP', 'TCP', 'UDP']),
    )
  return [...errors, ...validatePortNumOrName(port.targetPort, path.child('targetPort'), minor)]
}

/** Node ports of a ClusterIP service, and node ports or ports that are there twice. */
export function validatePortUniqueness(svc: Service, minor: number): FieldError[] {
  const list = ports(svc)
  const forbidden = eachFinding(list, (port, i) =>
    svc.spec.type === 'ClusterIP' && port.nodePort
      ? [field.forbidden(portsPath.index(i).child('nodePort'), "may not be used when `type` is 'ClusterIP'")]
      : [],
  )
  const seen = new Set<string>()
  const isRepeated = (key: string): boolean => seen.size === seen.add(key).size
  const nodePorts = list.flatMap((p, i) =>
    p.nodePort && isRepeated(`node ${p.protocol} ${p.nodePort}`)
      ? [field.duplicate(portsPath.index(i).child('nodePort'), p.nodePort)]
      : [],
  )
  const duplicates = eachFinding(list, (p, i) => {
    if (!isRepeated(`${p.protocol} ${p.port}`)) return []
    const key = { protocol: p.protocol, port: p.port }
    return [field.duplicate(portsPath.index(i), badValue(key, 'core.ServicePort', minor))]
  })
  return [...forbidden, ...nodePorts, ...duplicates]
}
