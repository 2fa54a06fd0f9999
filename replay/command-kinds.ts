// What a command is for, by its text: a section's run treats the kinds differently.
import { alternatives, isKnownAs, namesWhere, programNamed } from './programs/programs.ts'
import { programOf } from './shell-words.ts'

const starters = /local-up-cluster\.sh|kind\s+create|kubeadm\s+init|kube-apiserver\b/
const clients = new RegExp(
  String.raw`\b(?:${alternatives(namesWhere(({ needsCluster }) => needsCluster === true))})\b|\.kube/config\b`,
)
/** Names of packages are no commands. */
const installs = new RegExp(
  String.raw`^\s*(?:sudo\s+)?(?:${alternatives(namesWhere(({ packages }) => packages === true))})\s[^;&|\n]*$`,
)
const configuring =
  /FEATURE_GATES|feature-?gates|local-up-cluster|kind\s+create|kubeadm|systemctl\s+(?:re)?start|\bsed\b|\b(?:vi|vim|nano)\s|\b(?:kubelet|kube-apiserver|kube-proxy)\s+--/i
const lookingVerbs = new Set(['get', 'describe', 'top', 'events', 'version'])

/** kubectl itself, rather than what only takes its arguments. */
function isKubectl(program: string): boolean {
  const { client, asksComponents } = programNamed(program) ?? {}
  return client === true && asksComponents === true
}

/** Whether its output is an assertion, rather than context that reality may say otherwise. */
export const isAsserted = (command: string): boolean => !isKnownAs(programOf(command), 'surroundings')

/** Whether a command line starts a cluster: kind, kubeadm, local-up-cluster.sh. */
export const startsCluster = (command: string): boolean => starters.test(command)

/** Whether a command line talks to a server; lines that only install a program do not. */
export const needsCluster = (command: string): boolean => clients.test(command) && !installs.test(command)

/** Whether it gives components their gates and releases: prose beside it tells what it does. */
export const configures = (command: string): boolean =>
  configuring.test(command) || hasVerb(command, /^edit$/)

/** Whether it may be given again: it changes nothing. */
export function onlyLooks(command: string): boolean {
  if (command.includes('>')) return false
  const words = (command.split('|', 1)[0] ?? '').trim().split(/\s+/)
  const at = words.findIndex((word) => !/^[^=\s]+=|^sudo$/.test(word))
  if (!isKubectl(programOf(words[at] ?? ''))) return false
  const verb = words.findIndex((word, n) => n > at && lookingVerbs.has(word))
  // Before its verb kubectl has options, and their values.
  const before = words.slice(at + 1, verb)
  const options = before.every((word, n) => word.startsWith('-') || (n > 0 && before[n - 1]!.startsWith('-')))
  return verb > 0 && options && !words.some((word) => /^(?:-w|--watch)\b/.test(word))
}

/** Whether one of kubectl's verbs stands in it. */
const hasVerb = (command: string, verbs: RegExp): boolean =>
  /\b(?:kubectl(?:\.sh)?|k|kc)\b/.test(command) && command.split(/\s+/).some((word) => verbs.test(word))

const changesRules =
  /\b(?:nft\s(?:[^|;&]{0,40}\s)?(?:add|create|delete|destroy|flush|insert|replace|-f)|(?:iptables|ipvsadm|ipset)\s(?:[^|;&]{0,40}\s)?(?:-[ACDEFINPRXad]|add|create|del|destroy|flush))(?:\s|$)/

/** Whether what follows means the same without it. */
export const changesNothing = (command: string): boolean =>
  onlyLooks(command) ||
  (isKnownAs(programOf(command), 'looks') && !changesRules.test(command)) ||
  hasVerb(command, /^(?:exec|logs|attach|top|port-forward|cp|debug)$/)

const endless =
  /(?:^|[;&|(\n])\s*(?:while\s+(?:true|:|\[+ ?1 ?\]+)|until\s+false|for\s*\(\(\s*;\s*;\s*\)\))\s*[;\n]?\s*do\b/

/** Whether a loop goes on until someone ends it by hand. */
export const neverEnds = (command: string): boolean =>
  endless.test(command) && !/\b(?:break|exit|return|timeout)\b/.test(command)

/** Whether it does nothing but look at something again and again. */
export const onlyLooksOn = (command: string): boolean =>
  neverEnds(command) &&
  command
    .replace(endless, ';')
    .split(/[;&|\n]|\b(?:do|done)\b/)
    .map((part) => part.trim())
    .every((part) => /^(?:$|sleep\b|echo\b|date\b)/.test(part) || changesNothing(part))

/** Whether it takes what is typed after it: `kubectl apply -f -` alone. */
export function readsTyped(command: string): boolean {
  if (/[|<\n]/.test(command) || !isKubectl(programOf(command))) return false
  const words = command.trim().split(/\s+/)
  return words.some(
    (word, at) =>
      word === '-f-' ||
      word === '--filename=-' ||
      (/^(?:-f|--filename)$/.test(word) && words[at + 1] === '-'),
  )
}

/** Whether a command line opens an editor, in which only prose tells what its author does. */
export const opensEditor = (command: string): boolean =>
  isKnownAs(programOf(command), 'editor') || hasVerb(command, /^edit$/)

/** Whether it prints the time of day, which is never again what the document shows. */
export const tellsTime = (command: string): boolean =>
  /^\s*date(?:\s+(?:-u|--utc|-[IR]|\+\S{1,40}))*\s*$/.test(command)

/** Whether its output depends on the components, so that their gates may explain it. */
export const asksComponents = (command: string): boolean =>
  isAsserted(command) && isKnownAs(programOf(command), 'asksComponents')

/** Whether its last program is grep; a pattern may hold any character. */
const searches = (command: string): boolean =>
  /\|\s*e?grep\s[^|]*$/.test(command.replace(/'[^']*'|"[^"]*"/g, '_').replace(/['"]/g, '|'))

/** Whether it asks a running server, rather than bringing one about. */
export const asksServer = (command: string): boolean => asksComponents(command) && !configures(command)

/** A search that ended without a match and without an error. */
export const findsNothing = (record: {
  text: string
  exitCode: number
  stdout: string
  stderr: string
}): boolean => record.exitCode === 1 && record.stdout + record.stderr === '' && searches(record.text)
