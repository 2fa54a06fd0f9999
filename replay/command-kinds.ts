// What a command line is for: a section's run treats the kinds differently.
import type { CommandLine } from './command-line.ts'
import { hasEndlessLoop } from './endless-loop.ts'
import { givenToKubectl } from './kubectl-words.ts'
import { alternatives, isKnownAs, isKubectl, namesWhere } from './programs/programs.ts'
import { innermost, isShell } from './run-inside.ts'
import type { SimpleCommand } from './simple-command.ts'

const starters = /local-up-cluster\.sh|kind\s+create|kubeadm\s+init|kube-apiserver\b/
/** `k.yaml` and `-k` are no program. */
const clients = new RegExp(
  String.raw`(?<!\.|\s-)\b(?:${alternatives(namesWhere(({ needsCluster }) => needsCluster === true))})\b(?!\.\w)|\.kube/config\b`,
)
/** Names of packages are no commands. */
const installs = new RegExp(
  String.raw`^\s*(?:sudo\s+)?(?:${alternatives(namesWhere(({ packages }) => packages === true))})\s[^;&|\n]*$`,
)
const configuring =
  /FEATURE_GATES|feature-?gates|local-up-cluster|kind\s+create|kubeadm|systemctl\s+(?:re)?start|\bsed\b|\b(?:vi|vim|nano)\s|\b(?:kubelet|kube-apiserver|kube-proxy)\s+--/i
const lookingVerbs = new Set(['get', 'describe', 'top', 'events', 'version'])

type Text = Pick<CommandLine, 'text'>

/** Whether its output is an assertion, rather than context that reality may say otherwise: that of any of its commands. */
export function isAsserted({ program, commands }: CommandLine): boolean {
  const [first, ...others] = commands.filter((one) => one.depth === 0 && one.program !== '')
  // What the shell's grammar begins is more than what a program says of its surroundings.
  if (first === undefined || first.program !== program) return !isKnownAs(program, 'surroundings')
  return !tellsOfSurroundings(first) || others.some(asserts)
}

