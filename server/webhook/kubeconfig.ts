// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (LoadKubeconfig), client-go/tools/clientcmd/{client_config,validation}.go
import { posix } from 'node:path'
import { goQuote } from '../../apimachinery/field-error.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import { readDocument } from '../../apimachinery/scheme/config-document.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import { notRegistered } from '../../apimachinery/scheme/not-registered.ts'
import { fileError } from '../../component-base/go/file-error.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import type { Credentials } from './auth-info.ts'
import type { WebhookClientConfig } from './client-config.ts'

/** A webhook that a kubeconfig leads to: where it is, and what it is shown. */
export interface WebhookConnection {
  readonly target: WebhookClientConfig
  readonly credentials: Credentials
}

const types: GoTypes = {
  'io.k8s.client-go.clientcmd.v1': {
    group: 'clientcmd',
    version: 'v1',
    name: 'v1',
    kinds: ['Config'],
    types: {
      Config: [
        'kind Kind string o',
        'apiVersion APIVersion string o',
        'clusters Clusters []NamedCluster',
        'users AuthInfos []NamedAuthInfo',
        'contexts Contexts []NamedContext',
        'current-context CurrentContext string',
      ],
      NamedCluster: ['name Name string', 'cluster Cluster Cluster'],
      Cluster: [
        'server Server string',
        'tls-server-name TLSServerName string o',
        'insecure-skip-tls-verify InsecureSkipTLSVerify bool o',
        'certificate-authority CertificateAuthority string o',
        'certificate-authority-data CertificateAuthorityData []byte o',
      ],
      NamedAuthInfo: ['name Name string', 'user AuthInfo AuthInfo'],
      AuthInfo: [
        'client-certificate ClientCertificate string o',
        'client-certificate-data ClientCertificateData []byte o',
        'client-key ClientKey string o',
        'client-key-data ClientKeyData []byte o',
        'token Token string o',
        'tokenFile TokenFile string o',
        'username Username string o',
        'password Password string o',
        'exec Exec *ExecConfig',
        'auth-provider AuthProvider *AuthProviderConfig',
      ],
      ExecConfig: ['command Command string'],
      AuthProviderConfig: ['name Name string'],
      NamedContext: ['name Name string', 'context Context Context'],
      Context: ['cluster Cluster string', 'user AuthInfo string'],
    },
  },
}

type Texts = Readonly<Record<string, string | undefined>>
interface Named<T> {
  readonly name?: string
  readonly cluster?: T
  readonly user?: T
  readonly context?: T
}
interface Kubeconfig {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<Texts & { readonly 'insecure-skip-tls-verify'?: boolean }>[]
  readonly users?: readonly Named<Texts & { readonly exec?: object; readonly 'auth-provider'?: object }>[]
  readonly contexts?: readonly Named<Texts>[]
}

/** Reads the text of a file; throws as node:fs does. */
type ReadFile = (path: string) => string

const nothingProvided =
  'no configuration has been provided, try setting KUBERNETES_MASTER environment variable'

/** The webhook of the current context of a kubeconfig. Throws an Error with client-go's text. @param minor of the release */
export function webhookConnection(path: string, read: ReadFile, minor: number): WebhookConnection {
  const config = load(path, read, minor)
  const name = config['current-context'] ?? ''
  const context = named(config.contexts, name)?.context
  const errors =
    name !== '' && context === undefined ? [`context was not found for specified context: ${name}`] : []
  const [clusterName, userName] = [context?.['cluster'] ?? '', context?.['user'] ?? '']
  const cluster = named(config.clusters, clusterName)?.cluster
  const user = named(config.users, userName)?.user ?? {}
  const at = (file: string | undefined): string | undefined =>
    file === undefined || file === '' ? undefined : posix.resolve(posix.dirname(path), file)
  const ca = at(cluster?.['certificate-authority'])
  errors.push(...userErrors(user, userName, at, read))
  const isEmpty =
    cluster === undefined || Object.values(cluster).every((value) => value === undefined || value === '')
  if (isEmpty && errors.length === 0) throw new Error(`invalid configuration: ${nothingProvided}`)
  if (isEmpty) errors.push('cluster has no server defined')
  else if (!cluster.server) errors.push(`no server found for cluster ${goQuote(clusterName)}`)
  if (ca !== undefined && cluster?.['certificate-authority-data'])
    errors.push(
      `certificate-authority-data and certificate-authority are both specified for ${clusterName}. certificate-authority-data will override.`,
    )
  errors.push(...unreadable('certificate-authority', ca, clusterName, read))
  if (errors.length > 0) throw new Error(`invalid configuration: ${aggregate(errors)}`)
  for (const key of ['exec', 'auth-provider'] as const)
    if (user[key] != null)
      throw new Error(
        `kubeconfig ${path}: users[].user.${key} of ${goQuote(userName)} is not simulated: use a token or a certificate`,
      )
  const bundle = data(cluster?.['certificate-authority-data']) ?? (ca === undefined ? '' : read(ca))
  if (bundle !== '' && !bundle.includes('-----BEGIN CERTIFICATE-----'))
    throw new Error('unable to load root certificates: unable to parse bytes as PEM block')
  return {
    target: {
      url: serverURL(cluster!.server!),
      caBundle: Buffer.from(bundle).toString('base64'),
      serverName: cluster!['tls-server-name'] || undefined,
      skipsVerification: cluster!['insecure-skip-tls-verify'] === true,
    },
    credentials: credentialsOf(user, at, read),
  }
}

