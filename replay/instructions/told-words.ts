// What a sentence that tells to do something says of it in words that what is typed has, or has not: permissions, texts, names.
import { kindAt } from '../claims/kinds.ts'
import { tokensOf } from '../claims/tokens.ts'
import { componentsIn } from './components-in.ts'
import { kindsIn } from './objects-in.ts'
import { hasName, isNoun, namesBehindKinds } from './plain-names.ts'

/** The verbs of the API that permissions name. */
const verbs = '(?:get|list|watch|create|update|patch|delete|deletecollection|impersonate|bind|escalate|use)'
/** "Permission to list pods", "who may get and watch them", "a Role that lets them only read". */
const permits = new RegExp(
  String.raw`\b(?:permissions?|right|rights|allow(?:s|ed)?|lets?|authori[sz]ed?|access|may|can)\s+(?:(?:it|them|him|her|[a-z]+s)\s+)?(?:to\s+)?(?:only\s+)?(${verbs}(?:(?:,\s*|\s+and\s+|\s+or\s+|,\s+and\s+)${verbs})*)\b`,
  'i',
)
const grants = /--verb[s]?[= ]|\bverbs["']?\s*:/

/** A verb of the API that is said to be allowed, where those that are typed are others. */
function otherVerb(text: string, typed: string): string | undefined {
  const said = grants.test(typed) ? permits.exec(text)?.[1] : undefined
  return said
    ?.toLowerCase()
    .match(new RegExp(String.raw`\b${verbs}\b`, 'g'))
    ?.find(
      (verb) =>
        !new RegExp(String.raw`[=,\s"'[-]${verb}(?![\w-])|verb[= ]\*|["']\*["']`).test(permitted(typed)),
    )
}
/** What stands behind `--verb=`, or in `verbs`. */
const permitted = (typed: string): string =>
  [...typed.matchAll(/(?:--verbs?[= ]|\bverbs["']?\s*:)[^\n]*(?:\n\s*-\s*["']?[a-z*]+["']?)*/g)]
    .map(([found]) => found)
    .join('\n')

/** What is in a file may not be shown. */
const inFiles = /\s(?:-f|-k|--filename|--kustomize)[ =]?(?!-(?:\s|$))\S|\bhelm\b|\$\{?[A-Za-z_]/
const writes =
  /\b(?:prints?|echo(?:es)?|outputs?|logs?|says?|writes?|answers?|returns?|containing|with the (?:text|content|value|message))\s*$/i
/** A text in quotation marks that something is to print or to hold, and that nothing typed has. */
function otherText(text: string, typed: string): string | undefined {
  return [...text.matchAll(/["“]([^"”]{1,80})["”]/g)].find(
    ({ index, 1: quoted }) =>
      writes.test(text.slice(0, index)) && !typed.toLowerCase().includes(quoted!.toLowerCase()),
  )?.[1]
}

const sets = /\b(?:is|are|of|to|as|=|with)\s+([A-Z][a-z]+(?:[A-Z][a-z]+)*)(?=\s*(?:[.,:;)]|$|\band\b))/g
/** "Whose policy is Delete": a value that is written as one, and that nothing typed has. */
function otherValue(text: string, typed: string): string | undefined {
  const words = new Set(typed.toLowerCase().match(/[a-z]+/g) ?? [])
  return [...text.replace(/`[^`]*`/g, 'it').matchAll(sets)]
    .map(([, value]) => value!)
    .find((value) => isSpoken(value) && !words.has(value.toLowerCase()))
}
const isSpoken = (value: string): boolean =>
  kindsIn(value).length === 0 &&
  componentsIn(value).length === 0 &&
  !/^(?:Kubernetes|Go|Linux|Docker|Kind|Minikube|Bash|Helm|Python|English|KEP)$/.test(value)

const bare = /^(?:the|our)\s+`?([a-z][a-z0-9-]*)`?\s+([A-Za-z]{2,25}):\s*$/i
/** What says which one is meant, and is no name. */
const anyOne =
  /^(?:new|old|same|other|whole|entire|first|second|third|last|final|next|sample|test|example|main|current|actual|initial|original|only|single|own|full|default|simple|complete|corresponding|respective|relevant|target|server|client|user|pod|service|[a-z]+(?:ing|ed|ive|ous|al|able|ant|ent))$/i
/** "The db deployment:" above commands of which none has it. */
function otherTitle(text: string, typed: string): string | undefined {
  const [, name, noun] = bare.exec(text.replace(/^\W*(?:\d+[.)]\s*)?/, '')) ?? []
  const kind = noun === undefined ? undefined : kindAt([noun.toLowerCase()])
  if (name === undefined || kind === undefined || anyOne.test(name) || kindsIn(name).length > 0)
    return undefined
  return typed.toLowerCase().includes(name.toLowerCase()) ? undefined : name
}

const takesName = /\b(?:create|delete|remove|scale|expose|label|annotate|patch|drain|cordon|taint)\b/i
/** "Create the namespace y" above commands of which none has it. */
const otherName = (text: string, typed: string): string | undefined =>
  namesBehindKinds(takesName.test(text) ? text : '').find(
    ({ name }) => !isNoun(name) && !hasName(typed.toLowerCase(), name),
  )?.name

/** The first such word; undefined where there is none, or what is typed cannot be seen. @param done what is typed, and the files beside it */
export function otherWord(text: string, done: readonly string[]): string | undefined {
  const typed = done.join('\n')
  const [first] = tokensOf(text)
  if (typed === '' || first === undefined) return undefined
  return (
    otherVerb(text, typed) ??
    (inFiles.test(typed) ? undefined : otherText(text, typed)) ??
    (inFiles.test(typed) ? undefined : otherValue(text, typed)) ??
    otherTitle(text, typed) ??
    (inFiles.test(typed) ? undefined : otherName(text, typed))
  )
}
