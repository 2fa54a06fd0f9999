// Upstream: staging/src/k8s.io/apimachinery/pkg/util/validation/validation.go (keys of config maps, environment variables, …)
import { byteLength, emptyError, maxLenError, regexError } from './messages.ts'

function parentDirectoryErrors(value: string): string[] {
  if (value === '.') return ["must not be '.'"]
  if (value === '..') return ["must not be '..'"]
  return value.startsWith('..') ? ["must not start with '..'"] : []
}

/** The errors of a key of a ConfigMap or Secret; none for a valid key. */
export function isConfigMapKey(value: string): string[] {
  const errors = byteLength(value) > 253 ? [maxLenError(253)] : []
  if (!/^[-._a-zA-Z0-9]+$/.test(value)) {
    const text = "a valid config key must consist of alphanumeric characters, '-', '_' or '.'"
    errors.push(regexError(text, '[-._a-zA-Z0-9]+', 'key.name', 'KEY_NAME', 'key-name'))
  }
  return [...errors, ...parentDirectoryErrors(value)]
}

/** The errors of a C-like environment variable name, in which dots and dashes are allowed; none for a valid name. */
export function isEnvVarName(value: string): string[] {
  const errors: string[] = []
  if (!/^[-._a-zA-Z][-._a-zA-Z0-9]*$/.test(value)) {
    const text =
      "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit"
    errors.push(regexError(text, '[-._a-zA-Z][-._a-zA-Z0-9]*', 'my.env-name', 'MY_ENV.NAME', 'MyEnvName1'))
  }
  return [...errors, ...parentDirectoryErrors(value)]
}

/** The errors of an environment variable name with RelaxedEnvironmentVariableValidation; none for a valid name. */
export function isRelaxedEnvVarName(value: string): string[] {
  const errors = value === '' ? [`environment variable name ${emptyError}`] : []
  if (/[^\x20-\x3c\x3e-\x7e]/.test(value))
    errors.push(
      "a valid environment variable name must consist only of printable ASCII characters other than '='",
    )
  return errors
}

/** The errors of a text that should be a percentage, `10%`; none for a valid one. */
export function isValidPercent(value: string): string[] {
  if (/^[0-9]+%$/.test(value)) return []
  return [
    regexError(
      "a valid percent string must be a numeric string followed by an ending '%'",
      '[0-9]+%',
      '1%',
      '93%',
    ),
  ]
}

/** The errors of an HTTP header's name, for probes; none for a valid name. */
export function isHTTPHeaderName(value: string): string[] {
  if (/^[-A-Za-z0-9]+$/.test(value)) return []
  return [
    regexError(
      "a valid HTTP header must consist of alphanumeric characters or '-'",
      '[-A-Za-z0-9]+',
      'X-Header-Name',
    ),
  ]
}