function load(path: string, read: ReadFile, minor: number): Kubeconfig {
  let text: string
  try {
    text = read(path)
  } catch (error) {
    const missing = ((error as { code?: string }).code ?? 'ENOENT') === 'ENOENT'
    throw new Error(
      missing
        ? fileError(error, 'stat', path)
        : `error loading config file "${path}": ${fileError(error, 'open', path)}`,
    )
  }
  try {
    if (text.trim() === '') return {}
    const { apiVersion, kind, value } = readDocument(text)
    if (apiVersion !== 'v1' || kind !== 'Config') throw new Error(notRegistered(kind, apiVersion, minor))
    const scheme = new ComponentConfigScheme(recordedNextTo(minor), types)
    return scheme.decode('clientcmd/v1', 'Config', value).value as Kubeconfig
  } catch (error) {
    throw new Error(`error loading config file "${path}": ${(error as Error).message}`, { cause: error })
  }
}

const named = <T>(list: readonly Named<T>[] | undefined, name: string): Named<T> | undefined =>
  list?.find((one) => one.name === name)

const data = (text: string | undefined): string | undefined =>
  text === undefined || text === '' ? undefined : Buffer.from(text, 'base64').toString('utf8')

function unreadable(what: string, path: string | undefined, of: string, read: ReadFile): string[] {
  if (path === undefined) return []
  try {
    read(path)
    return []
  } catch (error) {
    return [`unable to read ${what} ${path} for ${of} due to ${fileError(error, 'open', path)}`]
  }
}

/** Upstream: validateAuthInfo */
function userErrors(
  user: Texts,
  name: string,
  at: (file: string | undefined) => string | undefined,
  read: ReadFile,
): string[] {
  const errors: string[] = []
  const has = (...keys: string[]): boolean => keys.some((key) => (user[key] ?? '') !== '')
  if (has('client-certificate', 'client-certificate-data')) {
    if (has('client-certificate') && has('client-certificate-data'))
      errors.push(
        `client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`,
      )
    if (has('client-key') && has('client-key-data'))
      errors.push(
        `client-key-data and client-key are both specified for ${name}; client-key-data will override`,
      )
    if (!has('client-key', 'client-key-data'))
      errors.push(
        `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
      )
    errors.push(...unreadable('client-cert', at(user['client-certificate']), name, read))
    errors.push(...unreadable('client-key', at(user['client-key']), name, read))
  }
  const methods = [...(has('token') ? ['token'] : []), ...(has('username', 'password') ? ['basicAuth'] : [])]
  if (methods.length > 1)
    errors.push(
      `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`,
    )
  return errors
}

function credentialsOf(
  user: Texts,
  at: (file: string | undefined) => string | undefined,
  read: ReadFile,
): Credentials {
  const text = (key: string): string | undefined => {
    const file = at(user[key])
    return data(user[`${key}-data`]) ?? (file === undefined ? undefined : read(file))
  }
  const tokenFile = at(user['tokenFile'])
  return {
    token: tokenFile === undefined ? user['token'] || undefined : read(tokenFile).trim(),
    username: user['username'] || undefined,
    password: user['password'] || undefined,
    cert: text('client-certificate'),
    key: text('client-key'),
  }
}

/** A host alone is asked over HTTP. Upstream: client-go/rest/url_utils.go (DefaultServerURL) */
function serverURL(host: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(host) ? host : `http://${host}`
  if (!URL.canParse(url) || !/^https?:\/\/[^/:?#]/i.test(url))
    throw new Error(`host must be a URL or a host:port pair: ${goQuote(host)}`)
  return url
}
