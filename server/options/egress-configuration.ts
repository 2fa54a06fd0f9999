// Upstream: apiserver/pkg/server/egressselector/config.go, apiserver/pkg/server/options/egress_selector.go
import { aggregateText, type FieldError, FieldPath, field } from '../../apimachinery/field-error.ts'
import { isObject, type JsonObject } from '../../apimachinery/json.ts'
import { parseYaml } from '../../apimachinery/scheme/parse-yaml.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { goQuote } from '../../component-base/go/quote.ts'
import { type ReadText, unreadable } from '../../component-base/secure-serving.ts'
import { optionsDialect } from './dialect.ts'
import { type ConfigurationKind, decodeServerConfiguration } from './server-configuration.ts'
import { StartupError } from './startup-error.ts'

const kind = 'EgressSelectorConfiguration'

const egressKind: ConfigurationKind = {
  kind,
  types: {
    [kind]: [
      ' TypeMeta ~apimachinery.pkg.apis.meta.v1.TypeMeta i',
      'egressSelections EgressSelections []EgressSelection',
    ],
    EgressSelection: ['name Name string', 'connection Connection Connection'],
    Connection: ['proxyProtocol ProxyProtocol string o', 'transport Transport *Transport o'],
    Transport: ['tcp TCP *TCPTransport o', 'uds UDS *UDSTransport o'],
    TCPTransport: ['url URL string o', 'tlsConfig TLSConfig *TLSConfig o'],
    UDSTransport: ['udsName UDSName string o'],
    TLSConfig: [
      'caBundle CABundle string o',
      'clientKey ClientKey string o',
      'clientCert ClientCert string o',
      'tlsServerName TLSServerName string o',
    ],
  },
  strict: true,
  instead: ({ shown }) => `unexpected config type: ${shown}`,
}

interface TLSConfig {
  caBundle?: string
  clientKey?: string
  clientCert?: string
}
interface Transport {
  tcp?: { url?: string; tlsConfig?: TLSConfig }
  uds?: { udsName?: string }
}
interface Selection {
  name?: string
  connection?: { proxyProtocol?: string; transport?: Transport }
}

/** Checks the file of --egress-selector-config-file. Throws a {@link StartupError} with upstream's text. */
export function checkEgressConfiguration(path: string, minor: number, read: ReadText): void {
  let selections: Selection[]
  try {
    selections = decode(textOf(path, read), minor)
  } catch (error) {
    throw new StartupError(`failed to read egress selector config: ${(error as Error).message}`, {
      cause: error,
    })
  }
  const errors = [
    ...selections.flatMap((one) => connectionErrors(one.connection ?? {}, read)),
    ...nameErrors(selections),
  ]
  if (errors.length > 0)
    throw new StartupError(`failed to validate egress selector configuration: ${aggregateText(errors)}`)
}

function textOf(path: string, read: ReadText): string {
  try {
    return read(path)
  } catch (error) {
    throw new Error(
      `unable to read egress selector configuration from ${goQuote(path)} [${fileError(error, 'open', path)}]`,
    )
  }
}

function decode(text: string, minor: number): Selection[] {
  const value = optionsDialect(minor).decodesServerFilesStrictly
    ? decodeServerConfiguration(text, egressKind, minor)
    : decodedLoosely(text, minor)
  const { egressSelections } = value as { egressSelections?: Selection[] | null }
  // The control plane had another name once. Upstream: apis/apiserver/v1beta1/conversion.go
  return (egressSelections ?? []).map((one) =>
    one.name === 'master' ? { ...one, name: 'controlplane' } : one,
  )
}

/** As one of v1beta1, whatever apiVersion it has. Upstream: sigs.k8s.io/yaml (Unmarshal) */
function decodedLoosely(text: string, minor: number): Record<string, unknown> {
  const { value } = framed('error converting YAML to JSON', () => parseYaml(text))
  const given = isObject(value) && typeof value['kind'] === 'string' ? value['kind'] : ''
  if (given !== kind) throw new Error(`invalid service configuration object ${goQuote(given)}`)
  const v1beta1 = JSON.stringify({ ...(value as JsonObject), apiVersion: 'apiserver.k8s.io/v1beta1' })
  return framed('error unmarshaling JSON: while decoding JSON', () =>
    decodeServerConfiguration(v1beta1, { ...egressKind, strict: false }, minor),
  )
}

