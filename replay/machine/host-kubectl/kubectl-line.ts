// A command line for a kubectl of the host: read as kubectl reads it, and written anew from what is known to be harmless.
import { firstWord, readFlags } from '../../../kubectl/flags/read-flags.ts'
import { findCommand } from '../../../kubectl/kubectl.ts'
import { BeyondMachine } from '../beyond-machine.ts'

/** A flag of a line with its value, as typed. */
export interface GivenFlag {
  name: string
  value: string
}

/** A line of kubectl, taken apart by kubectl's own rules. */
export interface KubectlLine {
  /** `rollout status`. */
  path: string
  /** Each as often as it was given; those of one name in order. */
  flags: GivenFlag[]
  words: string[]
  /** What follows `--`: for a container. */
  command: string[] | undefined
  watches: boolean
}

/** Commands that the built-in kubectl has no code for, by their first word. */
const more: readonly (readonly string[])[] = [
  ['auth', 'reconcile'],
  ['cluster-info', 'dump'],
]

/** Commands that run programs, write where they are told to, or open ports → why a document has none of it. */
const refusedCommands: Readonly<Record<string, string>> = {
  attach: 'there is no terminal to type in',
  cp: 'it writes files of its own machine',
  'port-forward': 'it opens a port',
  proxy: 'it opens a port',
  edit: 'there is no terminal to edit in',
  'apply edit-last-applied': 'there is no terminal to edit in',
}

/** Throws an Error with kubectl's words for a line that kubectl does not take, and for a command that is not run for a document. */
export function readLine(args: readonly string[]): KubectlLine {
  const { path, args: rest } = commandOf(args)
  const name = path.join(' ')
  const { values, positional, given, command } = readFlags(name, rest)
  if (hasCommands.has(name) && positional.length > 0)
    throw new Error(
      `Unexpected args: [${positional.join(' ')}]\nSee 'kubectl ${name} -h' for help and examples`,
    )
  const why = Object.hasOwn(refusedCommands, name) ? refusedCommands[name] : undefined
  if (why !== undefined && !values.bool('help'))
    throw new BeyondMachine('not simulated', `kubectl ${name} is not simulated: ${why}`)
  const flags = [...given].flatMap(([flag, texts]) => texts.map((value) => ({ name: flag, value })))
  for (const one of flags) check(name, one)
  return {
    path: name,
    flags,
    words: positional,
    command,
    watches: values.bool('watch-only') || (values.bool('watch') && name !== 'rollout status'),
  }
}

/** These are commands, and have others below them: kubectl might know more of those. */
const hasCommands = new Set(['apply', 'cluster-info', 'create'])

/** Whether the built-in kubectl does a line: its files are its own affair, or it is no command at all. */
export function isBuiltin(args: readonly string[]): boolean {
  const { path, runs } = commandOf(args)
  return !runs || path[0] === 'config' || path[0] === 'kustomize'
}

interface Command {
  path: string[]
  args: string[]
  /** Whether it is one, and not only the name that others begin with. */
  runs: boolean
}

function commandOf(args: readonly string[]): Command {
  const found = findCommand(args)
  const at = firstWord(found.args)
  const own = [...found.path, ...found.args.slice(at, at + 1)]
  if (at < 0 || !more.some((words) => words.join(' ') === own.join(' ')))
    return { ...found, runs: found.node.run !== undefined }
  return { path: own, args: found.args.toSpliced(at, 1), runs: true }
}

/** Flags whose values are texts, numbers or names of the cluster: kubectl reads and writes no file of theirs. */
const plain = new Set(
  `aggregation-rule all all-containers all-namespaces all-pods allow-missing-template-keys annotation annotations
  api-group api-version append-hash arguments-only as as-group as-uid attach audience bound-object-kind bound-object-name
  bound-object-uid cached cascade categories chunk-size class client cluster cluster-ip clusterip clusterrole command concurrency
  container containers context copy-to cpu cpu-percent create-annotation current-replicas default-backend delete-emptydir-data delete-local-data
  description detach-keys disable-compression disable-eviction docker-email docker-password docker-server docker-username dry-run
  duration env expose external-ip external-name field-manager field-selector follow for force force-conflicts from from-literal
  global-default grace-period group hard help ignore-daemonsets ignore-errors ignore-not-found image image-pull-policy
  insecure-skip-tls-verify insecure-skip-tls-verify-backend interactive keep-annotations keep-init-containers keep-labels
  keep-liveness keep-readiness keep-startup keys label-columns labels leave-stdin-open limit-bytes limits list load-balancer-ip
  local match-server-version max max-log-requests max-unavailable memory min min-available name namespace namespaced namespaces
  no-headers node-port non-resource-url now openapi-patch output-patch output-watch-events override-type overrides overwrite
  password patch pod-running-timeout pod-selector port preemption-policy prefix previous privileged protocol prune prune-allowlist prune-whitelist
  quiet raw recursive remove-extra-permissions remove-extra-subjects replace replicas request-timeout requests resolve resource
  resource-name resource-version restart revision rm role rule same-node save-config schedule scopes selector server-print
  server-side serviceaccount session-affinity set-image share-processes show-capacity show-events show-kind show-labels
  short show-managed-fields since since-time skip-wait-for-delete-timeout sort-by stdin subresource sum tail target target-port tcp
  timeout timestamps tls-server-name to-revision token tty type types use-protocol-buffers user username v validate value verb
  verbs wait warnings-as-errors watch watch-only windows-line-endings`.split(/\s+/),
)
/** Flags that name one file of the machine. */
export const fileFlags: ReadonlySet<string> = new Set([
  ...['patch-file', 'cert', 'certificate-authority', 'client-certificate', 'client-key', 'custom'],
])
/** Flags that are more than their texts: each is served by code of its own, or left out. */
const served = new Set(
  `filename kustomize from-file from-env-file output template kubeconfig server output-directory
  kuberc cache-dir log-flush-frequency vmodule`.split(/\s+/),
)
/** Left out: what they change is nothing that a document sees. */
export const droppedFlags: ReadonlySet<string> = new Set([
  'kuberc',
  'cache-dir',
  'log-flush-frequency',
  'vmodule',
])

/** What a flag of a command is taken for; undefined for one that is given to no kubectl of the host. */
export function flagKind(path: string, name: string): 'plain' | 'file' | 'served' | undefined {
  // The key of `create secret tls` is a file, the profile of `debug` a word.
  if (name === 'key') return path === 'create secret tls' ? 'file' : undefined
  if (name === 'profile') return path === 'debug' ? 'plain' : undefined
  if (fileFlags.has(name)) return 'file'
  if (served.has(name)) return 'served'
  return plain.has(name) ? 'plain' : undefined
}

function check(path: string, { name, value }: GivenFlag): void {
  if (flagKind(path, name) === undefined && !(name === 'profile' && value === 'none'))
    throw new BeyondMachine(
      'not simulated',
      `kubectl ${path}: --${name} is not simulated: it reaches beyond this machine`,
    )
  if (value.includes('\0')) throw new Error(`kubectl ${path}: --${name} has a zero byte in it`)
}

/** The line as text for kubectl: nothing in it can be read as another flag. */
export const written = ({ path, flags, words, command }: KubectlLine): string[] => [
  ...path.split(' ').filter((word) => word !== ''),
  ...flags.map(({ name, value }) => `--${name}=${value}`),
  ...words,
  ...(command === undefined ? [] : ['--', ...command]),
]
