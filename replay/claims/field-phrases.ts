// How sentences name fields: "the value of the `x` field in nodeInfo", "`serving` and `terminating` conditions", "the Pod's hostIPs".
import type { FieldName, Subject } from './claim.ts'
import { alt, filterMap, list, many, map, memo, opt, type Parser, seq, token, words } from './combinators.ts'
import { and, code } from './common-words.ts'
import { kindAt } from './kinds.ts'
import { componentNames, fieldStates, numberWords, objectStates, referenceFields } from './lexicon.ts'
import { determiner, objectPhrase, objectPhrases } from './object-phrases.ts'

/** The fields that a phrase names, and the objects that have them. */
export interface FieldPhrase {
  fields: FieldName[]
  subjects: Subject[]
}

const fieldNouns: Readonly<Record<string, FieldName['of']>> = {
  field: 'field',
  fields: 'field',
  value: 'field',
  values: 'field',
  property: 'field',
  attribute: 'field',
  entry: 'field',
  key: 'field',
  setting: 'field',
  'status field': 'field',
  'spec field': 'field',
  stanza: 'field',
  section: 'field',
  hint: 'field',
  hints: 'field',
  label: 'label',
  labels: 'label',
  annotation: 'annotation',
  annotations: 'annotation',
  condition: 'condition',
  conditions: 'condition',
}
const fieldNoun: Parser<FieldName['of']> = map(words(...Object.keys(fieldNouns)), (word) => fieldNouns[word])

/** What no field is called in prose: words of the grammar, and those that name other things. */
const taken = new Set(
  `the a an this that these those its their it they them there here is are was were be been being has have had do does did
  should must will would can could may not no and or but if when then of in on for with to from by as at all any both each
  command output result response request test tests feature gate featuregate kubelet apiserver controller traffic cluster
  value field behavior behaviour upgrade downgrade rollback error errors problem problems issue issues step section
  steps message log logs metric metrics following everything nothing something we you i user users new old correct
  change changes effect effects impact way case cases time job's regression failure failures reason thing things
  evidence trace traces access data state states functionality version versions api code server client node's access
  while during until than when after before because since without within so else than scenario scenarios crash crashes downtime disruption difference differences sign question informers informer left remaining continues continue
  number count amount total rest majority restarted twice once list different distinct same identical equal unique separate similar own label annotation
  event events container containers resource resources`.split(/\s+/),
)
/** Of those, what may stand in a name of several words: "access mode", "kubelet version". */
const partsOfNames = new Set(
  `access accesses version current time count total state mode api command container containers step value log logs message request
  resource failure minimum maximum scheduler traffic available ready failed succeeded active completed kubelet`.split(
    /\s+/,
  ),
)
const isTaken = (word: string): boolean =>
  taken.has(word) ||
  kindAt([word]) !== undefined ||
  Object.hasOwn(fieldStates, word) ||
  Object.hasOwn(objectStates, word) ||
  Object.hasOwn(componentNames, word) ||
  Object.hasOwn(numberWords, word)