/** Whether a command after the first one prints something that is no surroundings. What it is piped through says nothing of its own. */
function asserts(command: SimpleCommand): boolean {
  const { program, after, redirections } = command
  if (redirections.some(({ operator }) => /^(?:1|&)?>(?!&)/.test(operator))) return false
  if (/^\|&?$/.test(after)) return isKnownAs(innermost(command).program, 'asksComponents')
  return !silent.test(program) && !isKnownAs(program, 'untold') && !tellsOfSurroundings(command)
}
/** They print nothing, or what their author gives them. */
const silent =
  /^(?:[:.[\]]|\[\[|basename|break|chmod|chown|continue|cp|dirname|disown|exit|ln|mkdir|mktemp|mv|popd|pushd|read|return|rm|rmdir|set|shift|source|tee|test|touch|trap|unset|wait)$/

/** Whether the program whose output it is tells of the author's own surroundings; a shell is opened by what does. */
function tellsOfSurroundings(command: SimpleCommand): boolean {
  const { program, words } = innermost(command)
  // Whether a component of the cluster runs is no matter of the author's.
  if (program === 'systemctl' && words[0] === 'is-active') return false
  if (program === command.program || !isShell.test(program)) return isKnownAs(program, 'surroundings')
  return words.every((word) => /^(?:--?(?:login|norc|noprofile)|-[a-bd-z]+)$/.test(word))
}
/** Whether a command line starts a cluster: kind, kubeadm, local-up-cluster.sh. */
export const startsCluster = ({ text }: Text): boolean => starters.test(text)

/** Whether a command line talks to a server; lines that only install a program do not. */
export const needsCluster = ({ text }: Text): boolean => clients.test(text) && !installs.test(text)

/** Whether it gives components their gates and releases: prose beside it tells what it does. */
export const configures = (command: CommandLine): boolean =>
  configuring.test(command.text) || hasVerb(command, editing)

/** Whether it may be given again: it changes nothing. */
export function onlyLooks({ text, commands }: CommandLine): boolean {
  // A placeholder tells nothing of what is looked at either.
  if (text.includes('>')) return false
  const [first, ...others] = commands.filter(({ depth, after }) => depth === 0 && after !== '|')
  return first !== undefined && looks(first) && others.every((one) => looks(one) || isHarmless(one))
}

const idle = /^(?:|true|:|\[+|false|sleep|echo|date)$/
const isHarmless = ({ program }: SimpleCommand): boolean => idle.test(program) || isKnownAs(program, 'looks')

/** Whether it is kubectl, run by nothing but sudo, with a verb that looks. */
function looks({ keywords, wrappers, program, words }: SimpleCommand): boolean {
  if (keywords.length > 0 || !isKubectl(program) || wrappers.some((one) => one !== 'sudo')) return false
  const verb = words.findIndex((word) => lookingVerbs.has(word))
  // Before its verb kubectl has options, and their values.
  const before = words.slice(0, verb)
  const options = before.every((word, n) => word.startsWith('-') || (n > 0 && before[n - 1]!.startsWith('-')))
  return verb >= 0 && options && !words.some((word) => /^(?:-w|--watch)\b/.test(word))
}

const editing = new Set(['edit'])
/** They reach into containers, of which nothing is left. */
const reaching = new Set(['exec', 'logs', 'attach', 'top', 'port-forward', 'cp', 'debug'])

/** Whether kubectl stands in it with one of its verbs. */
const hasVerb = ({ commands }: Pick<CommandLine, 'commands'>, verbs: ReadonlySet<string>): boolean =>
  commands.some((command) => givenToKubectl(command)?.some((word) => verbs.has(word)))

const making = new Set(['create', 'expose', 'run', 'label', 'annotate', 'taint', 'cordon', 'uncordon'])

/** Whether nothing that was there goes with it, nor is replaced: what had an address has it still. */
export const freesNothing = (command: CommandLine): boolean =>
  changesNothing(command) ||
  (!startsCluster(command) &&
    command.commands.length === 1 &&
    hasVerb(command, making) &&
    !hasVerb(command, removing) &&
    !command.commands.some(({ words }) => words.some((word) => word.endsWith(':NoExecute'))))
const removing = new Set(['delete', 'rollout', 'scale', 'drain', 'apply', 'replace', 'set', 'patch', 'edit'])

const changesRules =
  /\b(?:nft\s(?:[^|;&]{0,40}\s)?(?:add|create|delete|destroy|flush|insert|replace|-f)|(?:iptables|ipvsadm|ipset)\s(?:[^|;&]{0,40}\s)?(?:-[ACDEFINPRXad]|add|create|del|destroy|flush))(?:\s|$)/

const writing = /^(?:POST|PUT|PATCH|DELETE)$/
/** A request of curl that is no GET: by its method, or since it has a body. */
function sends({ program, words }: SimpleCommand): boolean {
  if (program !== 'curl') return false
  return words.some(
    (word, n) =>
      /^(?:-X|--request[= ]?)(?:POST|PUT|PATCH|DELETE)$/.test(word) ||
      (/^(?:-X|--request)$/.test(word) && writing.test(words[n + 1] ?? '')) ||
      /^(?:-d|--data(?:-[a-z]+)?|--json|-T|--upload-file|-F|--form)(?:=|$)/.test(word),
  )
}

/** Whether what follows means the same without it. */
export const changesNothing = (command: CommandLine): boolean =>
  onlyLooks(command) ||
  (isKnownAs(command.program, 'looks') &&
    !changesRules.test(command.text) &&
    !command.commands.some(sends)) ||
  hasVerb(command, reaching)

const waiting =
  /^(?:wait|explain|auth|diff|api-resources|api-versions|cluster-info|config|rollout (?:status|history))$/
/** Whether it leaves everything in the cluster as it was, though it may wait for that to change. */
export const leavesAll = (command: CommandLine): boolean =>
  changesNothing(command) ||
  (!startsCluster(command) &&
    command.commands.every((one) => {
      const [verb = '', what = ''] = (givenToKubectl(one) ?? []).filter((word) => !word.startsWith('-'))
      return waiting.test(verb) || waiting.test(`${verb} ${what}`) || looks(one) || isHarmless(one)
    }))

/** Whether a loop goes on until someone ends it by hand. */
export const neverEnds = ({ commands }: Pick<CommandLine, 'commands'>): boolean => hasEndlessLoop(commands)

/** Whether it does nothing but look at something again and again. */
export const onlyLooksOn = (command: CommandLine): boolean =>
  neverEnds(command) && command.commands.every((one) => idle.test(one.program) || looksAt(one))

/** Whether a part of a loop changes nothing. */
const looksAt = (one: SimpleCommand): boolean =>
  changesNothing({
    text: one.text,
    program: one.program,
    commands: [{ ...one, keywords: [] }],
    variables: none,
  })
const none = { used: [], set: new Set<string>(), opaque: false }

/** Whether it takes what is typed after it: `kubectl apply -f -` alone. */
export function readsTyped({ commands }: CommandLine): boolean {
  const [first, ...others] = commands
  if (first === undefined || others.length > 0 || !isKubectl(first.program)) return false
  const { words, redirections } = first
  return (
    !redirections.some(({ operator }) => operator.startsWith('<')) &&
    words.some(
      (word, at) =>
        word === '-f-' ||
        word === '--filename=-' ||
        (/^(?:-f|--filename)$/.test(word) && words[at + 1] === '-'),
    )
  )
}

/** Whether a command line opens an editor, in which only prose tells what its author does. */
export const opensEditor = (command: CommandLine): boolean =>
  isKnownAs(command.program, 'editor') || hasVerb(command, editing)

/** Whether it prints the time of day, which is never again what the document shows. */
export const tellsTime = ({ text }: Text): boolean =>
  /^\s*date(?:\s+(?:-u|--utc|-[IR]|\+\S{1,40}))*\s*$/.test(text)

/** Whether its output depends on the components, so that their gates may explain it. */
export const asksComponents = (command: CommandLine): boolean =>
  isAsserted(command) && isKnownAs(command.program, 'asksComponents')

const isWhole = (word: string): boolean => !/['"]/.test(word.replace(/'[^']*'|"[^"]*"/g, ''))

/** Whether its last program is grep. */
const searches = ({ commands }: CommandLine): boolean => {
  const last = commands.findLast(({ depth, program }) => depth === 0 && program !== '')
  return last?.after === '|' && /^e?grep$/.test(last.program) && last.words.every(isWhole)
}

/** Whether what kubectl is given is done without a server. */
function isLocal(given: readonly string[]): boolean {
  const verb = given.find((word) => !word.startsWith('-')) ?? ''
  const has = (shape: RegExp): boolean => given.some((word) => shape.test(word))
  if (verb === 'version') return has(/^--client(?:=true)?$/)
  if (verb === 'create' || verb === 'run')
    return has(/^--dry-run=client$/) && !has(/^(?:-f|--filename|-k|--kustomize)/)
  return /^(?:completion|config|help|kustomize|options)$/.test(verb) || has(/^(?:-h|--help)$/)
}

/** Whether it calls kubectl for nothing but what needs no server. */
const needsNoServer = ({ commands }: CommandLine): boolean => {
  const given = commands.map(givenToKubectl)
  return (
    given.some((one) => one !== undefined) &&
    commands.every((one, n) =>
      given[n] === undefined ? !isKnownAs(one.program, 'asksComponents') : isLocal(given[n]),
    )
  )
}

/** Whether it asks a running server, rather than bringing one about. */
export const asksServer = (command: CommandLine): boolean =>
  asksComponents(command) && !configures(command) && !needsNoServer(command)

/** Whether its output may show warnings of the API: kubectl prints them, and curl the header. */
export const tellsOfApi = ({ commands }: Pick<CommandLine, 'commands'>): boolean =>
  commands.some((one) => one.program === 'curl' || givenToKubectl(one) !== undefined)

/** What came of a command line. */
interface Ended {
  command: CommandLine
  exitCode: number
  stdout: string
  stderr: string
}

/** A search that ended without a match and without an error. */
export const findsNothing = ({ command, exitCode, stdout, stderr }: Ended): boolean =>
  exitCode === 1 && stdout + stderr === '' && searches(command)
