// What a command is for, by its text: a section's run treats the kinds differently.
import { programOf } from './shell-words.ts'

const context =
  /^(git|local-up-cluster\.sh|kubelet|kube-apiserver|kube-proxy|kind|docker|systemctl|journalctl|make|sudo|cd|export|kill|pkill|killall|vi|vim|nano|kubeadm|apt|apt-get|apt-mark|apt-cache|yum|dnf|zypper)$/
const starters = /local-up-cluster\.sh|kind\s+create|kubeadm\s+init|kube-apiserver\b/
const clients = /\b(kubectl|kubelet|kube-proxy|curl|k|kc|systemctl|docker|kubeadm)\b/
const configuring =
  /FEATURE_GATES|feature-?gates|local-up-cluster|kind\s+create|kubeadm|systemctl\s+(?:re)?start|kubectl.*\sedit\b|\bsed\b|\b(?:vi|vim|nano)\s|\b(?:kubelet|kube-apiserver|kube-proxy)\s+--/i
const looking =
  /^\s*(?:\S+=\S+\s+)*(?:sudo\s+)?\S*(?:kubectl(?:\.sh)?|k|kc)\s+(?:-\S+\s+(?:[\w./-]+\s+)??)*(?:get|describe|top|events|version)\b(?![^|]*\s(?:-w|--watch)\b)[^>]*$/

/** Whether its output is an assertion, rather than context that reality may say otherwise. */
export const isAsserted = (command: string): boolean => !context.test(programOf(command))

export const startsCluster = (command: string): boolean => starters.test(command)

export const needsCluster = (command: string): boolean => clients.test(command)

/** Whether it gives components their gates and releases: prose beside it tells what it does. */
export const configures = (command: string): boolean => configuring.test(command)

/** Whether it may be given again: it changes nothing. */
export const onlyLooks = (command: string): boolean => looking.test(command)

/** Whether what follows means the same without it. */
export const changesNothing = (command: string): boolean =>
  onlyLooks(command) ||
  /^(?:curl|wget|nc|ping|watch|iptables|nft|ipvsadm|ipset|conntrack|tcpdump|dig|nslookup|cat|ls)$/.test(
    programOf(command),
  ) ||
  /\b(?:kubectl(?:\.sh)?|k|kc)\b.*\s(?:exec|logs|attach|top|port-forward|cp|debug)\b/.test(command)

export const opensEditor = (command: string): boolean =>
  /^(?:vi|vim|nano)$/.test(programOf(command)) || /\bkubectl\b.*\sedit\b|^k\s.*\bedit\b/.test(command)

/** Whether its output depends on the components, so that their gates may explain it. */
export const asksComponents = (command: string): boolean =>
  isAsserted(command) &&
  /^(?:kubectl(?:\.sh)?|k|kc|curl|ip6?tables(?:-save)?|nft|ipvsadm|ipset)$/.test(programOf(command))

/** Its last program is grep; a pattern may hold any character. */
const searches = /\|\s*e?grep\s(?:'[^']*'|"[^"]*"|[^|'"])*$/

/** Whether it asks a running server, rather than bringing one about. */
export const asksServer = (command: string): boolean => asksComponents(command) && !configures(command)

/** A search that ended without a match and without an error. */
export const findsNothing = (record: {
  text: string
  exitCode: number
  stdout: string
  stderr: string
}): boolean => record.exitCode === 1 && record.stdout + record.stderr === '' && searches.test(record.text)

/** Prose that says that there is nothing to see. */
export const expectsNothing = (prose: string): boolean =>
  /\b(?:not|no|none|never|gone|absent|without|empty)\b|n't\b/i.test(prose)
