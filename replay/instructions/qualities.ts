// What a sentence says of how something is done, or of which sort what it makes is, and what commands beside it show that by.
import type { Clause } from './clauses.ts'

/** A quality in the words of sentences, and in what is typed. */
interface Quality {
  said: RegExp
  typed: RegExp
  /** It is said of what is not typed: "client-side". */
  absent?: true
  /** It is said of what is looked at too. */
  looks?: true
}

/** A field that is true, or an option. */
const set = (name: string): RegExp => new RegExp(String.raw`${name}(?!["']?\s*[:=]\s*["']?false)`, 'i')

const qualities: readonly Quality[] = [
  { said: /\bheadless\b/i, typed: /headless|clusterips?["']?\s*[:=]\s*["'[]?\s*["']?none/i },
  { said: /\bnode ?ports?\b/i, typed: /node-?ports?/i },
  { said: /\bload ?balancers?\b/i, typed: /load-?balancer/i },
  { said: /\bexternal ?names?\b/i, typed: /external-?name/i },
  { said: /\bdual[- ]stack\b/i, typed: /dual-?stack|ipfamil|,\s*["']?[\da-f]*:[\da-f:]*/i },
  { said: /\b(?<!non-)indexed\b(?!\s+pod)/i, typed: /indexed|completion-?index/i },
  { said: /\bsuspended\b/i, typed: set('suspend') },
  { said: /\bsidecars?\b/i, typed: /sidecar|restartpolicy["']?\s*:\s*["']?always/i },
  { said: /\binit[- ]containers?\b/i, typed: /initcontainers?|init-/i },
  { said: /\bephemeral containers?\b/i, typed: /ephemeral|\bdebug\b/i },
  { said: /\bempty ?dirs?\b/i, typed: /emptydir/i },
  { said: /\bhost ?(?:paths?)\b/i, typed: /hostpath/i },
  { said: /\bhost[- ]?network(?:ing)?\b/i, typed: set('hostnetwork') },
  { said: /\bprivileged\b/i, typed: set('privileged') },
  { said: /\bimmutable\b/i, typed: set('immutable') },
  { said: /\b(?:readiness|liveness|startup) ?probes?\b/i, typed: /(?:readiness|liveness|startup)probe/i },
  { said: /\bcluster[- ]scoped\b/i, typed: /scope["']?\s*:\s*["']?cluster|clusterrole/i },
  { said: /\bnamespace(?:d|[- ]scoped)\b/i, typed: /scope["']?\s*:\s*["']?namespaced|\bnamespace|\srole/i },
  { said: /\bserver[- ]side\b/i, typed: /server-side|--dry-run=server|\bapply-patch\b|fieldmanager/i },
  { said: /\bclient[- ]side\b/i, typed: /--server-side/i, absent: true },
  { said: /\bdry[- ]run\b/i, typed: /dry-?run/i },
  { said: /\b(?:forcefully|forcibly|force[- ]delet\w+)\b/i, typed: /force|grace-period|--now/i },
  { said: /\bgracefully\b/i, typed: /--force\b|--grace-period[ =]0|--now\b/i, absent: true },
  { said: /\b(?:as|in|into|the) yaml\b|\byaml (?:form|format|output)\b/i, typed: /ya?ml/i, looks: true },
  { said: /\b(?:as|in|into|the) json\b|\bjson (?:form|format|output)\b/i, typed: /json|jq\b/i, looks: true },
]

/** Verbs of kubectl that say what is done, and how else it is typed. */
const exact: Readonly<Record<string, RegExp>> = {
  label: /label/i,
  annotate: /annotat/i,
  taint: /taint/i,
  untaint: /taint/i,
  cordon: /(?<!un)cordon|unschedulable|\bdrain\b/i,
  uncordon: /uncordon|unschedulable/i,
  drain: /\bdrain\b|evict|delete/i,
  evict: /evict|drain|delete|taint/i,
  suspend: /suspend/i,
}

/** A file of which nothing beside the sentence tells what is in it, an editor, a variable. */
export const untold =
  /\s(?:-f|-k|--filename|--kustomize)[ =]?(?!-(?:\s|$))\S|\b(?:vi|vim|nano|edit|helm|make|git|kind(?=\s+[a-z])|bash|sh)\b|\.sh\b|\$\{?[A-Za-z_]/

const manifest = /^\s*"?apiVersion"?:/m
/** Right before what is said not to be so. */
const denied = /\b(?:no|not|without|non-?)\s*(?:an?\s+|any\s+)?$/i

/**
 * The first word of a sentence that commands of doing something else stand beside: "Create a headless Service" before one that has an
 * address. Undefined: there is none, or what the commands do is not to be seen.
 * @param done what is typed, and the files beside it
 */
export function otherQuality(
  text: string,
  clauses: readonly Clause[],
  done: readonly string[],
  asks: boolean,
): string | undefined {
  const typed = done.join('\n')
  // "A headless Service:", and no more, is said of the manifest below it.
  const titles = clauses.length === 0 && /:\s*$/.test(text) && manifest.test(typed)
  if (done.length === 0 || !(titles || clauses.length > 0) || done.some((command) => untold.test(command)))
    return undefined
  const plain = text.replace(/`[^`]*`/g, 'it')
  const verb = clauses.find((clause) => {
    const shape = Object.hasOwn(exact, clause.verb) ? exact[clause.verb]! : undefined
    return shape !== undefined && !shape.test(typed)
  })?.verb
  if (verb !== undefined) return verb
  for (const { said, typed: shape, absent, looks } of qualities) {
    if (asks && !titles && looks !== true) continue
    const found = said.exec(plain)
    if (found === null || denied.test(plain.slice(0, found.index))) continue
    if (shape.test(typed) === (absent === true)) return found[0]
  }
  return undefined
}
