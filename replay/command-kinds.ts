// What a command is for, by its text: a section's run treats the kinds differently.
import { programOf } from './shell-words.ts'

const context =
  /^(git|local-up-cluster\.sh|kubelet|kube-apiserver|kube-proxy|kind|docker|systemctl|journalctl|make|sudo|cd|export|kill|pkill|killall|vi|vim|nano|kubeadm|apt|apt-get|apt-mark|apt-cache|yum|dnf|zypper)$/
const starters = /local-up-cluster\.sh|kind\s+create|kubeadm\s+init|kube-apiserver\b/
const clients = /\b(kubectl|kubelet|kube-proxy|curl|k|kc|systemctl|docker|kubeadm)\b/
const configuring =
  /FEATURE_GATES|feature-?gates|local-up-cluster|kind\s+create|kubeadm|systemctl\s+(?:re)?start|\bsed\b|\b(?:vi|vim|nano)\s|\b(?:kubelet|kube-apiserver|kube-proxy)\s+--/i
const kubectls = /^(?:kubectl(?:\.sh)?|k|kc)$/
const lookingVerbs = new Set(['get', 'describe', 'top', 'events', 'version'])

/** Whether its output is an assertion, rather than context that reality may say otherwise. */
export const isAsserted = (command: string): boolean => !context.test(programOf(command))

export const startsCluster = (command: string): boolean => starters.test(command)

export const needsCluster = (command: string): boolean => clients.test(command)

/** Whether it gives components their gates and releases: prose beside it tells what it does. */
export const configures = (command: string): boolean =>
  configuring.test(command) || hasVerb(command, /^edit$/)

/** Whether it may be given again: it changes nothing. */
export function onlyLooks(command: string): boolean {
  if (command.includes('>')) return false
  const words = (command.split('|', 1)[0] ?? '').trim().split(/\s+/)
  const at = words.findIndex((word) => !/^[^=\s]+=|^sudo$/.test(word))
  if (!kubectls.test(programOf(words[at] ?? ''))) return false
  const verb = words.findIndex((word, n) => n > at && lookingVerbs.has(word))
  // Before its verb kubectl has options, and their values.
  const before = words.slice(at + 1, verb)
  const options = before.every((word, n) => word.startsWith('-') || (n > 0 && before[n - 1]!.startsWith('-')))
  return verb > 0 && options && !words.some((word) => /^(?:-w|--watch)\b/.test(word))
}

/** Whether one of kubectl's verbs stands in it. */
const hasVerb = (command: string, verbs: RegExp): boolean =>
  /\b(?:kubectl(?:\.sh)?|k|kc)\b/.test(command) && command.split(/\s+/).some((word) => verbs.test(word))

/** Whether what follows means the same without it. */
export const changesNothing = (command: string): boolean =>
  onlyLooks(command) ||
  /^(?:curl|wget|nc|ping|watch|iptables|nft|ipvsadm|ipset|conntrack|tcpdump|dig|nslookup|cat|ls)$/.test(
    programOf(command),
  ) ||
  hasVerb(command, /^(?:exec|logs|attach|top|port-forward|cp|debug)$/)

export const opensEditor = (command: string): boolean =>
  /^(?:vi|vim|nano)$/.test(programOf(command)) || hasVerb(command, /^edit$/)

/** Whether its output depends on the components, so that their gates may explain it. */
export const asksComponents = (command: string): boolean =>
  isAsserted(command) &&
  /^(?:kubectl(?:\.sh)?|k|kc|curl|ip6?tables(?:-save)?|nft|ipvsadm|ipset)$/.test(programOf(command))

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
