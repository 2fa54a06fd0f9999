// Whether words speak of things and events of this cluster, rather than of how things are in general.
import { namesThing } from './document-remarks.ts'

/** What a program does whenever it runs: "the kubelet restarts containers". */
const habit =
  /\b(?:the |a )?(?:[a-z-]+ )?(?:controller|scheduler|kubelet|api[- ]?server|apiserver|kube-[a-z-]+|kubectl|etcd|garbage collector|controller manager)s? (?:(?:only|also|then|never|always|still|does not|do not|will|would|can|cannot) )*(?!(?:is|are|was|were|has|had|have|did|[a-z-]+ed)\b)[a-z-]+/g
const part =
  /\b(?:containers?|deadlines?|limits?|budgets?|quotas?|finalizers?|taints?|labels?|annotations?|conditions?|probes?|images?|volumes?|claims?|replicas?|owners?|leases?|restarts?|evictions?|deletions?|attempts?|requests?|webhooks?)\b/
/** What the subject itself went through; that it was stored or is new, no event tells. */
const ofSubject =
  /\b(?:its|their)\b|\b(?:it|they) (?:(?:was|were|has|have|had) )?(?:been )?(?:drained|evicted|preempted|deleted|removed|restarted|killed|cordoned|uncordoned|upgraded|downgraded|scaled|rescheduled|moved|suspended|resumed|recreated|exceeded|reached|crashed|ended|expired|failed|stopped|started)\b/
/** "it is unset already": what an object shows of it; that it is new, none does. */
const asShown =
  /\b(?:it|they) (?:is|are|was|were|has been|have been) (?:(?:already|now|still|not|no longer|never) )*(?:set|unset|empty|missing|absent|present|there|gone|used|unused|in use|immutable|mutable|enabled|disabled|on|off|paused|ready|allocated|bound|unbound)\b/
/** "the feature gate is set". */
const ofGate =
  /\b(?:gates?|flags?) (?:is|are|was|were|has been|have been) (?:now |still |not )*(?:set|unset|enabled|disabled|on|off|true|false|turned|passed|given)\b/
const definite = /\b(?:the|this|that|these|those|both)((?: [a-z-]+){1,4})/g

/** Whether one of the words names a definite thing of the cluster, or what it went through: "its deadline was exceeded", "the node was drained". */
export function isOfThisCluster(said: readonly string[]): boolean {
  const text = said.join(' ').toLowerCase().replace(habit, ' ')
  if ([ofSubject, asShown, ofGate].some((one) => one.test(text))) return true
  return [...text.matchAll(definite)].some(([, noun = '']) => part.test(noun) || namesThing(noun))
}
