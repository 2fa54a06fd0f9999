// Upstream: kubectl/pkg/cmd/config

import { KubectlError } from '../../errors.ts'
import type { Kubeconfig, NamedEntry } from '../../kubeconfig-files.ts'
import { structuredPrinter, unknownFormat } from '../../printers/printer.ts'
import { TableWriter } from '../../printers/tab-writer.ts'
import type { Run } from '../../run.ts'
import type { Session } from '../../session.ts'
import { commandDialect } from '../dialect.ts'
import { setProperty, unsetProperty } from './property.ts'

type Section = 'clusters' | 'contexts' | 'users'

const commands: Readonly<Record<string, Run>> = {
  'current-context': currentContext,
  'delete-cluster': (s, w) => deleteEntry(s, w, 'clusters', 'cluster'),
  'delete-context': (s, w) => deleteEntry(s, w, 'contexts', 'context'),
  'delete-user': (s, w) => deleteEntry(s, w, 'users', 'user'),
  'get-clusters': (s) => listNames(s, 'clusters'),
  'get-contexts': getContexts,
  'get-users': (s) => listNames(s, 'users'),
  'rename-context': renameContext,
  set: setProperty,
  'set-cluster': (s, w) => setEntry(s, w, 'clusters', 'cluster', clusterFields),
  'set-context': setContext,
  'set-credentials': (s, w) => setEntry(s, w, 'users', 'user', userFields),
  unset: unsetProperty,
  'use-context': useContext,
  view,
}

/** The subcommand of `kubectl config` of that name, which the command tree has. */
export const configCommand = (name: string): Run => commands[name]!

const entries = (config: Kubeconfig | undefined, section: Section): NamedEntry[] => config?.[section] ?? []
const find = (config: Kubeconfig | undefined, section: Section, name: string): NamedEntry | undefined =>
  entries(config, section).find((e) => e.name === name)

async function currentContext(session: Session): Promise<number> {
  const name = (await session.kubeconfig.load())?.['current-context'] ?? ''
  if (name === '') throw new KubectlError('current-context is not set')
  session.host.stdout(`${name}\n`)
  return 0
}

async function useContext(session: Session, words: string[]): Promise<number> {
  const [name, ...rest] = words
  if (name === undefined || rest.length > 0) throw new KubectlError(`Unexpected args: [${words.join(' ')}]`)
  if (find(await session.kubeconfig.load(), 'contexts', name) === undefined)
    throw new KubectlError(`no context exists with the name: "${name}"`)
  const { path, config } = await session.kubeconfig.target()
  await session.kubeconfig.write(path, { ...config, 'current-context': name })
  session.host.stdout(`Switched to context "${name}".\n`)
  return 0
}

async function listNames(session: Session, section: Section): Promise<number> {
  const names = entries(await session.kubeconfig.load(), section).map((e) => e.name)
  session.host.stdout(['NAME', ...names.sort()].map((name) => `${name}\n`).join(''))
  return 0
}

async function getContexts(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  const config = await session.kubeconfig.load()
  const output = flags.string('output')
  if (output !== '' && output !== 'name')
    throw new KubectlError(`output must be one of '' or 'name': ${output}`)
  const found = entries(config, 'contexts')
    .filter((c) => words.length === 0 || words.includes(c.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
  const missing = words.find((word) => !found.some((c) => c.name === word))
  if (output === 'name') host.stdout(found.map((c) => `${c.name}\n`).join(''))
  else {
    const rows = found.map((c) => {
      const context = (c['context'] ?? {}) as { cluster?: string; user?: string; namespace?: string }
      const mark = c.name === config?.['current-context'] ? '*' : ''
      return [mark, c.name, context.cluster ?? '', context.user ?? '', context.namespace ?? '']
    })
    const head = ['CURRENT', 'NAME', 'CLUSTER', 'AUTHINFO', 'NAMESPACE']
    host.stdout(new TableWriter().write(flags.bool('no-headers') ? rows : [head, ...rows]))
  }
  if (missing !== undefined) throw new KubectlError(`context ${missing} not found`)
  return 0
}

const hidden: Readonly<Record<string, string>> = {
  'certificate-authority-data': 'DATA+OMITTED',
  'client-certificate-data': 'DATA+OMITTED',
  'client-key-data': 'DATA+OMITTED',
  token: 'REDACTED',
  password: 'REDACTED',
}

function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([k, v]) => [k, Object.hasOwn(hidden, k) ? hidden[k] : redacted(v)]),
  )
}

