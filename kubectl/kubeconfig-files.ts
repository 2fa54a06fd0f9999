// The kubeconfig files that --kubeconfig, $KUBECONFIG or the home directory name, merged as kubectl merges them.
// Upstream: client-go/tools/clientcmd/loader.go
import { posix } from 'node:path'
import { badKubeconfig } from '../apimachinery/scheme/kubeconfig-file.ts'
import { yamlSyntaxError } from '../apimachinery/scheme/yaml-syntax-error.ts'
import { emitYaml } from '../apimachinery/yaml-emitter.ts'
import { readKubeconfig } from '../client/kubeconfig.ts'
import { YAMLParseError } from '../component-base/yaml.ts'
import { KubectlError } from './errors.ts'
import type { KubectlHost } from './host.ts'
import { wrongType } from './kubeconfig-types.ts'

/** An entry of a kubeconfig's clusters, contexts or users. */
export interface NamedEntry {
  name: string
  [field: string]: unknown
}
/** A kubeconfig file, with fields that this program does not know kept. */
export interface Kubeconfig {
  apiVersion?: string
  kind?: string
  clusters?: NamedEntry[] | null
  contexts?: NamedEntry[] | null
  'current-context'?: string
  users?: NamedEntry[] | null
  preferences?: unknown
  [field: string]: unknown
}

/** The kubeconfig files of a command, merged for reading; changes go to the file that kubectl would write. */
export class KubeconfigFiles {
  private readonly host: KubectlHost
  private readonly explicit: string
  constructor(host: KubectlHost, explicit: string) {
    this.host = host
    this.explicit = explicit
  }

  /** Where the files are, the first that is there being the one that is written. */
  paths(): string[] {
    if (this.explicit !== '') return [this.explicit]
    const { env } = this.host
    const listed = (env.get('KUBECONFIG') ?? '').split(':').filter((p) => p !== '')
    return listed.length > 0 ? [...new Set(listed)] : [`${env.get('HOME') ?? ''}/.kube/config`]
  }

  async read(path: string): Promise<Kubeconfig | undefined> {
    const text = await this.host.readFile(path).catch(() => undefined)
    if (text === undefined) {
      if (this.explicit !== '') throw new KubectlError(`stat ${path}: no such file or directory`)
      return undefined
    }
    return parsed(path, text)
  }

  /** All files as one; the first to set a thing wins. Undefined where there is none. */
  async load(): Promise<Kubeconfig | undefined> {
    const read = async (path: string): Promise<Kubeconfig | undefined> => {
      const config = await this.read(path)
      return config === undefined ? undefined : withAbsolutePaths(config, path)
    }
    const found = (await Promise.all(this.paths().map(read))).filter((config) => config !== undefined)
    if (found.length === 0) return undefined
    return {
      ...Object.assign({}, ...found.toReversed()),
      clusters: mergeNamed(found.map((config) => config.clusters)),
      contexts: mergeNamed(found.map((config) => config.contexts)),
      users: mergeNamed(found.map((config) => config.users)),
      'current-context': found.map((c) => c['current-context'] ?? '').find((name) => name !== '') ?? '',
    }
  }

  /** The file that changes go to. */
  async target(): Promise<{ path: string; config: Kubeconfig }> {
    const paths = this.paths()
    for (const path of paths) {
      const text = await this.host.readFile(path).catch(() => undefined)
      if (text !== undefined) return { path, config: parsed(path, text) }
    }
    return { path: paths.at(-1)!, config: {} }
  }

  async write(path: string, config: Kubeconfig): Promise<void> {
    const { apiVersion: _a, kind: _k, preferences, clusters, contexts, users, ...rest } = config
    const byName = (entries: NamedEntry[] | null | undefined): NamedEntry[] | null =>
      entries == null || entries.length === 0 ? null : [...entries].sort((a, b) => (a.name < b.name ? -1 : 1))
    await this.host.writeFile(
      path,
      emitYaml({
        apiVersion: 'v1',
        kind: 'Config',
        preferences: preferences ?? {},
        clusters: byName(clusters),
        contexts: byName(contexts),
        users: byName(users),
        ...rest,
        'current-context': config['current-context'] ?? '',
      }),
    )
  }
}

const pathFields = ['certificate-authority', 'client-certificate', 'client-key', 'tokenFile']

function parsed(path: string, text: string): Kubeconfig {
  try {
    const config = (readKubeconfig(text) ?? {}) as Kubeconfig
    const wrong = wrongType(config)
    if (wrong === undefined) return config
    throw new KubectlError(badKubeconfig(path, wrong))
  } catch (error) {
    if (!(error instanceof YAMLParseError)) throw error
    throw new KubectlError(badKubeconfig(path, `yaml: ${yamlSyntaxError([error], text)}`))
  }
}

/** The files that a kubeconfig names are beside it. Upstream: client-go/tools/clientcmd/loader.go (ResolveLocalPaths) */
function withAbsolutePaths(config: Kubeconfig, path: string): Kubeconfig {
  const resolved = (entries: NamedEntry[] | null | undefined, part: 'cluster' | 'user') =>
    entries?.map((entry) => {
      const own = { ...(entry?.[part] as Record<string, unknown> | undefined) }
      for (const field of pathFields)
        if (Object.hasOwn(own, field) && typeof own[field] === 'string' && own[field] !== '')
          own[field] = posix.resolve(posix.dirname(path), own[field])
      return { ...entry, [part]: own }
    })
  return {
    ...config,
    clusters: resolved(config.clusters, 'cluster') ?? null,
    users: resolved(config.users, 'user') ?? null,
  }
}

/** All entries; the first of a name wins. */
function mergeNamed(lists: readonly (NamedEntry[] | null | undefined)[]): NamedEntry[] {
  const byName = new Map<string, NamedEntry>()
  for (const entry of lists.flatMap((list) => list ?? []).filter((one) => one !== null))
    if (!byName.has(entry.name)) byName.set(entry.name, entry)
  return [...byName.values()]
}
