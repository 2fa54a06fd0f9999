// What a sentence above commands refers to beside what it names: another node, what is new, what was gone.
import { otherPlainName } from './plain-names.ts'

/** "On the second node", "in the other namespace". */
const located =
  /\b(?:on|in|from|of|at)\s+(?:(?:the|an?)\s+)?(?:first|second|third|last|other|another|different)\s+(?:worker\s+)?(node|worker|namespace|zone|cluster)\b/i
const places: Readonly<Record<string, RegExp>> = {
  namespace: /\s-n[ =]?\S|--namespace\b|\s-a\b|--all-namespaces|\bnamespace:/,
  node: /node|worker|control-plane|host/,
  worker: /node|worker|host/,
  zone: /zone/,
  cluster: /cluster|context|kubeconfig/,
}
/** What is new of a thing that is none itself. */
const isNew =
  /\bnew(?:er|est)?\s+(?:cluster\s+|pod\s+)?(?:images?|names?|revisions?|ips?|address(?:es)?|templates?|hash(?:es)?|uids?|values?|labels?|annotations?|selectors?|tokens?|passwords?|sizes?|limits?|requests?|ports?)\b/i
const comesBack =
  /\b(?:comes?|came|coming|is|are|was|were|(?:has|have)\s+come)\s+back\b(?!\s+(?:to|at|in|on)\b)/i

const changing =
  /\b(?:kubectl|k|kc|oc)\b[^\n]*\s(?:set|patch|edit|replace|rollout|delete|scale|label|annotate|drain)\b|\bcurl\b[^\n]*\b(?:PATCH|PUT|DELETE)\b|\bsed\s[^\n]*-i|\bvim?\s|\bkubeadm\s+upgrade\b/
/** Once it makes what is there, and what comes after that may change it. */
const applying = /\b(?:kubectl|k|kc|oc)\b[^\n]*\sapply\b/
const moving = /\bgit\s+checkout\b|\bkind\s+create\b/
const undoing =
  /\b(?:delet|drain|restart|reboot|scal|stop|kill|evict|disabl|remov|downgrad|taint|cordon|patch|edit|replac|roll)\w*|\boff\b|=false\b/i

/** As much of each line as says what it does: shapes with gaps in them take long on long lines. */
const linesOf = (text: string): string[] => text.split('\n').map((line) => line.slice(0, 300))

/** What the texts before a sentence did, as far as they were read. */
interface Before {
  texts: number
  applied: number
  started: number
  changed: boolean
  undone: boolean
}
/** Sections grow while they are read. */
const sections = new WeakMap<readonly string[], Before>()
function didBefore(texts: readonly string[]): Before {
  const known = sections.get(texts) ?? { texts: 0, applied: 0, started: 0, changed: false, undone: false }
  sections.set(texts, known)
  for (; known.texts < texts.length; known.texts++) {
    for (const line of linesOf(texts[known.texts]!)) {
      known.changed ||= changing.test(line)
      known.undone ||= undoing.test(line)
      if (applying.test(line)) known.applied++
      if (moving.test(line)) known.started++
      known.changed ||= known.applied > 1 || known.started > 1
    }
  }
  return known
}

/**
 * The words of a sentence that refer to what neither stands beside it nor came about before it; undefined: there are none.
 * @param text what is typed and shown beside it, in lower case @param before what stands before it in its section
 */
export function unshownReference(
  sentence: string,
  text: string,
  before: readonly string[],
): string | undefined {
  const plain = sentence.replace(/`[^`]*`/g, 'it')
  const name = otherPlainName(sentence, text, before)
  if (name !== undefined) return name
  const place = located.exec(plain)
  if (place !== null && !places[place[1]!.toLowerCase()]!.test(text)) return place[0]
  const fresh = isNew.exec(plain)?.[0]
  const back = comesBack.exec(plain)?.[0]
  if (fresh === undefined && back === undefined) return undefined
  const { changed, undone } = didBefore(before)
  if (fresh !== undefined && !changed && !linesOf(text).some((line) => changing.test(line))) return fresh
  return back !== undefined && !undone && !linesOf(text).some((line) => undoing.test(line)) ? back : undefined
}
