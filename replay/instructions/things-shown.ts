// Things that a sentence before commands speaks of, which neither they nor what stands before have: "Despite the taint, the pods run:".
import { undoneBefore } from '../done-before.ts'
import { kindsIn } from './objects-in.ts'

/** Kinds that come with others, so that whoever made those need not name them. */
const comes =
  /^(?:pod|replicaset|node|namespace|event|endpointslice|persistentvolume|lease|service|serviceaccount)$/
/** A noun of clusters, and none of documents: it is there only where something made it, or did it. */
const noun =
  /\b(?:the|its|their|an?)\s+(?:(?:new|old|first|second|third|last|other|same|highest|lowest|latest|current|previous|original|own|whole|only|remaining|feature|scheduling|readiness|liveness|startup|admission|mutating|validating|resource|disruption|pod|node|network)\s+)*(taint|toleration|gate|webhook|finalizer|priority|preemption|eviction|quota|budget|probe|hint|affinity|sidecar|hook|selector|lease|token|certificate|admission|failover|outage|crash|migration|partition|restart|reboot|drain|cordon)s?\b/gi
/** What is to come is looked for below. */
const ahead = /\bbefore (?:the|an?|any|this|its) [a-z-]+/gi
const stem = (word: string): string => word.toLowerCase().replace(/(?:ies|es|s|ed|ing)$/, '')
/** "As user bob". */
const asWho = /\bas (?:the )?(?:users?|service ?accounts?|groups?) [`"]?([\w:.-]+)/i
const survivors = /\b(?:the|its|all|both|these)\s+(surviving|migrated|moved|rescheduled|unaffected)\s/i

/**
 * The first thing of a sentence that nothing shows. @param text what is typed and shown beside it, in lower case @param above what
 * stands before it in its section
 */
export function unshownThing(sentence: string, text: string, above: readonly string[]): string | undefined {
  const before = above.join('\n').toLowerCase()
  const plain = sentence.replace(/`[^`]*`/g, 'it').replace(ahead, 'before it')
  const isKnown = (word: string): boolean => text.includes(stem(word)) || before.includes(stem(word))
  const kinds = kindsIn(plain).filter((kind) => !comes.test(kind))
  if (kinds.length > 0) {
    const known = kindsIn(`${text}\n${before}`)
    const kind = kinds.find((one) => !known.includes(one))
    if (kind !== undefined) return kind
  }
  const who = asWho.exec(sentence)?.[1]?.replace(/[.:]+$/, '')
  if (who !== undefined && !text.includes(who.toLowerCase())) return who
  const stayed = survivors.exec(plain)?.[1]
  if (stayed !== undefined && !isKnown(stayed)) return stayed
  // Done by what the document did: "Output after the rollback".
  const undone = undoneBefore(sentence, above)
  if (undone !== undefined) return undone
  const compared = /\b([a-z]+er|more|less|other|different|unlike)\s(?:[a-z]+\s){0,3}?(?:than|from)\b/i.exec(
    plain,
  )?.[1]
  if (compared !== undefined && !/^rather/i.test(compared)) return compared
  return [...plain.matchAll(noun)].map(([, word]) => word!.toLowerCase()).find((word) => !isKnown(word))
}