/** The sections in the order and with the fields that kubectl writes. */
function normalized(session: Session, config: Kubeconfig): Kubeconfig {
  const sorted = (section: Section): NamedEntry[] | null => {
    const list = [...entries(config, section)].sort((a, b) => (a.name < b.name ? -1 : 1))
    return list.length === 0 ? null : list
  }
  return {
    apiVersion: 'v1',
    clusters: sorted('clusters'),
    contexts: sorted('contexts'),
    'current-context': config['current-context'] ?? '',
    kind: 'Config',
    ...(commandDialect(session.minor).writesPreferences ? { preferences: config.preferences ?? {} } : {}),
    users: sorted('users'),
  }
}

async function view(session: Session, words: string[]): Promise<number> {
  const { flags, host } = session
  if (words.length > 0) throw session.usageError(`unexpected arguments: [${words.join(' ')}]`)
  const loaded = normalized(session, (await session.kubeconfig.load()) ?? {})
  const config = flags.bool('minify') ? minified(loaded, flags.string('context')) : loaded
  const shown = flags.bool('raw') || flags.bool('flatten') ? config : redacted(config)
  const output = flags.string('output', 'yaml')
  if (output === 'json') host.stdout(`${JSON.stringify(jsonOrder(shown as Kubeconfig), null, 4)}\n`)
  else {
    const print = await structuredPrinter(session, output)
    if (print === undefined) throw unknownFormat(session, output)
    host.stdout(print(shown))
  }
  return 0
}

/** The fields in the order of clientcmd's types. */
function jsonOrder(config: Kubeconfig): unknown {
  const order = ['name', 'server', 'tls-server-name', 'insecure-skip-tls-verify', 'certificate-authority']
  const inner = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value
    const map = value as Record<string, unknown>
    const keys = [
      ...order.filter((key) => Object.hasOwn(map, key)),
      ...Object.keys(map).filter((key) => !order.includes(key)),
    ]
    return Object.fromEntries(keys.map((key) => [key, inner(map[key])]))
  }
  const list = (section: Section): unknown => config[section]?.map(inner) ?? null
  return {
    kind: 'Config',
    apiVersion: 'v1',
    ...(config.preferences === undefined ? {} : { preferences: config.preferences }),
    clusters: list('clusters'),
    users: list('users'),
    contexts: list('contexts'),
    'current-context': config['current-context'] ?? '',
  }
}

function minified(config: Kubeconfig, wanted: string): Kubeconfig {
  const name = wanted === '' ? (config['current-context'] ?? '') : wanted
  if (name === '') throw new KubectlError('current-context must exist in order to minify')
  const context = find(config, 'contexts', name)
  if (context === undefined) throw new KubectlError(`cannot locate context ${name}`)
  const { cluster, user } = (context['context'] ?? {}) as { cluster?: string; user?: string }
  return {
    ...config,
    clusters: entries(config, 'clusters').filter((c) => c.name === cluster),
    contexts: [context],
    'current-context': name,
    users: entries(config, 'users').filter((u) => u.name === user),
  }
}

async function deleteEntry(
  session: Session,
  words: string[],
  section: Section,
  what: string,
): Promise<number> {
  const [name, ...rest] = words
  if (name === undefined || rest.length > 0) throw new KubectlError(`Unexpected args: [${words.join(' ')}]`)
  const { path, config } = await session.kubeconfig.target()
  if (find(config, section, name) === undefined)
    throw new KubectlError(`cannot delete ${what} ${name}, not in ${path}`)
  if (section === 'contexts' && config['current-context'] === name)
    session.host.stderr(
      'warning: this removed your active context, use "kubectl config use-context" to select a different one\n',
    )
  await session.kubeconfig.write(path, {
    ...config,
    [section]: entries(config, section).filter((e) => e.name !== name),
  })
  session.host.stdout(`deleted ${what} ${name} from ${path}\n`)
  return 0
}

