import { readFileSync } from 'node:fs'
import { parse } from '../component-base/yaml.ts'

/** The URL of a server and the credentials for it. PEM texts, not paths. */
export interface ClientConfig {
  /** The URL of the server: `https://127.0.0.1:6443`. */
  server: string
  ca?: string
  cert?: string
  key?: string
  token?: string
  insecure?: boolean
  namespace?: string
}

/** The parts of a client's configuration that a connection depends on: the server and the TLS material. */
export type ConnectionConfig = Pick<ClientConfig, 'server' | 'ca' | 'cert' | 'key' | 'insecure'>

interface Named<T> {
  name: string
  cluster?: T
  user?: T
  context?: T
}
interface KubeconfigFile {
  'current-context'?: string
  clusters?: Named<{
    server?: string
    'certificate-authority-data'?: string
    'certificate-authority'?: string
    'insecure-skip-tls-verify'?: boolean
  }>[]
  users?: Named<{
    token?: string
    tokenFile?: string
    'client-certificate-data'?: string
    'client-key-data'?: string
    'client-certificate'?: string
    'client-key'?: string
  }>[]
  contexts?: Named<{ cluster?: string; user?: string; namespace?: string }>[]
}

/**
 * The content of a kubeconfig's text. JSON, which {@link formatKubeconfig} writes, is read as such: as YAML it takes hundreds
 * of times as long. Throws a YAMLParseError.
 */
export function readKubeconfig(text: string): unknown {
  if (!text.startsWith('{')) return parse(text)
  try {
    return JSON.parse(text)
  } catch {
    return parse(text)
  }
}

interface ParseOptions {
  context?: string
  readText?: (path: string) => string
}

/** What was read last: a thousand nodes of a process have one kubeconfig, whose certificates are kept once then. */
let last: { readonly text: string; readonly config: Readonly<ClientConfig> } | undefined

/** The server and user of a kubeconfig's current context. @param readText reads files that it names (default: the host's) */
export function parseKubeconfig(text: string, options: ParseOptions = {}): Readonly<ClientConfig> {
  if (last?.text === text && options.context === undefined) return last.config
  const read = options.readText ?? ((path: string) => readFileSync(path, 'utf8'))
  let isWhole = options.context === undefined
  const config = configIn((readKubeconfig(text) ?? {}) as KubeconfigFile, {
    ...options,
    readText(path) {
      isWhole = false
      return read(path)
    },
  })
  if (isWhole) last = { text, config: Object.freeze(config) }
  return config
}

function configIn(
  file: KubeconfigFile,
  { readText: read, ...options }: ParseOptions & Required<Pick<ParseOptions, 'readText'>>,
): ClientConfig {
  const name = options.context ?? file['current-context']
  const context = file.contexts?.find((c) => c.name === name)?.context ?? {}
  const cluster = file.clusters?.find((c) => c.name === context.cluster)?.cluster
  const user = file.users?.find((u) => u.name === context.user)?.user ?? {}
  if (cluster?.server === undefined)
    throw new Error('invalid configuration: no configuration has been provided')
  const pem = (data: string | undefined, path: string | undefined): string | undefined =>
    data !== undefined
      ? Buffer.from(data, 'base64').toString('utf8')
      : path === undefined
        ? undefined
        : read(path)
  const config: ClientConfig = { server: cluster.server.replace(/\/$/, '') }
  const optional: Partial<ClientConfig> = {
    ca: pem(cluster['certificate-authority-data'], cluster['certificate-authority']),
    cert: pem(user['client-certificate-data'], user['client-certificate']),
    key: pem(user['client-key-data'], user['client-key']),
    token: user.token ?? (user.tokenFile === undefined ? undefined : read(user.tokenFile).trim()),
    insecure: cluster['insecure-skip-tls-verify'],
    namespace: context.namespace,
  }
  return Object.assign(
    config,
    Object.fromEntries(Object.entries(optional).filter(([, v]) => v !== undefined)),
  )
}

/**
 * Parses a kubeconfig as {@link parseKubeconfig} does, with its files read by `readFile`, since they are on another disk than
 * the host's. Rejects as `readFile` does.
 */
export async function loadKubeconfig(
  text: string,
  readFile: (path: string) => Promise<string>,
  context?: string,
): Promise<ClientConfig> {
  const files = new Map<string, string>()
  const named: string[] = []
  const options = context === undefined ? {} : { context }
  const file = (readKubeconfig(text) ?? {}) as KubeconfigFile
  configIn(file, {
    ...options,
    readText: (path) => {
      named.push(path)
      return ''
    },
  })
  for (const path of named) files.set(path, await readFile(path))
  return configIn(file, { ...options, readText: (path) => files.get(path) ?? '' })
}

/** A kubeconfig with all credentials inline, for any client. */
export function formatKubeconfig(config: ClientConfig, name = 'kepsim'): string {
  const base64 = (text: string): string => Buffer.from(text).toString('base64')
  const cluster: Record<string, unknown> = { server: config.server }
  if (config.ca !== undefined) cluster['certificate-authority-data'] = base64(config.ca)
  if (config.insecure === true) cluster['insecure-skip-tls-verify'] = true
  const user: Record<string, unknown> = {}
  if (config.token !== undefined) user['token'] = config.token
  if (config.cert !== undefined) user['client-certificate-data'] = base64(config.cert)
  if (config.key !== undefined) user['client-key-data'] = base64(config.key)
  // JSON is YAML, and a kubeconfig is read by machines.
  return `${JSON.stringify(
    {
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name, cluster }],
      users: [{ name, user }],
      contexts: [
        {
          name,
          context: {
            cluster: name,
            user: name,
            ...(config.namespace === undefined ? {} : { namespace: config.namespace }),
          },
        },
      ],
      'current-context': name,
    },
    undefined,
    2,
  )}\n`
}
