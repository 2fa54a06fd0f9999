// Objects that a sentence speaks of where what is typed has others: the second PVC, a StatefulSet that is a Deployment, a CronJob of which
// there is none.
import { kindAt } from '../claims/kinds.ts'
import type { Beside } from './agrees.ts'
import { type NamedObject, objectsNamed } from './named-objects.ts'
import { kindsIn } from './objects-in.ts'

const ordinals = ['first', 'second', 'third', 'fourth', 'fifth']
/** The last of how many there are. */
const last = 0
const nth =
  /\b(?:the|an?|its|our|that|this)\s+(first|second|third|fourth|fifth|last)\s+(?:new\s+)?((?:[A-Za-z]+[ -]?){1,3})/gi
const workload = /^(?:deployment|job|statefulset|daemonset|replicaset|replicationcontroller|cronjob)$/
const startsAnew =
  /\bkind\s+(?:create|delete)\s+cluster|local-up-cluster|\bkubeadm\s+(?:init|reset)|minikube\s+(?:start|delete)/
/** A file of which nothing tells what is in it. */
const opaque = /\s(?:-f|--filename|-k|--kustomize)[= ]?(?!-(?:\s|$))\S|\bhelm\s|\$\(|\$\{?[A-Za-z_]/

/** What stands before a sentence in its section, as far as it was read. */
interface Above {
  texts: number
  objects: NamedObject[]
  kinds: Set<string>
  isOpaque: boolean
}
/** Sections grow while they are read. */
const sections = new WeakMap<readonly string[], Above>()
function readAbove(texts: readonly string[]): Above {
  const known: Above = sections.get(texts) ?? { texts: 0, objects: [], kinds: new Set(), isOpaque: false }
  sections.set(texts, known)
  for (; known.texts < texts.length; known.texts++) {
    const text = texts[known.texts]!
    if (startsAnew.test(text)) known.objects.length = 0
    known.objects.push(...objectsNamed(text))
    for (const kind of kindsIn(text)) known.kinds.add(kind)
    known.isOpaque ||= opaque.test(text)
  }
  return known
}

const namesOf = (objects: readonly NamedObject[], kind: string, is?: NamedObject['is']): string[] => [
  ...new Set(objects.flatMap((one) => (one.kind === kind && (is ?? one.is) === one.is ? [one.name] : []))),
]

/** The place that a name's number gives it among its likes, of which the first has 0 or 1; undefined where they are not known. */
function placeOf(
  name: string,
  texts: readonly string[],
  objects: readonly NamedObject[],
): number | undefined {
  const [, stem, digits] = /^(.*?)(\d{1,4})$/.exec(name) ?? []
  if (digits === undefined) return undefined
  const isOfSet = objects.some((one) => one.kind === 'statefulset' && `${one.name}-` === stem)
  const first = [0, 1].find(
    (one) => (one === 0 && isOfSet) || texts.some((text) => text.includes(`${stem}${one}`)),
  )
  return first === undefined ? undefined : Number(digits) - first + 1
}

/** "Delete the second Pod:" above a command that deletes the first one. */
function otherByOrder(text: string, { done, shown, before = [] }: Beside): string | undefined {
  const [found, another] = text.replace(/`[^`]*`/g, 'it').matchAll(nth)
  if (found === undefined || another !== undefined) return undefined
  const [said, ordinal, words] = found
  const kind = kindAt(words!.trim().toLowerCase().split(/[ -]/))?.kind.toLowerCase()
  const below = objectsNamed([...done, ...shown].join('\n'))
  const targets = kind === undefined || kind === 'node' ? [] : namesOf(below, kind)
  if (targets.length === 0) return undefined
  const place = ordinals.indexOf(ordinal!.toLowerCase()) + 1
  const above = readAbove(before)
  if (kind === 'pod' && [...above.kinds].some((one) => workload.test(one))) {
    const places = targets.map((name) => placeOf(name, [...before, ...done, ...shown], above.objects))
    const isOther = (one: number): boolean => (place === last ? one === 1 : one !== place)
    return places.every((one) => one !== undefined && isOther(one)) ? said : undefined
  }
  const made = namesOf(above.objects, kind!, 'made')
  if (made.length === 0 || above.isOpaque) return undefined
  const isOf = targets.some((name) => made.includes(name))
    ? targets.includes(made.at(place - 1) ?? '')
    : place === last ||
      isNext(place, targets.length, made.length, namesOf(above.objects, kind!, 'deleted').length)
  return isOf ? undefined : said
}

/** Whether that many more are at a place, after those that were made; those that are gone may not count. */
const isNext = (place: number, more: number, made: number, gone: number): boolean =>
  [made, made - gone].some((had) => place > had && place <= had + more)

/** "the StatefulSet `web`", "`web` StatefulSet". */
const kindAndName = /\b([A-Za-z]{2,30})\s+`([a-z0-9][a-z0-9.-]{0,60})`/g
const nameAndKind = /`([a-z0-9][a-z0-9.-]{0,60})`\s+([A-Za-z]{2,30})\b/g
/** They are called after what they come with. */
const follows =
  /^(?:pod|replicaset|endpoints|endpointslice|node|namespace|event|controllerrevision|lease|role|rolebinding)$/

/** "The StatefulSet `web`" where that is a Deployment. */
function otherKindOfName(text: string, { done, shown, before = [] }: Beside): string | undefined {
  const pairs = [
    ...[...text.matchAll(kindAndName)].map(([, word, name]) => ({ word: word!, name: name! })),
    ...[...text.matchAll(nameAndKind)].map(([, name, word]) => ({ word: word!, name: name! })),
  ].flatMap(({ word, name }) => {
    const kind = kindAt([word.toLowerCase()])?.kind.toLowerCase()
    return kind === undefined || follows.test(kind) ? [] : [{ kind, name }]
  })
  if (pairs.length === 0) return undefined
  const known = [...readAbove(before).objects, ...objectsNamed([...done, ...shown].join('\n'))]
  return pairs.find(({ kind, name }) => {
    const likes = known.filter((one) => one.name === name)
    return likes.length > 0 && !likes.some((one) => one.kind === kind)
  })?.kind
}

/** One that is there: "the CronJob", "an HPA", "check job status". */
const definite =
  /\b(?:the|this|that|its|our|an?|same|check|see|view|describe|inspect|observe|verify)\s+(?=([A-Za-z][\w-]*(?:\s+[A-Za-z][\w-]*){0,4}))/gi
/** Where what is meant ends. */
const link =
  /^(?:the|an?|of|in|on|for|to|from|with|by|and|or|is|are|was|were|has|have|had|that|which|its|it)$/i
/** Behind a word that stands for another thing then: "the deployment of", "the service account". */
const otherNoun =
  /^(?:of|mesh|file|unit|manager|provider|process|account|cidr|range|discovery|template|type|network|proxy|level|time)$/i
/** The kind of the noun that words begin with. */
function kindMeant(said: string): string | undefined {
  const words = said.split(/\s+/)
  const end = words.findIndex((word) => link.test(word))
  const noun = words.slice(0, end < 0 ? words.length : end)
  for (const [at, word] of noun.slice(0, 3).entries()) {
    const found = kindAt(noun.slice(at).map((one) => one.toLowerCase()))
    const kind = found?.kind.toLowerCase() ?? kindsIn(word)[0]
    if (kind !== undefined) return otherNoun.test(words[at + (found?.words ?? 1)] ?? '') ? undefined : kind
  }
  return undefined
}
const isGeneral =
  /\b(?:no|not|none|without|never|if|unless|like|such as|for example|e\.g|unlike|instead|any|every|other|another)\b|n['’]t\b/i
/** Kinds that nothing has to name: they are there, or come with others. */
const comes =
  /^(?:pod|node|namespace|event|lease|secret|configmap|serviceaccount|replicaset|controllerrevision|endpoints|endpointslice|role|rolebinding|clusterrole|clusterrolebinding|persistentvolume|resourceclaim|resourceslice|ipaddress|servicecidr|customresourcedefinition|apiservice|priorityclass|componentstatus|binding|runtimeclass)$/

/** "The CronJob" where nothing that is typed or told above, beside or below it speaks of one. */
function unknownKind(
  text: string,
  { done, shown, before = [] }: Beside,
  judged: readonly string[],
): string | undefined {
  if (isGeneral.test(text)) return undefined
  const named = [...text.replace(/`[^`]*`|\([^()]*\)/g, 'it').matchAll(definite)].flatMap(([, said]) => {
    const kind = kindMeant(said!)
    return kind === undefined || comes.test(kind) || judged.includes(kind) ? [] : [kind]
  })
  if (named.length === 0) return undefined
  const above = readAbove(before)
  const code = [...done, ...shown]
  if (code.some((one) => opaque.test(one))) return undefined
  const below = kindsIn(code.join('\n'))
  return named.find((kind) => !above.kinds.has(kind) && !below.includes(kind))
}

/** Kinds that are taken for one another. */
const alike: readonly ReadonlySet<string>[] = [
  new Set(['deployment', 'statefulset', 'daemonset', 'job', 'cronjob']),
  new Set(['persistentvolume', 'persistentvolumeclaim']),
  new Set(['role', 'clusterrole']),
  new Set(['configmap', 'secret']),
]

/** "The image of the StatefulSet" above what is done to a Deployment, where both are there. */
function takenForAnother(text: string, { done, shown }: Beside): string | undefined {
  if (isGeneral.test(text)) return undefined
  const plain = text.replace(/`[^`]*`/g, 'it')
  const named = kindsIn(plain)
  const meant = [...plain.matchAll(definite)].flatMap(([, said]) => kindMeant(said!) ?? [])
  if (meant.length === 0) return undefined
  const given = objectsNamed([...done, ...shown].join('\n')).map(({ kind }) => kind)
  return meant.find((kind) => {
    const likes = alike.find((some) => some.has(kind))
    const others = likes === undefined ? [] : given.filter((one) => likes.has(one))
    // Who names both says how they belong together.
    return others.length > 0 && !others.includes(kind) && !others.some((one) => named.includes(one))
  })
}

/**
 * What a sentence says of an object that is another one than what is typed has; undefined: there is none, or it is not to be seen.
 * @param judged the kinds, in lower case, of which the sentence is held against the cluster
 */
export const otherObject = (text: string, beside: Beside, judged: readonly string[]): string | undefined =>
  (judged.length > 0
    ? undefined
    : (otherByOrder(text, beside) ?? otherKindOfName(text, beside) ?? takenForAnother(text, beside))) ??
  unknownKind(text, beside, judged)