async function renameContext(session: Session, words: string[]): Promise<number> {
  const [from, to] = words
  if (from === undefined || to === undefined || words.length > 2)
    throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  const { path, config } = await session.kubeconfig.target()
  if (find(config, 'contexts', from) === undefined)
    throw new KubectlError(`cannot rename the context "${from}", it's not in ${path}`)
  if (find(config, 'contexts', to) !== undefined)
    throw new KubectlError(
      `cannot rename the context "${from}", the context "${to}" already exists in ${path}`,
    )
  await session.kubeconfig.write(path, {
    ...config,
    contexts: entries(config, 'contexts').map((c) => (c.name === from ? { ...c, name: to } : c)),
    ...(config['current-context'] === from ? { 'current-context': to } : {}),
  })
  session.host.stdout(`Context "${from}" renamed to "${to}".\n`)
  return 0
}

type Fields = (session: Session) => Promise<Record<string, unknown>>

async function embedded(session: Session, flag: string, field: string): Promise<Record<string, unknown>> {
  const path = session.flags.string(flag)
  if (!session.changed(flag)) return {}
  if (!session.flags.bool('embed-certs')) return { [field]: path }
  const text = await session.host.readFile(path).catch(() => {
    throw new KubectlError(
      `could not read ${flag} data from ${path}: open ${path}: no such file or directory`,
    )
  })
  return { [`${field}-data`]: Buffer.from(text).toString('base64') }
}

async function clusterFields(session: Session): Promise<Record<string, unknown>> {
  const text = (flag: string): Record<string, unknown> =>
    session.changed(flag) ? { [flag]: session.flags.string(flag) } : {}
  return {
    ...(await embedded(session, 'certificate-authority', 'certificate-authority')),
    ...text('server'),
    ...text('tls-server-name'),
    ...text('proxy-url'),
    ...(session.changed('insecure-skip-tls-verify')
      ? { 'insecure-skip-tls-verify': session.flags.bool('insecure-skip-tls-verify') }
      : {}),
  }
}

async function userFields(session: Session): Promise<Record<string, unknown>> {
  const given = (...names: string[]): boolean => names.some((name) => session.flags.string(name) !== '')
  const [token, basic] = [given('token'), given('username', 'password')]
  if (token && basic)
    throw new KubectlError(
      'you cannot specify more than one authentication method at the same time: --token, --username/--password',
    )
  const text = (flag: string): Record<string, unknown> =>
    session.changed(flag) ? { [flag]: session.flags.string(flag) } : {}
  return {
    ...(await embedded(session, 'client-certificate', 'client-certificate')),
    ...(await embedded(session, 'client-key', 'client-key')),
    // One way to say who it is takes the place of the other.
    ...(token ? { username: undefined, password: undefined } : {}),
    ...(basic ? { token: undefined } : {}),
    ...text('token'),
    ...text('username'),
    ...text('password'),
  }
}

async function setEntry(
  session: Session,
  words: string[],
  section: 'clusters' | 'users',
  field: string,
  fields: Fields,
): Promise<number> {
  const [name, ...rest] = words
  if (name === undefined || rest.length > 0) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  const { path, config } = await session.kubeconfig.target()
  const old = find(config, section, name)
  const value = { ...(old?.[field] as object | undefined), ...(await fields(session)) }
  await session.kubeconfig.write(path, {
    ...config,
    [section]: [...entries(config, section).filter((e) => e.name !== name), { name, [field]: value }],
  })
  session.host.stdout(`${field === 'user' ? 'User' : 'Cluster'} "${name}" set.\n`)
  return 0
}

async function setContext(session: Session, words: string[]): Promise<number> {
  const { flags } = session
  const { path, config } = await session.kubeconfig.target()
  const name = flags.bool('current') ? (config['current-context'] ?? '') : words[0]
  if (flags.bool('current') && words.length > 0)
    throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (words.length > 1) throw session.usageError(`Unexpected args: [${words.join(' ')}]`)
  if (name === undefined) throw new KubectlError('you must specify a non-empty context name or --current')
  if (name === '') throw new KubectlError('no current context is set')
  const old = find(config, 'contexts', name)
  const changed = ['cluster', 'user', 'namespace'].filter((flag) => session.changed(flag))
  const context = {
    ...(old?.['context'] as object | undefined),
    ...Object.fromEntries(changed.map((flag) => [flag, flags.string(flag)])),
  }
  await session.kubeconfig.write(path, {
    ...config,
    contexts: [...entries(config, 'contexts').filter((e) => e.name !== name), { name, context }],
  })
  session.host.stdout(`Context "${name}" ${old === undefined ? 'created' : 'modified'}.\n`)
  return 0
}
