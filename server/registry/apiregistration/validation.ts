// Upstream: kube-aggregator/pkg/apis/apiregistration/validation/validation.go
import type { APIServiceSpec } from '../../../api/apiregistration-v1.ts'
import { type FieldError, FieldPath, field, goQuote } from '../../../apimachinery/field-error.ts'
import type { KubeObject } from '../../../apimachinery/json.ts'
import {
  isDNS1035Label,
  isDNS1123Subdomain,
  isValidPathSegmentName,
} from '../../../apimachinery/validation/names.ts'
import { validateObjectMeta } from '../../../apimachinery/validation/object-meta.ts'
import { isValidPortNum } from '../../../apimachinery/validation/ports.ts'

const path = FieldPath.of('spec')
const at = (name: string): FieldPath => path.child(name)
const specOf = (object: KubeObject): APIServiceSpec => (object['spec'] ?? {}) as APIServiceSpec

/** The name must be that of the group version. */
function nameErrors(name: string, { group = '', version = '' }: APIServiceSpec): string[] {
  const wrong = isValidPathSegmentName(name)
  if (wrong.length > 0) return wrong
  const wanted = `${version}.${group}`
  return name === wanted ? [] : [`must be \`spec.version+"."+spec.group\`: ${goQuote(wanted)}`]
}

function groupVersionErrors({ group = '', version = '' }: APIServiceSpec): FieldError[] {
  return [
    ...(group === '' && version !== 'v1'
      ? [field.required(at('group'), 'only v1 may have an empty group and it better be legacy kube')]
      : []),
    ...(group === '' ? [] : isDNS1123Subdomain(group).map((text) => field.invalid(at('group'), group, text))),
    ...isDNS1035Label(version).map((text) => field.invalid(at('version'), version, text)),
  ]
}

/** The error of a priority that is not from 1 to `most`. */
const priorityErrors = (
  spec: APIServiceSpec,
  name: 'groupPriorityMinimum' | 'versionPriority',
  most: number,
) => {
  const value = spec[name] ?? 0
  return value > 0 && value <= most
    ? []
    : [field.invalid(at(name), value, `must be positive and less than ${most}`)]
}

function localErrors({ caBundle = '', insecureSkipTLSVerify = false }: APIServiceSpec): FieldError[] {
  const bytes = Buffer.from(caBundle, 'base64').length
  const skip = at('insecureSkipTLSVerify')
  return [
    ...(bytes > 0
      ? [field.invalid(at('caBundle'), `${bytes} bytes`, 'local APIServices may not have a caBundle')]
      : []),
    ...(insecureSkipTLSVerify
      ? [field.invalid(skip, true, 'local APIServices may not have insecureSkipTLSVerify')]
      : []),
  ]
}

function serviceErrors({ service, caBundle = '', insecureSkipTLSVerify }: APIServiceSpec): FieldError[] {
  const { namespace = '', name = '', port = 0 } = service ?? {}
  const place = at('service')
  const wrongPort = isValidPortNum(port)
  return [
    ...(namespace === '' ? [field.required(place.child('namespace'), '')] : []),
    ...(name === '' ? [field.required(place.child('name'), '')] : []),
    ...(wrongPort.length > 0
      ? [field.invalid(place.child('port'), port, `port is not valid: ${wrongPort.join(', ')}`)]
      : []),
    ...(insecureSkipTLSVerify && caBundle !== ''
      ? [field.invalid(at('insecureSkipTLSVerify'), true, 'may not be true if caBundle is present')]
      : []),
  ]
}

/** The errors of an APIService, its name and metadata included. */
export function validateAPIService(object: KubeObject, minor: number): FieldError[] {
  const spec = specOf(object)
  const name = (text: string): string[] => nameErrors(text, spec)
  return [
    ...validateObjectMeta(object.metadata, false, name, FieldPath.of('metadata'), minor),
    ...groupVersionErrors(spec),
    ...priorityErrors(spec, 'groupPriorityMinimum', 20000),
    ...priorityErrors(spec, 'versionPriority', 1000),
    ...(spec.service == null ? localErrors(spec) : serviceErrors(spec)),
  ]
}

const statuses = ['True', 'False', 'Unknown']

/** The errors of an APIService's conditions. */
export function validateAPIServiceStatus(object: KubeObject): FieldError[] {
  const { conditions } = (object['status'] ?? {}) as { conditions?: { status?: string }[] | null }
  const place = FieldPath.of('status', 'conditions')
  return (conditions ?? []).flatMap(({ status = '' }, i) =>
    statuses.includes(status) ? [] : [field.notSupported(place.index(i).child('status'), status, statuses)],
  )
}
