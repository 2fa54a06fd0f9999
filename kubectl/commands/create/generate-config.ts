// Upstream: kubectl/pkg/cmd/create/create_{namespace,serviceaccount,configmap,secret,secret_tls,secret_docker}.go

import type { JsonObject, KubeObject } from '../../../apimachinery/json.ts'
import { isEnvVarName } from '../../../apimachinery/validation/keys.ts'
import { goQuote } from '../../../component-base/go/quote.ts'
import { keyPairError } from '../../../component-base/go/x509.ts'
import { KubectlError } from '../../errors.ts'
import { contentHash } from '../../kustomize/generators.ts'
import type { Session } from '../../session.ts'
import type { Generator } from './generator.ts'
import { clusterMeta, objectMeta } from './typed.ts'

const keyPattern = /^[-._a-zA-Z0-9]+$/
const keyRule =
  "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name',  or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')"

interface Entries {
  data: Record<string, string>
  add: (key: string, value: string) => void
}

function entries(what: 'ConfigMap' | 'Secret', name: string): Entries {
  const data: Record<string, string> = {}
  return {
    data,
    add: (key, value) => {
      if (!keyPattern.test(key))
        throw new KubectlError(
          what === 'Secret'
            ? `"${key}" is not valid key name for a Secret ${keyRule}`
            : `"${key}" is not a valid key name for a ConfigMap: ${keyRule}`,
        )
      if (Object.hasOwn(data, key))
        throw new KubectlError(
          what === 'Secret'
            ? `cannot add key ${key}, another key by that name already exists`
            : `cannot add key "${key}", another key by that name already exists in Data for ConfigMap "${name}"`,
        )
      data[key] = value
    },
  }
}

