// kubectl's flags, anywhere on the line.
import { KubectlError } from './usage-error.ts'

const shorthands: Readonly<Record<string, string>> = {
  n: 'namespace',
  o: 'output',
  l: 'selector',
  f: 'filename',
  A: 'all-namespaces',
  w: 'watch',
  R: 'recursive',
  p: 'patch',
  L: 'label-columns',
  s: 'server',
  k: 'kustomize',
  v: 'v',
  h: 'help',
}
const booleans = new Set([
  'all-namespaces',
  'watch',
  'watch-only',
  'recursive',
  'no-headers',
  'show-labels',
  'show-kind',
  'server-side',
  'force-conflicts',
  'force',
  'overwrite',
  'all',
  'wait',
  'ignore-not-found',
  'now',
  'client',
  'insecure-skip-tls-verify',
  'list',
  'show-managed-fields',
  'cascade-background',
  'save-config',
  'record',
  'output-watch-events',
  'short',
  'namespaced',
  'help',
  'local',
  'include-uninitialized',
  'allow-missing-template-keys',
  'quiet',
  'show-events',
  'raw-list',
])
const values = new Set([
  'namespace',
  'output',
  'selector',
  'filename',
  'patch',
  'patch-file',
  'type',
  'field-selector',
  'sort-by',
  'subresource',
  'label-columns',
  'kubeconfig',
  'context',
  'cluster',
  'user',
  'server',
  'token',
  'v',
  'dry-run',
  'validate',
  'field-manager',
  'timeout',
  'for',
  'replicas',
  'current-replicas',
  'resource-version',
  'grace-period',
  'cascade',
  'raw',
  'from-literal',
  'from-file',
  'tcp',
  'image',
  'port',
  'request-timeout',
  'chunk-size',
  'template',
  'api-group',
  'verbs',
  'duration',
  'as',
  'as-group',
  'kustomize',
  'external-ip',
  'clusterip',
  'node-port',
  'audience',
  'certificate-authority',
  'cache-dir',
  'log-file',
  'prune',
  'api-version',
])
const optional: Readonly<Record<string, string>> = {
  'dry-run': 'unchanged',
  cascade: 'background',
  validate: 'strict',
}

export class CommandLine {
  readonly words: string[] = []
  private readonly given = new Map<string, string[]>()

  constructor(args: readonly string[]) {
    for (let i = 0; i < args.length; i++) {
      const arg = args[i]!
      if (arg === '--') {
        this.words.push(...args.slice(i + 1))
        break
      }
      if (arg.startsWith('--')) i += this.long(arg.slice(2), args[i + 1])
      else if (arg.startsWith('-') && arg.length > 1) i += this.short(arg, args[i + 1])
      else this.words.push(arg)
    }
  }

  private long(text: string, next: string | undefined): number {
    const at = text.indexOf('=')
    const name = at < 0 ? text : text.slice(0, at)
    if (!booleans.has(name) && !values.has(name))
      throw new KubectlError(`unknown flag: --${name}\nSee 'kubectl --help' for usage.`)
    if (at >= 0) this.add(name, text.slice(at + 1))
    else if (booleans.has(name)) this.add(name, 'true')
    else if (Object.hasOwn(optional, name)) this.add(name, optional[name]!)
    else {
      if (next === undefined)
        throw new KubectlError(`flag needs an argument: --${name}\nSee 'kubectl --help' for usage.`)
      this.add(name, next)
      return 1
    }
    return 0
  }

  private short(arg: string, next: string | undefined): number {
    const name = shorthands[arg[1]!]
    if (name === undefined)
      throw new KubectlError(`unknown shorthand flag: '${arg[1]}' in ${arg}\nSee 'kubectl --help' for usage.`)
    if (booleans.has(name)) {
      this.add(name, 'true')
      return arg.length > 2 ? this.short(`-${arg.slice(2)}`, next) : 0
    }
    if (arg.length > 2) {
      this.add(name, arg.slice(2).replace(/^=/, ''))
      return 0
    }
    if (next === undefined)
      throw new KubectlError(`flag needs an argument: '${arg[1]}' in ${arg}\nSee 'kubectl --help' for usage.`)
    this.add(name, next)
    return 1
  }

  private add(name: string, value: string): void {
    this.given.set(name, [...(this.given.get(name) ?? []), value])
  }

  get(name: string): string | undefined {
    return this.given.get(name)?.at(-1)
  }
  all(name: string): string[] {
    return this.given.get(name) ?? []
  }
  is(name: string): boolean {
    return this.get(name) === 'true'
  }
}
