// Upstream: staging/src/k8s.io/apiserver/pkg/util/webhook/webhook.go (LoadKubeconfig), client-go/tools/clientcmd/{client_config,validation}.go

import { posix } from 'node:path'
import { goQuote } from '../../apimachinery/field-error.ts'
import { ComponentConfigScheme } from '../../apimachinery/scheme/component-config.ts'
import type { GoTypes } from '../../apimachinery/scheme/go-types.ts'
import {
  badKubeconfig,
  nothingProvided,
  readKubeconfigFile,
} from '../../apimachinery/scheme/kubeconfig-file.ts'
import { rootsError } from '../../component-base/go/x509.ts'
import { recordedNextTo } from '../../component-base/release-facts.ts'
import { readOr } from '../../component-base/secure-serving.ts'
import { aggregate } from '../../featuregates/aggregate.ts'
import { type AuthInfo, type Credentials, credentialsOfUser, pemOf } from './auth-info.ts'
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
type User = AuthInfo & { readonly exec?: object; readonly 'auth-provider'?: object }
type Cluster = Texts & { readonly 'insecure-skip-tls-verify'?: boolean }
interface Named<T> {
  readonly name?: string
  readonly cluster?: T
  readonly user?: T
  readonly context?: T
}
interface Kubeconfig {
  readonly 'current-context'?: string
  readonly clusters?: readonly Named<Cluster>[]
  readonly users?: readonly Named<User>[]
  readonly contexts?: readonly Named<Texts>[]
}

/** Reads the text of a file; throws as node:fs does. */
type ReadFile = (path: string) => string

/** The webhook of the current context of a kubeconfig. Throws an Error with client-go's text. @param minor of the release */
export function webhookConnection(path: string, read: ReadFile, minor: number): WebhookConnection {
  const config = decoded(path, read, minor)
  const name = config['current-context'] ?? ''
  const context = named(config.contexts, name)?.context
  const [clusterName, userName] = [context?.['cluster'] ?? '', context?.['user'] ?? '']
  const cluster = named(config.clusters, clusterName)?.cluster ?? {}
  const user = named(config.users, userName)?.user ?? {}
  const files = filesBeside(path, read)
  const errors = [
    ...(name !== '' && context === undefined ? [`context was not found for specified context: ${name}`] : []),
    ...userErrors(user, userName, files),
  ]
  const isEmpty = Object.values(cluster).every((value) => value === undefined || value === '')
  if (isEmpty && errors.length === 0) throw new Error(nothingProvided)
  errors.push(...clusterErrors(cluster, isEmpty, clusterName, files))
  if (errors.length > 0) throw new Error(`invalid configuration: ${aggregate(errors)}`)
  for (const key of ['exec', 'auth-provider'] as const)
    if (user[key] != null)
      throw new Error(
        `kubeconfig ${path}: users[].user.${key} of ${goQuote(userName)} is not simulated: use a token or a certificate`,
      )
  return { target: targetOf(cluster, files), credentials: credentialsOfUser(user, files.read) }
}

function decoded(path: string, read: ReadFile, minor: number): Kubeconfig {
  const fields = readKubeconfigFile(path, read, minor)
  const scheme = new ComponentConfigScheme(recordedNextTo(minor), types)
  try {
    return scheme.decode('clientcmd/v1', 'Config', fields).value as Kubeconfig
  } catch (error) {
    throw new Error(badKubeconfig(path, (error as Error).message), { cause: error })
  }
}

/** The files that a kubeconfig names: their paths are seen from its folder. */
interface NamedFiles {
  at(file: string): string
  /** Throws an Error with Go's text. */
  read(file: string): string
}

function filesBeside(kubeconfig: string, read: ReadFile): NamedFiles {
  const at = (file: string): string => posix.resolve(posix.dirname(kubeconfig), file)
  return {
    at,
    read(file) {
      const found = readOr(at(file), read)
      if ('error' in found) throw new Error(found.error)
      return found.text
    },
  }
}

const named = <T>(list: readonly Named<T>[] | undefined, name: string): Named<T> | undefined =>
  list?.find((one) => one.name === name)

/** @param file that a kubeconfig names; empty or undefined: it names none */
function unreadable(what: string, file: string | undefined, of: string, files: NamedFiles): string[] {
  if (!file) return []
  try {
    files.read(file)
    return []
  } catch (error) {
    return [`unable to read ${what} ${files.at(file)} for ${of} due to ${(error as Error).message}`]
  }
}

/** Upstream: validateAuthInfo */
function userErrors(user: User, name: string, files: NamedFiles): string[] {
  const showsCertificate = user['client-certificate'] || user['client-certificate-data']
  const errors = showsCertificate ? certificateErrors(user, name, files) : []
  const methods = [...(user.token ? ['token'] : []), ...(user.username || user.password ? ['basicAuth'] : [])]
  if (methods.length > 1)
    errors.push(
      `more than one authentication method found for ${name}; found [${methods.join(' ')}], only one is allowed`,
    )
  return errors
}

function certificateErrors(user: User, name: string, files: NamedFiles): string[] {
  const { 'client-certificate': cert, 'client-certificate-data': certData } = user
  const { 'client-key': key, 'client-key-data': keyData } = user
  const errors: string[] = []
  if (cert && certData)
    errors.push(
      `client-cert-data and client-cert are both specified for ${name}. client-cert-data will override.`,
    )
  if (key && keyData)
    errors.push(
      `client-key-data and client-key are both specified for ${name}; client-key-data will override`,
    )
  if (!key && !keyData)
    errors.push(
      `client-key-data or client-key must be specified for ${name} to use the clientCert authentication method.`,
    )
  return [
    ...errors,
    ...unreadable('client-cert', cert, name, files),
    ...unreadable('client-key', key, name, files),
  ]
}

/** Upstream: validateClusterInfo */
function clusterErrors(cluster: Cluster, isEmpty: boolean, name: string, files: NamedFiles): string[] {
  const errors: string[] = []
  if (isEmpty) errors.push('cluster has no server defined')
  else if (!cluster.server) errors.push(`no server found for cluster ${goQuote(name)}`)
  if (cluster['certificate-authority'] && cluster['certificate-authority-data'])
    errors.push(
      `certificate-authority-data and certificate-authority are both specified for ${name}. certificate-authority-data will override.`,
    )
  return [...errors, ...unreadable('certificate-authority', cluster['certificate-authority'], name, files)]
}

/** Throws an Error with client-go's text. */
function targetOf(cluster: Cluster, files: NamedFiles): WebhookClientConfig {
  const bundle =
    pemOf(cluster['certificate-authority-data'], cluster['certificate-authority'], files.read) ?? ''
  const why = rootsError(bundle)
  if (why !== undefined) throw new Error(`unable to load root certificates: ${why}`)
  return {
    url: serverURL(cluster.server!),
    caBundle: Buffer.from(bundle).toString('base64'),
    serverName: cluster['tls-server-name'] || undefined,
    skipsVerification: cluster['insecure-skip-tls-verify'] === true,
  }
}

/** A host alone is asked over HTTP. Upstream: client-go/rest/url_utils.go (DefaultServerURL) */
function serverURL(host: string): string {
  const url = /^[a-z][a-z0-9+.-]*:\/\/[^/]/i.test(host) ? host : `http://${host}`
  if (!URL.canParse(url) || !/^https?:\/\/[^/:?#]/i.test(url))
    throw new Error(`host must be a URL or a host:port pair: ${goQuote(host)}`)
  return url
}
