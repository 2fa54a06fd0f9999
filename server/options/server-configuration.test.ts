import { describe, expect, it } from 'vitest'
import { parseAuthentication } from './authentication-configuration.ts'
import { parseAuthorization } from './authorization-configuration.ts'
import { checkEgressConfiguration } from './egress-configuration.ts'
import { parseEncryptionConfiguration } from './encryption-configuration.ts'
import { checkTracingConfiguration } from './tracing-configuration.ts'

/** Reads a text as the file of a flag. */
const readers = {
  authentication: (text: string, minor: number) => parseAuthentication(text, minor, 'f'),
  authorization: (text: string, minor: number) =>
    parseAuthorization(text, {
      minor,
      gates: { known: () => true, enabled: () => true, unregistered: () => false },
      readFile: () => text,
    }),
  egress: (text: string, minor: number) => checkEgressConfiguration('f', minor, () => text),
  encryption: (text: string, minor: number) => parseEncryptionConfiguration(text, 'f', minor),
  tracing: (text: string, minor: number) => checkTracingConfiguration('f', minor, () => text),
}
type Reader = keyof typeof readers

function errorOf(reader: Reader, minor: number, type: string): string {
  const [apiVersion, kind] = type.split(' ')
  try {
    readers[reader](`apiVersion: ${apiVersion}\nkind: ${kind}\n`, minor)
    return 'none'
  } catch (error) {
    return (error as Error).message
  }
}

const config = 'apiserver.config.k8s.io'
const admission = `${config}/v1 AdmissionConfiguration`
const olderAdmission = 'apiserver.k8s.io/v1alpha1 AdmissionConfiguration'
const noAdmission = `${config}/v1alpha1 AdmissionConfiguration`
const oldEncryption = 'v1 EncryptionConfig'
const tracing = `${config}/v1 TracingConfiguration`
const unknown = (type: string, line: number): string => {
  const [apiVersion, kind] = type.split(' ')
  return `no kind "${kind}" is registered for version "${apiVersion}" in scheme "pkg/runtime/scheme.go:${line}"`
}

/** As kube-apiserver 1.30.14 and 1.36.3 say it. */
const told: readonly [Reader, number, string, string][] = [
  [
    'authentication',
    36,
    admission,
    'expected AuthenticationConfiguration, got *apiserver.AdmissionConfiguration',
  ],
  [
    'authentication',
    36,
    olderAdmission,
    'expected AuthenticationConfiguration, got *apiserver.AdmissionConfiguration',
  ],
  ['authentication', 36, noAdmission, unknown(noAdmission, 111)],
  [
    'authentication',
    36,
    oldEncryption,
    'expected AuthenticationConfiguration, got *apiserver.EncryptionConfiguration',
  ],
  ['authentication', 36, 'v1 Pod', unknown('v1 Pod', 111)],
  [
    'authorization',
    36,
    olderAdmission,
    'failed to load AuthorizationConfiguration from file: expected AuthorizationConfiguration, got *apiserver.AdmissionConfiguration',
  ],
  [
    'authorization',
    36,
    noAdmission,
    `failed to load AuthorizationConfiguration from file: ${unknown(noAdmission, 111)}`,
  ],
  [
    'authorization',
    30,
    oldEncryption,
    'failed to load AuthorizationConfiguration from file: expected AuthorizationConfiguration, got *apiserver.EncryptionConfiguration',
  ],
  [
    'authorization',
    30,
    tracing,
    `failed to load AuthorizationConfiguration from file: ${unknown(tracing, 100)}`,
  ],
  [
    'tracing',
    36,
    olderAdmission,
    'failed to read tracing config: unable to decode tracing configuration data: converting (v1alpha1.AdmissionConfiguration) to (apiserver.TracingConfiguration): unknown conversion',
  ],
  [
    'tracing',
    36,
    oldEncryption,
    'failed to read tracing config: unable to decode tracing configuration data: converting (v1.EncryptionConfiguration) to (apiserver.TracingConfiguration): unknown conversion',
  ],
  ['tracing', 36, tracing, 'none'],
  [
    'tracing',
    30,
    tracing,
    `failed to read tracing config: unable to decode tracing configuration data: ${unknown(tracing, 100)}`,
  ],
  [
    'egress',
    36,
    admission,
    `failed to read egress selector config: unexpected config type: ${config}/v1, Kind=AdmissionConfiguration`,
  ],
  [
    'egress',
    36,
    oldEncryption,
    'failed to read egress selector config: unexpected config type: /v1, Kind=EncryptionConfig',
  ],
  ['egress', 36, noAdmission, `failed to read egress selector config: ${unknown(noAdmission, 111)}`],
  ['egress', 36, 'apiserver.k8s.io/v1beta1 EgressSelectorConfiguration', 'none'],
  [
    'egress',
    30,
    admission,
    'failed to read egress selector config: invalid service configuration object "AdmissionConfiguration"',
  ],
  ['egress', 30, 'v1 EgressSelectorConfiguration', 'none'],
  [
    'encryption',
    36,
    tracing,
    `error while parsing file: got unexpected config type: ${config}/v1, Kind=TracingConfiguration`,
  ],
  [
    'encryption',
    30,
    tracing,
    `error while parsing file: error decoding encryption provider configuration file "f": ${unknown(tracing, 100)}`,
  ],
]

describe.each(told)('the file of %s at 1.%i with %s', (reader, minor, type, message) => {
  it('is told of as by a real server', () => {
    expect(errorOf(reader, minor, type)).toBe(message)
  })
})

it('has Go frame what an older release cannot read in an egress selector', () => {
  const read = (text: string) => () => checkEgressConfiguration('f', 30, () => text)
  expect(read('a: [\n')).toThrow(
    'failed to read egress selector config: error converting YAML to JSON: yaml: line 1: did not find expected node content',
  )
  expect(read('kind: EgressSelectorConfiguration\negressSelections: 7\n')).toThrow(
    'failed to read egress selector config: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal number into Go struct field EgressSelectorConfiguration.egressSelections of type []v1beta1.EgressSelection',
  )
})