function framed<T>(frame: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new Error(`${frame}: ${(error as Error).message}`, { cause: error })
  }
}

const at = FieldPath.of('service', 'connection')

function connectionErrors(
  { proxyProtocol = '', transport }: NonNullable<Selection['connection']>,
  read: ReadText,
): FieldError[] {
  switch (proxyProtocol) {
    case 'Direct':
      return transport === undefined
        ? []
        : [field.invalid(at.child('transport'), 'direct', 'config must be absent for direct connect')]
    case 'HTTPConnect':
      return connectErrors(transport, read)
    case 'GRPC':
      return grpcErrors(transport)
    default:
      return [field.notSupported(at.child('protocol'), proxyProtocol, ['Direct', 'HTTPConnect', 'GRPC'])]
  }
}

function connectErrors(transport: Transport | undefined, read: ReadText): FieldError[] {
  if (transport === undefined)
    return [field.required(at.child('transport'), 'transport must be set for HTTPConnect')]
  const { tcp, uds } = transport
  if (tcp !== undefined && uds !== undefined)
    return [field.invalid(at.child('tcp'), tcp, 'TCP and UDS cannot both be set')]
  if (tcp !== undefined) return tcpErrors(tcp, read)
  return uds === undefined
    ? [field.required(at.child('tcp'), 'One of TCP or UDS must be set')]
    : socketErrors(uds)
}

function grpcErrors(transport: Transport | undefined): FieldError[] {
  if (transport === undefined)
    return [field.required(at.child('transport'), 'transport must be set for GRPC')]
  return transport.uds === undefined
    ? [field.required(at.child('uds'), 'UDS must be set with GRPC')]
    : socketErrors(transport.uds)
}

const socketErrors = ({ udsName = '' }: NonNullable<Transport['uds']>): FieldError[] =>
  udsName === '' ? [field.invalid(at.child('udsName'), 'nil', 'must be present for UDS connections')] : []

function tcpErrors({ url = '', tlsConfig }: NonNullable<Transport['tcp']>, read: ReadText): FieldError[] {
  if (url.startsWith('https://')) return tlsErrors(tlsConfig, read)
  if (!url.startsWith('http://'))
    return [field.invalid(at.child('url'), url, 'supported connection protocols are http:// and https://')]
  return tlsConfig === undefined
    ? []
    : [field.invalid(at.child('tlsConfig'), 'nil', 'config must not be present when using HTTP')]
}

function tlsErrors(config: TLSConfig | undefined, read: ReadText): FieldError[] {
  const path = at.child('tlsConfig')
  if (config === undefined) return [field.required(path, 'TLSConfig must be present when using HTTPS')]
  const { caBundle = '', clientCert = '', clientKey = '' } = config
  const missing = (name: string, file: string, what: string): FieldError[] =>
    unreadable(file, read) === undefined
      ? []
      : [field.invalid(path.child(name), file, `TLS ${what} does not exist`)]
  const needed = (name: string, file: string, without: string, what: string): FieldError[] =>
    file === '' ? [field.invalid(path.child(name), 'nil', without)] : missing(name, file, what)
  return [
    ...(caBundle === '' ? [] : missing('caBundle', caBundle, 'config ca bundle')),
    ...needed('clientCert', clientCert, 'Using TLS requires clientCert', 'client cert'),
    ...needed('clientKey', clientKey, 'Using TLS requires requires clientKey', 'client key'),
  ]
}

const services = ['cluster', 'controlplane', 'etcd']

function nameErrors(selections: readonly Selection[]): FieldError[] {
  const seen = new Set<string>()
  return selections.flatMap(({ name: given = '' }, i) => {
    const name = given.toLowerCase()
    if (seen.has(name)) return [field.duplicate(at.index(i), name)]
    seen.add(name)
    return services.includes(name) ? [] : [field.notSupported(at, name, services)]
  })
}
