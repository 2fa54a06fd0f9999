// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/validation.go

import type { ServiceReference, WebhookClientConfig } from '../../../api/admissionregistration-v1.ts'
import { type FieldError, type FieldPath, field } from '../../../apimachinery/field-error.ts'
import { isDNS1123Subdomain } from '../../../apimachinery/validation/names.ts'
import { isValidPortNum } from '../../../apimachinery/validation/ports.ts'
import { urlError } from '../../../component-base/go/parse-url.ts'
import { registryDialect } from '../dialect.ts'

/** The errors of a webhook's clientConfig, which has either a URL or a service. */
export function validateClientConfig(
  { url, service }: WebhookClientConfig,
  path: FieldPath,
  minor: number,
): FieldError[] {
  if ((url == null) === (service == null))
    return [field.required(path, 'exactly one of url or service is required')]
  if (url != null) return validateURL(url, path.child('url'), minor)
  return validateService(service!, path.child('service'), minor)
}

const form = '; desired format: https://host[/path]'

/** The parts of a URL as Go's net/url has them; every part may be missing. */
const urlParts =
  /^(?:([A-Za-z][A-Za-z0-9+.-]*):)?(?:\/\/(?:([^/?#@]*)@)?([^/?#]*))?[^?#]*(?:\?([^#]*))?(?:#(.*))?$/s

function validateURL(url: string, path: FieldPath, minor: number): FieldError[] {
  const wrong = urlError(url, false)
  if (wrong !== undefined) return [field.required(path, `url must be a valid URL: ${wrong}${form}`)]
  const [, scheme = '', user, host = '', query = '', fragment = ''] = urlParts.exec(url) ?? []
  const errors: FieldError[] = []
  if (scheme.toLowerCase() !== 'https')
    errors.push(field.invalid(path, scheme.toLowerCase(), `'https' is the only allowed URL scheme${form}`))
  if (host === '')
    errors.push(field.invalid(path, host, `host must be ${registryDialect(minor).hostVerb}${form}`))
  if (user !== undefined)
    errors.push(field.invalid(path, user, 'user information is not permitted in the URL'))
  if (fragment !== '') errors.push(field.invalid(path, fragment, 'fragments are not permitted in the URL'))
  if (query !== '') errors.push(field.invalid(path, query, 'query parameters are not permitted in the URL'))
  return errors
}

function validateService(service: ServiceReference, path: FieldPath, minor: number): FieldError[] {
  const { port = 0 } = service
  const missing = (name: string): FieldError =>
    field.required(
      path.child(name),
      registryDialect(minor).explainsRequired ? `service ${name} is required` : '',
    )
  const texts = isValidPortNum(port)
  return [
    // @note Upstream takes the one for the other.
    ...(service.namespace ? [] : [missing('name')]),
    ...(service.name ? [] : [missing('namespace')]),
    ...(texts.length === 0
      ? []
      : [field.invalid(path.child('port'), port, `port is not valid: ${texts.join(', ')}`)]),
    ...validateServicePath(service.path ?? '', path.child('path')),
  ]
}

function validateServicePath(own: string, path: FieldPath): FieldError[] {
  if (own === '' || own === '/') return []
  if (own === '//') return [field.invalid(path, own, 'segment[0] may not be empty')]
  // The first byte goes, whatever it is: what is left of a longer character is no name.
  const rest = Buffer.from(own).subarray(1).toString()
  const steps = rest.replace(/\/$/, '').split('/')
  return [
    ...(own.startsWith('/') ? [] : [field.invalid(path, own, "must start with a '/'")]),
    ...steps.flatMap((step, i) =>
      step === ''
        ? [field.invalid(path, own, `segment[${i}] may not be empty`)]
        : isDNS1123Subdomain(step).map((text) => field.invalid(path, own, `segment[${i}]: ${text}`)),
    ),
  ]
}