async function readSources(session: Session, into: Entries): Promise<void> {
  const { flags } = session
  if (
    flags.strings('from-env-file').length > 0 &&
    (flags.strings('from-file').length > 0 || flags.strings('from-literal').length > 0)
  )
    throw new KubectlError('from-env-file cannot be combined with from-file or from-literal')
  for (const source of flags.strings('from-file')) await readFile(session, source, into)
  for (const source of flags.strings('from-env-file')) await readEnvFile(session, source, into)
  for (const literal of flags.strings('from-literal')) {
    const at = literal.indexOf('=')
    if (at <= 0) throw new KubectlError(`invalid literal source ${literal}, expected key=value`)
    into.add(literal.slice(0, at), literal.slice(at + 1).replace(/^(["'])(.*)\1$/s, '$2'))
  }
}

async function readFile(session: Session, source: string, into: Entries): Promise<void> {
  const { host } = session
  const at = source.indexOf('=')
  if (at === 0) throw new KubectlError(`key name for file path ${source.slice(1)} missing`)
  if (at > 0 && source.indexOf('=', at + 1) >= 0)
    throw new KubectlError("key names or file paths cannot contain '='")
  if (at === source.length - 1)
    throw new KubectlError(`file path for key name ${source.slice(0, at)} missing`)
  const path = source.slice(at + 1)
  const listed = await host.listFiles(path).catch(() => {
    throw new KubectlError(`error reading ${path}: no such file or directory`)
  })
  if (listed === undefined) {
    into.add(at < 0 ? path.slice(path.lastIndexOf('/') + 1) : source.slice(0, at), await host.readFile(path))
    return
  }
  if (at >= 0) throw new KubectlError('cannot give a key name for a directory path')
  for (const file of [...listed].sort()) {
    const inner = `${path.replace(/\/$/, '')}/${file}`
    if (keyPattern.test(file) && (await host.listFiles(inner)) === undefined)
      into.add(file, await host.readFile(inner))
  }
}

async function readEnvFile(session: Session, path: string, into: Entries): Promise<void> {
  const text = await session.host.readFile(path).catch(() => {
    throw new KubectlError(`error reading ${path}: no such file or directory`)
  })
  for (const line of text.split('\n')) {
    const trimmed = line.trimStart()
    if (trimmed === '' || trimmed.startsWith('#')) continue
    const at = trimmed.indexOf('=')
    const key = at < 0 ? trimmed : trimmed.slice(0, at)
    const problems = isEnvVarName(key)
    if (problems.length > 0)
      throw new KubectlError(`${goQuote(key)} is not a valid key name: ${problems.join(';')}`)
    if (at < 0) into.add(trimmed, session.host.env.get(trimmed) ?? '')
    else into.add(key, trimmed.slice(at + 1))
  }
}

async function configMap(session: Session, name: string): Promise<KubeObject> {
  const into = entries('ConfigMap', name)
  await readSources(session, into)
  const data = Object.keys(into.data).length === 0 ? {} : { data: into.data }
  return { apiVersion: 'v1', ...data, kind: 'ConfigMap', metadata: await objectMeta(session, { name }) }
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

async function secretOf(
  session: Session,
  name: string,
  type: string,
  data: Record<string, string>,
): Promise<KubeObject> {
  const encoded = Object.fromEntries(Object.entries(data).map(([key, value]) => [key, base64(value)]))
  return {
    apiVersion: 'v1',
    ...(Object.keys(encoded).length === 0 ? {} : { data: encoded }),
    kind: 'Secret',
    metadata: await objectMeta(session, { name }),
    ...(type === '' ? {} : { type }),
  }
}

async function genericSecret(session: Session, name: string): Promise<KubeObject> {
  const into = entries('Secret', name)
  await readSources(session, into)
  return secretOf(session, name, session.flags.string('type'), into.data)
}

async function tlsSecret(session: Session, name: string): Promise<KubeObject> {
  const { flags, host } = session
  const [cert, key] = [flags.string('cert'), flags.string('key')]
  if (cert === '' || key === '') throw new KubectlError('key and cert must be specified')
  const read = (path: string): Promise<string> =>
    host.readFile(path).catch(() => {
      throw new KubectlError(`Cannot read file ${path}, open ${path}: no such file or directory`)
    })
  const [certText, keyText] = [await read(cert), await read(key)]
  const wrong = keyPairError(certText, keyText)
  if (wrong !== undefined) throw new KubectlError(wrong)
  return secretOf(session, name, 'kubernetes.io/tls', { 'tls.crt': certText, 'tls.key': keyText })
}

async function dockerSecret(session: Session, name: string): Promise<KubeObject> {
  const { flags } = session
  const type = 'kubernetes.io/dockerconfigjson'
  if (flags.strings('from-file').length > 0) {
    const into = entries('Secret', name)
    await readSources(session, into)
    return secretOf(session, name, type, into.data)
  }
  const flag = (part: string): string => flags.string(`docker-${part}`)
  if (flag('username') === '' || flag('password') === '' || flag('server') === '')
    throw new KubectlError(
      'either --from-file or the combination of --docker-username, --docker-password and --docker-server is required',
    )
  const auth = {
    username: flag('username'),
    password: flag('password'),
    ...(flag('email') === '' ? {} : { email: flag('email') }),
    auth: base64(`${flag('username')}:${flag('password')}`),
  }
  return secretOf(session, name, type, {
    '.dockerconfigjson': JSON.stringify({ auths: { [flag('server')]: auth } }),
  })
}

const namespace = (session: Session, name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Namespace',
  metadata: clusterMeta(session, { name }),
  spec: {},
  status: {},
})

const serviceAccount = async (session: Session, name: string): Promise<KubeObject> => ({
  apiVersion: 'v1',
  kind: 'ServiceAccount',
  metadata: await objectMeta(session, { name }),
})

/** With --append-hash the name ends with the hash of the content. */
const hashed =
  (build: Generator['build']): Generator['build'] =>
  async (session, name) => {
    const object = await build(session, name)
    if (!session.flags.bool('append-hash')) return object
    const { data, kind, metadata } = object
    const type = object['type'] as string | undefined
    const content = { kind, type: type ?? '', ...(data === undefined ? {} : { data }) }
    return {
      ...object,
      metadata: { ...metadata, name: `${name}-${contentHash(content as unknown as JsonObject, name, {})}` },
    }
  }

/** Generators of ConfigMaps, Namespaces, Secrets and ServiceAccounts, by the words after `create`. */
export const configGenerators: Readonly<Record<string, Generator>> = {
  configmap: { build: hashed(configMap), failure: 'failed to create configmap:' },
  namespace: { build: namespace },
  'secret docker-registry': { build: hashed(dockerSecret), failure: 'failed to create secret' },
  'secret generic': { build: hashed(genericSecret), failure: 'failed to create secret' },
  'secret tls': { build: hashed(tlsSecret), failure: 'failed to create secret' },
  serviceaccount: { build: serviceAccount, failure: 'failed to create serviceaccount:' },
}
