// Kubeconfigs that a document brings: what they refer to is the machine's, never the host's.
import { posix } from 'node:path'
import { parse } from '../../component-base/yaml.ts'
import { BeyondMachine } from './beyond-machine.ts'

type Entry = Record<string, unknown>

/** Fields of a cluster, a user and a context that a client is given; `data`: of the file that another field names. */
const kept = {
  cluster: [
    'server',
    'certificate-authority-data',
    'insecure-skip-tls-verify',
    'tls-server-name',
    'disable-compression',
  ],
  user: [
    'client-certificate-data',
    'client-key-data',
    'token',
    'username',
    'password',
    'as',
    'as-uid',
    'as-groups',
  ],
  context: ['cluster', 'user', 'namespace'],
} as const
type Part = keyof typeof kept

/** Fields that name a file → the field that holds its content. */
const files: Readonly<Record<string, string>> = {
  'certificate-authority': 'certificate-authority-data',
  'client-certificate': 'client-certificate-data',
  'client-key': 'client-key-data',
}
/** Fields that have a client run a program or leave the machine. */
const refused = ['exec', 'auth-provider', 'proxy-url']

/** A kubeconfig of nothing but what it may hold, with the content of the files that it named. */
export interface OwnKubeconfig {
  clusters: { name: string; cluster: Entry }[]
  users: { name: string; user: Entry }[]
  contexts: { name: string; context: Entry }[]
  'current-context': string
}

/**
 * What a client may know of the kubeconfig at `path`. Throws an Error for one that is none, for one that has its reader run a
 * program or go through a proxy, and what `read` throws for a file that is not there.
 * @param read a file of the machine
 */
export async function ownKubeconfig(
  text: string,
  path: string,
  read: (path: string) => Promise<string>,
): Promise<OwnKubeconfig> {
  const config = record(parsed(text, path))
  const list = async (part: Part): Promise<{ name: string; entry: Entry }[]> => {
    const found: { name: string; entry: Entry }[] = []
    for (const one of Array.isArray(config[`${part}s`]) ? (config[`${part}s`] as unknown[]) : []) {
      const { name, [part]: entry } = record(one)
      found.push({ name: scalar(name), entry: await rebuilt(record(entry), part, path, read) })
    }
    return found
  }
  return {
    clusters: (await list('cluster')).map(({ name, entry: cluster }) => ({ name, cluster })),
    users: (await list('user')).map(({ name, entry: user }) => ({ name, user })),
    contexts: (await list('context')).map(({ name, entry: context }) => ({ name, context })),
    'current-context': scalar(config['current-context'] ?? ''),
  }
}

/** As a client reads it, aliases and merges resolved: of what is written anew, none is left. */
function parsed(text: string, path: string): unknown {
  try {
    return parse(text, { logLevel: 'error', merge: true, maxAliasCount: 100 })
  } catch (error) {
    throw new Error(`error loading config file "${path}": yaml: ${(error as Error).message.split('\n')[0]}`)
  }
}

async function rebuilt(
  entry: Entry,
  part: Part,
  path: string,
  read: (path: string) => Promise<string>,
): Promise<Entry> {
  const foreign = refused.find((field) => has(entry, field))
  if (foreign !== undefined) throw new BeyondMachine('not simulated', `${path}: ${foreign} is not simulated`)
  const own: Entry = Object.create(null)
  for (const field of kept[part]) if (has(entry, field)) own[field] = value(entry[field])
  const fileOf = (field: string): string => posix.resolve(posix.dirname(path), scalar(entry[field]))
  if (part === 'context') return own
  for (const [field, data] of Object.entries(files))
    if (has(entry, field) && (kept[part] as readonly string[]).includes(data) && !has(own, data))
      own[data] = Buffer.from(await read(fileOf(field))).toString('base64')
  if (part === 'user' && has(entry, 'tokenFile')) own['token'] = (await read(fileOf('tokenFile'))).trim()
  return own
}

/** Empty counts as not there, as for a client. */
const has = (entry: Entry, field: string): boolean =>
  Object.hasOwn(entry, field) && entry[field] !== null && entry[field] !== undefined && entry[field] !== ''

const value = (given: unknown): unknown =>
  typeof given === 'boolean' ? given : Array.isArray(given) ? given.map(scalar) : scalar(given)

const scalar = (given: unknown): string =>
  typeof given === 'string'
    ? given
    : typeof given === 'number' || typeof given === 'boolean'
      ? String(given)
      : ''

const record = (given: unknown): Entry =>
  typeof given === 'object' && given !== null && !Array.isArray(given) ? (given as Entry) : {}
