// Whether a sentence says of something to what else it belongs, which the block below it may not show.
import { speaksOfWarnings } from '../claims/telling.ts'
import { kindOf, kindsIn } from './objects-in.ts'

/** "resolves to the IP of the node", "comes from a ConfigMap", "is the name of the Pod". */
const relates =
  /\b(?:resolves? to|resolved to|points? to|comes? from|came from|taken from|loaded from|belongs? to|owned by|(?:is|are|was|were|equals?|matches) the (?:\w+ ){1,3}of|reads?\s[^.;]{0,60}\sfrom)\b/i
/** "prefers endpoints in another zone". */
const chooses = /\b(?:prefers?|preferred|chooses?|chose|picks|picked)\b/i
const ofPrograms = /\b(?:files?|environment|disk|host|image|command line|network)\b/gi

/** "Print the image", "Then look at the node's pod CIDR": what is looked at. */
const looksAt =
  /^\W*(?:\d+\.\s*)?(?:(?:then|now|next|first|finally|again|also),?\s+)*(?:print|show|display|output|list|get|look at|see|check|inspect|examine|read|view|retrieve|query|fetch)\s+(?:only\s+|just\s+)?(?:the|its|their|all|both|each)\s+(?:\w+['’]s?\s+)?((?:[a-z][\w-]*\s?){1,4})/i
/** Where the noun ends, and of what it is begins. */
const ofWhat =
  /\s*\b(?:of|for|in|on|from|with|by|to|at|as|and|or|again|that|which|using|via|after|before|when|now)\b.*$/i
/** What is a field or a kind of output of its own, that a table of objects has only in a column. */
const ownOutput =
  /^(?:images?|hostnames?|ips?|logs?|labels?|annotations?|env(?:ironment)?|events?|endpoints?|conditions?|taints?|tolerations?|metrics?|finalizers?)$/
/** What is known as a field, but a name, which all have; a word that is neither that nor a kind contradicts nothing. */
const field =
  /^(?:addresse?s?|age|api-?versions?|capacity|cidrs?|class(?:es)?|count|generations?|hostnames?|ids?|ips?|kernel|keys?|kubelet|mode|namespaces?|number|owners?|phases?|polic(?:y|ies)|ports?|priorit(?:y|ies)|replicas?|revisions?|runtime|schedule|selectors?|size|storage|strateg(?:y|ies)|tokens?|types?|uids?|versions?|zones?)$/
/** A command that prints one thing of each object, or how many there are. */
const printsOne =
  /-o[= ]?['"]?(?:name|jsonpath|custom-columns|go-template)|--output[= ]['"]?(?:name|jsonpath|custom-columns|go-template)|--template\b|\bwc -l\b|\bgrep -c/
/** What else a noun may be called in what prints it. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  address: ['ip', 'addr'],
  addresse: ['ip', 'addr'],
  number: ['wc', 'length', 'replicas', 'count'],
  event: ['ev'],
  family: ['families'],
  count: ['wc', 'length', 'replicas', 'number'],
  phase: ['status'],
  id: ['uid'],
  kubelet: ['version'],
  size: ['storage', 'capacity', 'replicas'],
  mode: ['policy'],
}

const ofManifest =
  /\b(?:following|this|below|next)\s([a-z]{2,30}(?:\s[a-z]{2,30})?)\s(?:ya?mls?|manifests?|specs?|definitions?)\b/i
const kindGiven = /^\s*(?:-\s)?"?kind"?:\s*"?([A-Za-z]{2,60})/gm
const workloads = /^(?:deployment|job|statefulset|daemonset|replicaset|cronjob)$/

/** "The following Service YAML" above a Pod: the kind; undefined where it is shown, or no manifest is. */
function otherManifest(text: string, texts: readonly string[]): string | undefined {
  const named = kindsIn(ofManifest.exec(text)?.[1] ?? '')
  if (named.length === 0) return undefined
  const given = [...texts.join('\n').matchAll(kindGiven)].flatMap(([, kind]) => kindOf(kind!) ?? [])
  const isGiven = (kind: string): boolean =>
    given.includes(kind) || (kind === 'pod' && given.some((one) => workloads.test(one)))
  return given.length === 0 ? undefined : named.find((kind) => !isGiven(kind))
}

/** What a sentence has printed that nothing beside it is or shows, by its noun; undefined: there is no such thing. @param texts as {@link relatesToOther} has them */
export function printsOther(text: string, texts: readonly string[]): string | undefined {
  const manifest = otherManifest(text, texts)
  if (manifest !== undefined) return manifest
  const found = looksAt.exec(text.replace(/`[^`]*`/g, 'it'))?.[1]
  if (found === undefined || texts.length === 0) return undefined
  const shown = texts.join('\n').toLowerCase()
  const flat = shown.replace(/[\s_-]/g, '')
  const kinds = kindsIn(shown)
  const nouns = found
    .toLowerCase()
    .replace(ofWhat, '')
    .replace(/host name/, 'hostname')
    .trim()
    .split(/\s+/)
  const one = printsOne.test(shown)
  const counted = /^(?:number|count) of (.*)/i.exec(found)?.[1]
  if (one && counted !== undefined && kindsIn(counted).some((kind) => !kinds.includes(kind))) return counted
  return nouns.find((noun) => {
    const known = ownOutput.test(noun) || (one && (field.test(noun) || kindsIn(noun).length > 0))
    if (!known) return false
    const word = noun.replace(/-/g, '').replace(/s$/, '').replace('environment', 'env')
    const words = [word, ...(Object.hasOwn(alsoCalled, word) ? alsoCalled[word]! : [])]
    return !words.some((each) => flat.includes(each)) && !kindsIn(noun).some((kind) => kinds.includes(kind))
  })
}

/**
 * Whether a statement relates what it is about to something that nothing beside it names, or says what is chosen among several.
 * @param texts the commands beside it, and what they print
 */
export function relatesToOther(text: string, texts: readonly string[]): boolean {
  // Warnings are compared where they are shown; that there is one, or none, is more than that.
  if (chooses.test(text) || speaksOfWarnings(text)) return true
  const verb = relates.exec(text)
  if (verb === null) return false
  const shown = texts.join('\n')
  const said = text.slice(verb.index + verb[0].length)
  const words = said.match(ofPrograms) ?? []
  const kinds = kindsIn(shown)
  return (
    kindsIn(said).some((kind) => !kinds.includes(kind)) ||
    words.some((word) => !shown.toLowerCase().includes(word.toLowerCase()))
  )
}

const dependence =
  /`(\w+)`\)?\s(?:[a-z]+\s){0,4}?(?:depends?|depended|requires?|required|needs?|needed|relies|cannot be (?:enabled|on|turned on|used)|can only be (?:enabled|on|turned on|used))\b([^.`]{0,60})`(\w+)`/i

/**
 * The verb of a sentence that has one thing depend on another, where nothing beside it says so in this direction, as the refusal of a
 * component does: "A is enabled, but depends on features that are disabled: [B]".
 */
export function unshownDependence(text: string, texts: readonly string[]): string | undefined {
  const [, from = '', , on = ''] = dependence.exec(text) ?? []
  if (from === '') return undefined
  const refusal = new RegExp(
    String.raw`\b${from} is enabled, but depends on features that are disabled: \[[^\]]*\b${on}\b`,
  )
  return texts.some((line) => refusal.test(line)) &&
    !/\b(?:not|never|no longer)\b|n't\b/.test(text.replace('cannot', ''))
    ? undefined
    : 'depends'
}
