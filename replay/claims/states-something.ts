// Whether a sentence that was not read as a claim nevertheless states something that a reader would look at.

const looking =
  /\b(?:verify|verifies|verified|confirm(?:ed)?|ensure|make sure|validated?|assert|notice(?:d)?|observed?|expect(?:ed)?|as expected)\b/i
const checking =
  /\b(?:check|see|note|wait|await|watch)\b(?=.*\b(?:is|are|was|were|be|has|have|had|does|do|did|not|no longer|exists?|works?|fails?|succeeds?|stays?|remains?|gets?|uses?|fell|falls)\b)/i

const explains =
  /^(?:this (?:demonstrates|shows|means|is because|ensures|test|feature|is|kep|was)|that(?: is|'s) |note that if|for example|e\.g\.|i\.e\.|see |refer|please see|the (?:feature|test|tests|upgrade|testing|kubelet|scheduler|api ?server|kube-apiserver|controller|reason|following|difference|same steps|steps|default|cluster|flow|manual|idea|code|kep|integration)\b|we |i |users? |admin|it (?:was|is|will) (?:tested|possible|not possible|recommended)|yes\b|no\b|n\/a|tbd|todo|manual|integration|unit|e2e|tests? |upgrade|downgrade|rollback|in (?:beta|alpha|ga|terms)|will )/i

const instructs =
  /^(?:\W*(?:then|next|now|finally|and|also|first|please)\b,?\s*)*(?:delete|create|repeat|scale|apply|deploy|redeploy|restart|re-start|start|stop|run|execute|exec|update|edit|patch|change|trigger|add|remove|set|enable|disable|re-?enable|upgrade|downgrade|roll|rollback|install|re-?create|submit|modify|label|annotate|taint|drain|cordon|get|list|inspect|look|describe|release|turn|try|use|make|send|perform|simulate|follow|launch|examine|retrieve|configure|test|build|deleting|prepare|let|checkout|bring)\b/i

const verb =
  /\b(?:is|are|was|were|has|have|had|does|did|do|gets?|got|should|must|will|stays?|remains?|keeps?|exists?|becomes?|fails?|succeeds?|works?|uses?|ignores?|creates?|runs?|shows?|prints?|returns?|reports?|contains?|enters?|starts?|continues?|drops?|transitioned|reflects?)\b/i
const thing =
  /`[^`]+`|\b(?:pods?|jobs?|services?|endpoint ?slices?|endpoints?|pvcs?|pvs?|volumes?|claims?|nodes?|deployments?|statefulsets?|daemonsets?|replicasets?|hpas?|hints?|fields?|status|conditions?|labels?|annotations?|metrics?|command|output|error|logs?|traffic|value|events?|informers?|objects?|resources?|containers?|rules?|slices?|replicas?|requests?)\b/i

/** True: it says what is, was or must be seen. False: background, a purpose, a plan, an introduction, a plain instruction. */
export function statesSomething(text: string): boolean {
  const plain = text.replace(/^\s*(?:\d+[.)]|[-*+])\s+/, '').replace(/[*_]{2}/g, '')
  if (looking.test(plain) || checking.test(plain)) return true
  if (instructs.test(plain) || explains.test(plain)) return false
  return verb.test(plain) && thing.test(plain)
}