/** `.status.active`, `hostIPs`, `batch.kubernetes.io/index`; not a command, a flag, an assignment. */
export const isFieldName = (text: string): boolean =>
  /^\.?(?:[A-Za-z][\w-]*)(?:\[[\w*"']*\])?(?:[./][\w-]+(?:\[[\w*"']*\])?)*$/.test(text) && !/^v?\d/.test(text)
const codeField: Parser<FieldName> = filterMap(code, (text) =>
  isFieldName(text) && !/^(?:true|false|null|nil)$/.test(text) && !looksLikeName(text)
    ? { name: text }
    : undefined,
)
/** `test-pod`, `web1`: objects are called so, fields are not. */
const looksLikeName = (text: string): boolean =>
  /^[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/.test(text) && /[-\d]/.test(text)
/** Fields with values in code: `Available=True`, `.status.active: 2`, `.spec.a.b=1,c=2`. */
export const assignedCode: Parser<Assigned[]> = filterMap(code, assignedIn)

/** A field with its value, as `a=b` or `a: b` in code. */
export interface Assigned {
  name: string
  value: string
}

/** Each further name stands beside the one before it; undefined: the text assigns nothing. */
export function assignedIn(text: string): Assigned[] | undefined {
  const first = oneAssigned(text)
  if (first === undefined) return undefined
  const [value, ...others] = first.value.split(',')
  const more = others.map((one) => oneAssigned(one.trim()))
  if (value === '' || more.some((one) => one === undefined)) return [first]
  const beside = first.name.replace(/[^.]*$/, '')
  const full = (name: string): string => (name.startsWith('.') ? name : `${beside}${name}`)
  return [
    { name: first.name, value: value! },
    ...more.map((one) => ({ name: full(one!.name), value: one!.value })),
  ]
}

function oneAssigned(text: string): Assigned | undefined {
  const match = /^(\.?[A-Za-z][\w.[\]/-]*)\s*(?:={1,2}|:)\s*("?)([^\s"]+)\2$/.exec(text)
  return match === null || !isFieldName(match[1]!) ? undefined : { name: match[1]!, value: match[3]! }
}
/** `HostIPs`, as no other word of prose is written. */
const camelField: Parser<FieldName> = token((one) =>
  one.kind === 'word' &&
  /^[A-Za-z]+[a-z][A-Z]+\w*$/.test(one.text) &&
  !isTaken(one.lower) &&
  !/'/.test(one.text)
    ? { name: one.text }
    : undefined,
)
const plainWord: Parser<string> = token((one) =>
  one.kind === 'word' && /^[a-z][a-z-]*$/i.test(one.text) && !isTaken(one.lower) ? one.text : undefined,
)
/** "storage class", of which an object has the name. */
function referenceField(words: readonly string[]): string | undefined {
  const kind = kindAt(words.map((word) => word.toLowerCase()))
  return kind?.words === words.length && !kind.plural && Object.hasOwn(referenceFields, kind.kind)
    ? referenceFields[kind.kind]
    : undefined
}
/** A field named by one or two words of prose; where no object has it, nothing can be said. */
export const plainField: Parser<FieldName> = map(
  alt(
    map(plainWord, (word) => [word]),
    seq(plainWord, plainWord),
  ),
  (found) => {
    const reference = referenceField(found)
    return reference === undefined ? { name: found.join(' '), plain: true } : { name: reference }
  },
)
const namePiece: Parser<string> = token((one) =>
  one.kind === 'word' &&
  /^[a-z][a-z-]*$/i.test(one.text) &&
  (partsOfNames.has(one.lower) || !isTaken(one.lower)) &&
  !Object.hasOwn(numberWords, one.lower)
    ? one.text
    : undefined,
)
/** What is called after a kind or with more words: "pod management policy", "maximum number of replicas". */
const kindWord: Parser<string> = token((one) =>
  one.kind === 'word' && (kindAt([one.lower])?.plural === false || /^(?:kubelet|kube-proxy)$/.test(one.lower))
    ? one.text
    : undefined,
)
const anyPiece = alt(namePiece, kindWord)
/** Between others also "number", and kinds of which there are several: "successful jobs history limit". */
const middle = alt(
  namePiece,
  token((one) =>
    one.kind === 'word' && (one.lower === 'number' || kindAt([one.lower])?.words === 1)
      ? one.text
      : undefined,
  ),
)
/** A field named by several words. */
export const longField: Parser<FieldName> = map(
  alt<string[]>(
    seq(kindWord, namePiece),
    seq(namePiece, plainWord),
    seq(plainWord, namePiece),
    seq(anyPiece, middle, namePiece),
    seq(anyPiece, middle, middle, namePiece),
    map(seq(plainWord, words('number of'), alt(plainWord, anyWord())), ([first, , last]) => [first, last]),
  ),
  (found) => ({ name: found.join(' '), plain: true }),
)
/** "ready field", where the noun says that it is one. */
const saidField: Parser<FieldName> = map(
  alt(
    map(anyWord(), (word) => [word]),
    seq(anyWord(), anyWord()),
    seq(anyWord(), anyWord(), anyWord()),
  ),
  (found) =>
    found.length === 1 && /[a-z][A-Z]/.test(found[0]!)
      ? { name: found[0]! }
      : { name: found.join(' '), plain: true },
)
function anyWord(): Parser<string> {
  return token((one) =>
    one.kind === 'word' &&
    /^[a-z][\w-]*$/i.test(one.text) &&
    !Object.hasOwn(numberWords, one.lower) &&
    !/^(?:the|a|an|of|in|is|are|has|have|no|not|any|its|same|value|and|or|that|correct|still|new)$/.test(
      one.lower,
    )
      ? one.text
      : undefined,
  )
}

const withNoun = (fields: FieldName[], noun: FieldName['of']): FieldName[] =>
  noun === undefined ? fields : fields.map((field) => ({ ...field, of: noun }))

const wordedNames: Readonly<Record<string, string>> = {
  'scheduling gate': 'schedulingGates',
  'scheduling gates': 'schedulingGates',
  'readiness gate': 'readinessGates',
  'readiness gates': 'readinessGates',
  'restart count': 'restartCount',
  'restart counts': 'restartCount',
  'exit code': 'exitCode',
  'cluster ip': 'clusterIP',
  'cluster ips': 'clusterIPs',
  'node port': 'nodePort',
  'node ports': 'nodePort',
  'node name': 'nodeName',
  'host ip': 'hostIP',
  'host ips': 'hostIPs',
  'pod ip': 'podIP',
  'pod ips': 'podIPs',
  'deletion timestamp': '.metadata.deletionTimestamp',
  'creation timestamp': '.metadata.creationTimestamp',
  'resource version': '.metadata.resourceVersion',
  'owner reference': '.metadata.ownerReferences',
  'owner references': '.metadata.ownerReferences',
  'replica count': '.spec.replicas',
  'start time': 'startTime',
  'completion time': 'completionTime',
}
/** Fields whose names are written as words, one of which means something else in prose. */
const wordedField: Parser<FieldName> = map(words(...Object.keys(wordedNames)), (found) => ({
  name: wordedNames[found]!,
}))
const named = alt(codeField, camelField, wordedField)
const namedFields: Parser<FieldName[]> = alt(
  map(seq(list(named, and), opt(fieldNoun)), ([fields, noun]) => withNoun(fields, noun)),
  map(seq(fieldNoun, list(codeField, and)), ([noun, fields]) => withNoun(fields, noun)),
  map(seq(saidField, fieldNoun), ([field, noun]) => withNoun([field], noun)),
)
/** As the complement of "have", where any word may be a field. */
export const anyFields: Parser<FieldName[]> = alt(
  namedFields,
  map(list(alt(plainField, longField), and), (fields) => fields),
)

const valueWords = many(
  alt(
    words('the value of | value of | the values of | values of | the content of | the contents of'),
    words(`the | its | their | this | these | those | any | old | new | all | all the | both | a | an
      | same | correct`),
  ),
)
const valueAfter = opt(words("'s value", 'value', 'values'))

/** Parts of an object that say where, not whose. */
const within: Parser<string | undefined> = alt<string | undefined>(
  map(words('in the status | in its status | in status'), () => 'status'),
  map(words('in the spec | in its spec | in spec'), () => 'spec'),
  map(words('in the metadata'), () => 'metadata'),
  map(words('in the output'), () => undefined),
  map(
    seq(words(`in | of | in the | of the | under | inside`), alt(camelField, codeField)),
    ([, part]) => part.name,
  ),
)
const placedIn = (fields: FieldName[], part: string | undefined): FieldName[] =>
  part === undefined ? fields : fields.map((field) => ({ ...field, within: part }))
/** The objects that a phrase like "of the Pod" names. */
export const whose: Parser<Subject[]> = map(
  seq(
    words(`in | of | on | for | from | inside | under | within | in both | of both | on both`),
    objectPhrases,
  ),
  ([, subjects]) => subjects,
)

/** "the `x` field of the Pod", "the Pod's `x`", "the Pod `x` field", "`x`". */
export const fieldPhrase: Parser<FieldPhrase> = memo(
  alt(
    map(
      seq(valueWords, namedFields, valueAfter, opt(within), opt(whose)),
      ([, fields, , part, subjects]) => ({
        fields: placedIn(fields, part),
        subjects: subjects ?? [],
      }),
    ),
    map(
      seq(
        opt(words('the value of')),
        objectPhrase,
        opt(words("'s")),
        alt(
          namedFields,
          map(plainField, (field) => [field]),
        ),
        valueAfter,
      ),
      ([, subject, , fields]) => ({
        fields,
        subjects: [subject],
      }),
    ),
    map(seq(objectPhrase, words("'s"), namedFields, valueAfter), ([subject, , fields]) => ({
      fields,
      subjects: [subject],
    })),
    map(seq(objectPhrase, words("'s"), longField, valueAfter), ([subject, , field]) => ({
      fields: [field],
      subjects: [subject],
    })),
    map(seq(words('the | any | its'), longField, opt(whose)), ([, field, subjects]) => ({
      fields: [field],
      subjects: subjects ?? [],
    })),
    // Of a Secret it is encoded.
    filterMap(
      alt(
        map(seq(objectPhrase, words("'s data")), ([subject]) => subject),
        map(seq(words('the data of | data of'), objectPhrase), ([, subject]) => subject),
      ),
      (subject) =>
        subject.kind === 'ConfigMap' ? { fields: [{ name: '.data' }], subjects: [subject] } : undefined,
    ),
    map(
      seq(
        words('the field | this field | that field | the new field | the api field | its field'),
        opt(whose),
      ),
      ([, subjects]) => ({ fields: [{ name: 'field', that: true as const }], subjects: subjects ?? [] }),
    ),
    map(seq(words('the | any | its'), plainField, whose), ([, field, subjects]) => ({
      fields: [field],
      subjects,
    })),
    map(seq(words('the', 'its'), plainField), ([, field]) => ({ fields: [field], subjects: [] })),
  ),
)

/** After "there is no": a plain word needs no article. */
export const bareFields: Parser<FieldPhrase> = map(seq(anyFields, opt(whose)), ([fields, subjects]) => ({
  fields,
  subjects: subjects ?? [],
}))

/** The value that was shown last. */
export const shownValue: Parser<FieldPhrase> = map(
  seq(opt(determiner), words('value', 'new value', 'returned value')),
  () => ({ fields: [{ name: '' }], subjects: [] }),
)
