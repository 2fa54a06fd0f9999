// Clauses that claim something, each with what it means.
import type { ClaimBody, FieldName, FieldTest, OutputTest, Subject } from './claim.ts'
import {
  alt,
  filterMap,
  first,
  list,
  many,
  map,
  opt,
  type Parser,
  seq,
  succeed,
  table,
  token,
  words,
} from './combinators.ts'
import {
  adjuncts,
  adverbs,
  and,
  auxiliary,
  be,
  code,
  comma,
  comparison,
  mark,
  number,
  other,
  quantity,
} from './common-words.ts'
import { anyFields, type FieldPhrase, fieldPhrase, isFieldName, shownValue } from './field-phrases.ts'
import { componentNames, fieldStates, fieldVerbs, objectStates, objectVerbs, opposites } from './lexicon.ts'
import { determiner, objectPhrase, objectPhrases, pronoun } from './object-phrases.ts'

export type { ClaimBody }

/** What a clause is about; `same` is that of the clause before. */
export type Topic = { objects: Subject[] } | { fields: FieldPhrase } | 'same' | 'output'
/** A clause without its topic, so that "… and is gone" can go on with the one before. */
export type Predicate = (topic: Topic) => ClaimBody[] | undefined

const optional = (subject: Subject | undefined): { subject?: Subject } =>
  subject === undefined ? {} : { subject }

/** One claim for each field of each subject. */
export function fieldClaims({ fields, subjects }: FieldPhrase, test: FieldTest): ClaimBody[] {
  const whose = subjects.length === 0 ? [undefined] : subjects
  return whose.flatMap((subject) => fields.map((field) => fieldClaim(field, subject, test)))
}

function fieldClaim(field: FieldName, subject: Subject | undefined, test: FieldTest): ClaimBody {
  if (field.of === 'condition') {
    const present = test.is === 'set' || test.is === 'kept'
    if (present || test.is === 'unset')
      return { kind: 'condition', condition: field.name, ...optional(subject), present }
    if (test.is === 'equals')
      return {
        kind: 'condition',
        condition: field.name,
        ...optional(subject),
        present: true,
        status: test.value,
      }
  }
  return { kind: 'field', field, ...optional(subject), test }
}

function negate(test: FieldTest, negated: boolean): FieldTest | undefined {
  if (!negated) return test
  if (test.is === 'equals') return { is: 'differs', value: test.value }
  if (test.is === 'differs') return { is: 'equals', value: test.value }
  const opposite = opposites[test.is]
  return opposite === undefined ? undefined : ({ is: opposite } as FieldTest)
}

/** A value: code, a number, a quoted text, a bare word that is written like one. */
const barewords = /^(?:true|false|[A-Z][A-Za-z]*|v?\d[\w.]*%?)$/
const value: Parser<string> = alt(
  code,
  map(number, String),
  token((one) => (one.kind === 'word' && barewords.test(one.text) ? one.text : undefined)),
)

const states = Object.fromEntries(
  Object.entries(fieldStates).map(([word, is]) => [word, { is } as FieldTest]),
)
const sameAs: Parser<FieldTest> = map(
  seq(
    words('the same as', 'equal to', 'the same value as', 'identical to'),
    many(words('the', 'value', 'of', 'field')),
    filterMap(code, (text) => (/^\.?[a-z][A-Za-z]+(?:\.[A-Za-z]+)*$/.test(text) ? text : undefined)),
    opt(words('field')),
  ),
  ([, , field]) => ({ is: 'same-as', field }),
)
const toValue: Parser<FieldTest> = map(
  seq(
    opt(
      words(`set | reset | set back | defaulted | updated | changed | changed back | equal | restored
        | reverted`),
    ),
    opt(words('to', 'as', 'back to', 'at')),
    opt(words('the value', 'value', 'a value of', 'the value of')),
    value,
  ),
  ([, , , found]) => ({ is: 'equals', value: found }),
)
const compared: Parser<FieldTest> = map(seq(comparison, number), ([how, many]) =>
  how === '==' ? { is: 'equals', value: String(many) } : { is: 'compares', comparison: how, number: many },
)
const complement: Parser<FieldTest> = alt(table(states), sameAs, toValue, compared)

/** "is (not) set", "becomes `2`", "equals 3", "has the value `x`". */
const fieldTest: Parser<FieldTest> = alt(
  filterMap(seq(be, opt(adverbs), complement), ([negated, , test]) => negate(test, negated)),
  filterMap(
    seq(
      auxiliary,
      words(`equals | equal | has the value | have the value | reads | shows | says | has value | ==
        | has a value of`),
      opt(words('to', 'of')),
      value,
    ),
    ([negated, , , found]) => negate({ is: 'equals', value: found }, negated),
  ),
  filterMap(
    seq(
      auxiliary,
      table(Object.fromEntries(Object.entries(fieldVerbs).map(([word, is]) => [word, { is } as FieldTest]))),
    ),
    ([negated, test]) => negate(test, negated),
  ),
  map(
    cannotBe('set', 'updated', 'changed', 'modified', 'used', 'specified', 'written'),
    () => ({ is: 'refused' }) as const,
  ),
  map(cannotBe('accessed', 'read', 'seen', 'retrieved'), () => ({ is: 'unset' }) as const),
  map(
    seq(words('can', 'could'), adverbs, words('be'), adverbs, words('accessed', 'read', 'seen', 'retrieved')),
    () => ({ is: 'set' }) as const,
  ),
)
function cannotBe(...done: string[]): Parser<unknown> {
  return seq(
    words(`can not | could not | can no longer | may not | must not`),
    adverbs,
    words('be'),
    adverbs,
    words(...done),
  )
}

const fieldPredicate: Parser<Predicate> = map(fieldTest, (test) => (topic) => {
  if (typeof topic === 'string' || !('fields' in topic)) return undefined
  return fieldClaims(topic.fields, test)
})

/** A status that is written as kubectl's column has it: `ContainerCreating`. */
const statusWord: Parser<string> = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z]+$/.test(text) ? text.toLowerCase() : undefined)),
  token((one) =>
    one.kind === 'word' && /^[A-Z][a-z]+[A-Z][A-Za-z]+$/.test(one.text) ? one.lower : undefined,
  ),
)
const state: Parser<string> = alt(table(objectStates), statusWord)
const stateNoun = words('state', 'phase', 'status', 'states')
const quotedState = map(seq(words('the', 'a'), alt(statusWord, state)), ([, found]) => found)
const stateComplement: Parser<string> = alt(
  state,
  map(
    seq(
      words(`in | in the | in a | in state | in phase | in status | at | marked | marked as
        | reported as | stuck in | stuck in the | set to`),
      state,
      opt(stateNoun),
    ),
    ([, found]) => found,
  ),
  map(seq(quotedState, stateNoun), ([found]) => found),
)
const moving =
  words(`enters | enter | entered | goes to | go to | goes into | moves to | move to | transitions to
  | transition to | transitioned to | reaches | reach | ends up | end up | ended up | stays | stay
  | remains | remain | remained | stayed | keeps | goes | turns | shows as | shows up as | stays in
  | stays in the`)

const objectState: Parser<{ state: string; negated: boolean }> = alt(
  map(seq(be, adverbs, stateComplement), ([negated, , found]) => ({ state: found, negated })),
  map(seq(auxiliary, moving, opt(words('in', 'the')), stateComplement), ([negated, , , found]) => ({
    state: found,
    negated,
  })),
  map(seq(moving, words('in', 'the', 'in the'), statusWord, opt(stateNoun)), ([, , found]) => ({
    state: found,
    negated: false,
  })),
  map(seq(auxiliary, table(objectVerbs)), ([negated, found]) => ({ state: found, negated })),
  map(seq(adverbs, words('running', 'pending')), ([, found]) => ({ state: found, negated: false })),
  map(
    seq(words('has', 'have'), opt(words('the')), words('status', 'phase'), statusWord, opt(stateNoun)),
    ([, , , found]) => ({ state: found, negated: false }),
  ),
)

export function stateClaim(subject: Subject | undefined, found: string, negated: boolean): ClaimBody {
  if (subject !== undefined && typeof subject.number === 'number') {
    const limited = found === 'existing' ? subject : { ...subject, state: found }
    if (found === 'deleted' || negated) return { kind: 'state', subject, state: found, negated }
    return { kind: 'count', subject: limited, comparison: '==', number: subject.number }
  }
  return { kind: 'state', ...optional(subject), state: found, negated }
}

const statePredicate: Parser<Predicate> = map(objectState, ({ state: found, negated }) => (topic) => {
  if (topic === 'same') return [stateClaim(undefined, found, negated)]
  if (topic === 'output' || 'fields' in topic) return undefined
  return topic.objects.map((subject) => stateClaim(subject, found, negated))
})

/** "has", "does not have", "still contains", "with": whether it says no. */
const having: Parser<boolean> = alt(
  map(
    seq(
      auxiliary,
      words(`have | has | had | contain | contains | include | includes | get | gets | got | carry
        | carries | keep | keeps | retain | retains | having | report | reports | show | shows`),
      adverbs,
    ),
    ([negated]) => negated,
  ),
  map(words(`lacks | lack | without | lost | loses | are without | is without`), () => true),
  map(words('with', 'comes with', 'come with'), () => false),
)
const noneOf = opt(words(`no | neither | none of | zero | not any`))
const articles = many(
  words(`a | an | the | its | their | any | some | all | correct | new | old | same | both | following
    | of | the corresponding | this | these | also`),
)
const afterField: Parser<FieldTest | undefined> = alt<FieldTest | undefined>(
  succeed(undefined),
  map(
    words(`set | present | visible | available | populated | field set | defined | assigned`),
    () => ({ is: 'set' }) as const,
  ),
  map(
    seq(
      opt(words('set', 'equal', 'with', 'that is set')),
      opt(
        words(`to | that says | with status | with value | with the value | of | == | as | value
          | status`),
      ),
      value,
    ),
    ([, , found]) => ({ is: 'equals', value: found }) as const,
  ),
  map(words('unset', 'empty', 'cleared'), () => ({ is: 'unset' }) as const),
)
const hasPredicate: Parser<Predicate> = filterMap(
  seq(having, noneOf, articles, anyFields, opt(words('field', 'fields')), adverbs, afterField),
  ([no, none, , fields, , , after]) => {
    const negated = no !== (none !== undefined)
    const test = negate(after ?? { is: 'set' }, negated)
    if (test === undefined) return undefined
    return (topic: Topic) => {
      if (topic === 'output') return undefined
      if (topic !== 'same' && 'fields' in topic) return undefined
      return fieldClaims(
        { fields: fields.map(asCondition), subjects: topic === 'same' ? [] : topic.objects },
        test,
      )
    }
  },
)
/** "has `Complete`": a name with a capital is a condition's. */
const asCondition = (field: FieldName): FieldName =>
  field.of === undefined &&
  field.plain === undefined &&
  /^[A-Z][a-z]+(?:[A-Z][a-z]+)*$/.test(field.name) &&
  field.name !== 'Hints'
    ? { ...field, of: 'condition' }
    : field

/** "has two endpoints", "has no endpoints". */
const memberPredicate: Parser<Predicate> = map(
  seq(
    having,
    quantity,
    adverbs,
    opt(words('ready', 'serving', 'terminating')),
    words(`endpoint | endpoints | addresses | address | finalizers | finalizer | condition | conditions
      | ports | port | containers | container | labels | taints | taint`),
  ),
  ([no, much, , which, noun]) =>
    (topic: Topic) => {
      if (no || topic === 'output' || (topic !== 'same' && 'fields' in topic)) return undefined
      const subjects = topic === 'same' ? [undefined] : topic.objects
      return subjects.map((subject) => ({
        kind: 'members' as const,
        field: { name: noun.replace(/(?<=[^s])$/, 's').replace(/^addresss$/, 'addresses') },
        ...optional(subject),
        ...much,
        ...(which === undefined ? {} : { state: which }),
      }))
    },
)

const predicates: Parser<Predicate> = alt(fieldPredicate, statePredicate, hasPredicate, memberPredicate)

/** Predicates that share a topic: "are still there but no longer have any hints". */
const joint = alt<unknown>(seq(opt(comma), words(`and | but | and also | but also | and then`)), comma)
const predicateList: Parser<Predicate[]> = list(
  map(seq(predicates, adjuncts), ([predicate]) => predicate),
  joint,
)

const topic: Parser<Topic> = alt<Topic>(
  map(fieldPhrase, (fields) => ({ fields })),
  map(shownValue, (fields) => ({ fields })),
  map(objectPhrases, (objects) => ({ objects })),
  pronoun,
)

const subjectClause: Parser<ClaimBody[]> = filterMap(
  seq(topic, adverbs, adjunctsBefore(), predicateList),
  ([about, , , found]) => {
    const bodies = found.map((predicate) => predicate(about))
    return bodies.some((one) => one === undefined) ? undefined : bodies.flatMap((one) => one!)
  },
)
function adjunctsBefore(): Parser<unknown> {
  return opt(words('that', 'which'))
}

/** `.status.active=2`, "`x: y`" as a clause of its own. */
const assignment: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the', 'that', 'a')),
    filterMap(code, (text) => {
      const match = /^(\.?[A-Za-z][\w.[\]/-]*)\s*(?:={1,2}|:)\s*("?)(.*?)\2$/s.exec(text)
      return match === null ||
        !isFieldName(match[1]!) ||
        match[3] === '' ||
        /\s/.test(match[3]!) ||
        match[1]!.startsWith('--')
        ? undefined
        : { name: match[1]!, value: match[3]! }
    }),
    opt(words('is set', 'is shown', 'is present')),
    opt(map(seq(words('in', 'for', 'of', 'on'), objectPhrase), ([, subject]) => subject)),
  ),
  ([, { name, value: wanted }, , subject]) => [
    { kind: 'field', field: { name }, ...optional(subject), test: { is: 'equals', value: wanted } },
  ],
)

/** "there are two EndpointSlices", "there is no `x` field in the Pod". */
const there: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      words('there'),
      be,
      adverbs,
      alt(
        quantity,
        map(opt(words('a', 'an')), () => ({ comparison: '>=', number: 1 }) as const),
      ),
      bareObjects(),
      opt(seq(adverbs, alt(state, stateComplement))),
    ),
    ([, no, , much, subject, inState]) => {
      if (no && much.number !== 1) return undefined
      const limited =
        inState === undefined || inState[1] === 'existing' ? subject : { ...subject, state: inState[1] }
      return [{ kind: 'count', subject: limited, ...(no ? { comparison: '==' as const, number: 0 } : much) }]
    },
  ),
  filterMap(
    seq(
      words('there'),
      be,
      adverbs,
      opt(words(`no | not any | any | a | an | the`)),
      fieldPhrase,
      opt(words('set', 'present', 'any')),
    ),
    ([, negated, , article, phrase]) =>
      fieldClaims(phrase, { is: negated !== (article === 'no' || article === 'not any') ? 'unset' : 'set' }),
  ),
  map(
    seq(
      words('there'),
      be,
      adverbs,
      words('no', 'nothing'),
      opt(words('output', 'results', 'result')),
      opt(words('printed', 'shown', 'returned')),
    ),
    ([, negated]) => [{ kind: 'output', test: { is: negated ? 'not-empty' : 'empty' } }],
  ),
)
function bareObjects(): Parser<Subject> {
  return map(objectPhrase, (subject) => subject)
}

/** "no new pods are created", "none of the Pods are running", "only one Pod is pending". */
const counted: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  filterMap(
    seq(
      words(`no | no more | no other | none of | none of the | neither of the`),
      objectPhrase,
      opt(objectState),
      adjuncts,
    ),
    ([, subject, found]) => {
      const inState = found?.state ?? 'existing'
      if (found?.negated === true) return undefined
      return inState === 'deleted'
        ? undefined
        : [
            {
              kind: 'count',
              subject: inState === 'existing' ? subject : { ...subject, state: inState },
              comparison: '==',
              number: 0,
            },
          ]
    },
  ),
  filterMap(
    seq(opt(words('the')), comparison, number, objectPhrase, objectState),
    ([, how, many, subject, found]) =>
      found.negated || found.state === 'deleted'
        ? undefined
        : [
            {
              kind: 'count',
              subject: found.state === 'existing' ? subject : { ...subject, state: found.state },
              comparison: how,
              number: many,
            },
          ],
  ),
)

const isCommand = (text: string): boolean =>
  /^(?:sudo\s+)?[\w./$-]*(?:kubectl|curl|etcdctl|crictl|k|kc|cat|docker|iptables(?:-save)?|journalctl)\s+\S/.test(
    text,
  )
const commandCode: Parser<string> = filterMap(code, (text) => (isCommand(text) ? text : undefined))
const outputNoun: Parser<string | undefined> = alt<string | undefined>(
  commandCode,
  map(
    seq(
      opt(determiner),
      words('output of', 'result of', 'output from'),
      opt(words('the command', 'the')),
      commandCode,
    ),
    ([, , , command]) => command,
  ),
  map(
    seq(
      opt(determiner),
      words(`command | output | result | response | command output | output of the command
        | command above | above command | following command | request | call | query | log | logs
        | message | error message | description | table | list | hpa description | api response
        | error`),
    ),
    () => undefined,
  ),
  map(words('it', 'this', 'that', 'which'), () => undefined),
)
const prints = words(`print | prints | printed | output | outputs | show | shows | showed | return | returns
  | returned | display | displays | displayed | report | reports | say | says | contain | contains
  | include | includes | mention | mentions | give | gives | list | lists | read | reads | is | be`)
const blankOutput =
  words(`nothing | no output | an empty output | an empty result | an empty list | empty output
  | no result | no results | empty | blank | no resources | no rows | an empty string`)
const printedValue: Parser<string> = map(
  seq(
    opt(
      words(`the value | the message | the text | the line | value | a | an error | error | the error
        | as`),
    ),
    alt(
      code,
      map(number, String),
      token((one) =>
        one.kind === 'word' && /^(?:[A-Z][A-Z_]+|true|false|null|[A-Z][a-z]+(?:[A-Z]\w*)*)$/.test(one.text)
          ? one.text
          : undefined,
      ),
    ),
  ),
  ([, found]) => found,
)

const outputOf = (command: string | undefined, test: OutputTest): ClaimBody => ({
  kind: 'output',
  ...(command === undefined ? {} : { command }),
  test,
})
const printed: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(seq(outputNoun, auxiliary, prints, adverbs, list(printedValue, and)), ([command, negated, , , found]) =>
    found.map((one) => outputOf(command, { is: negated ? 'lacks' : 'contains', value: one })),
  ),
  map(seq(outputNoun, auxiliary, prints, adverbs, blankOutput), ([command, negated]) => [
    outputOf(command, { is: negated ? 'not-empty' : 'empty' }),
  ]),
  map(seq(outputNoun, be, adverbs, words('empty', 'blank')), ([command, negated]) => [
    outputOf(command, { is: negated ? 'not-empty' : 'empty' }),
  ]),
  map(
    seq(
      words('nothing', 'no output'),
      be,
      adverbs,
      opt(words(`printed | shown | returned | displayed | listed`)),
    ),
    () => [outputOf(undefined, { is: 'empty' })],
  ),
  map(seq(words('nothing', 'no output')), () => [outputOf(undefined, { is: 'empty' })]),
  map(seq(words('no resources found')), () => [
    outputOf(undefined, { is: 'contains', value: 'No resources found' }),
  ]),
  map(
    seq(
      opt(determiner),
      code,
      words(`in the output | in its output | printed | in the response | in the list | in the logs
        | in the log`),
    ),
    ([, found]) => [outputOf(undefined, { is: 'contains', value: found })],
  ),
)

const acting = alt<string | undefined>(
  commandCode,
  map(
    seq(
      opt(determiner),
      many(words(`above | following | same | last | kubectl | update | second | first`)),
      words(`command | request | creation | update | patch | apply | call | edit | api call
        | api request | deletion | attempt | operation | validation | change | query`),
      opt(
        seq(
          words('of', 'to', 'for'),
          many(
            other(
              'fails',
              'succeeds',
              'is',
              'was',
              'should',
              'will',
              'must',
              'failed',
              'succeeded',
              ',',
              'and',
              'gets',
              'does',
              'are',
              'be',
            ),
            1,
          ),
        ),
      ),
    ),
    () => undefined,
  ),
  map(words('it', 'this', 'that', 'which'), () => undefined),
)
const refusedWords = words(`fails | fail | failed | errors | errors out | fails validation`)
const refusedStates =
  words(`rejected | denied | refused | forbidden | invalid | blocked | not allowed | disallowed
  | declined`)
const allowedWords = words(`succeeds | succeed | succeeded | works | passes | goes through | worked`)
const allowedStates = words(`accepted | successful | allowed | permitted | admitted`)
const message: Parser<string | undefined> = opt(
  map(
    seq(
      words(`with | by | because of | saying | with the | due to | with an | with a`),
      many(other(',', 'and', 'but', '.')),
      code,
    ),
    ([, , text]) => text,
  ),
)
const rejectedBy = opt(
  words(`by the api server | by the apiserver | by kube-apiserver | by validation | by the server
    | with an error | with a validation error | by the api-server`),
)

function exits(command: string | undefined, fails: boolean, text: string | undefined): ClaimBody[] {
  return [
    {
      kind: 'exit',
      ...(command === undefined ? {} : { command }),
      fails,
      ...(text === undefined ? {} : { message: text }),
    },
  ]
}
const exit: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(seq(acting, auxiliary, refusedWords, rejectedBy, message), ([command, negated, , , text]) =>
    exits(command, !negated, text),
  ),
  map(seq(acting, be, adverbs, refusedStates, rejectedBy, message), ([command, negated, , , , text]) =>
    exits(command, !negated, text),
  ),
  map(seq(acting, auxiliary, allowedWords), ([command, negated]) => exits(command, negated, undefined)),
  map(seq(acting, be, adverbs, allowedStates, rejectedBy), ([command, negated]) =>
    exits(command, negated, undefined),
  ),
  map(
    seq(
      opt(commandCode),
      opt(words('this time')),
      opt(commandCode),
      words(`got error | got an error | gets an error | returns an error | gets error
        | fails with an error | shows an error | got the error | got the following error
        | get an error | get error`),
      opt(words('message')),
      message,
    ),
    ([command, , again, , , text]) => exits(command ?? again, true, text),
  ),
)

const componentWord: Parser<string> = alt(
  table(componentNames),
  filterMap(code, (text) =>
    Object.hasOwn(componentNames, text.toLowerCase()) ? componentNames[text.toLowerCase()] : undefined,
  ),
)
const aka = opt(seq(mark('('), opt(words('aka')), other(')'), mark(')')))
const componentPhrase: Parser<string> = map(
  seq(
    opt(words('the', 'all', 'both the')),
    componentWord,
    aka,
    opt(words(`pod | process | component | container | pods`)),
  ),
  ([, name]) => name,
)
const components: Parser<string[]> = list(componentPhrase, and)
const component: Parser<ClaimBody[]> = alt<ClaimBody[]>(
  map(
    seq(components, be, adverbs, words(`running | up | up and running | healthy | ready | started`)),
    ([names, negated]) => names.map((name) => ({ kind: 'component', component: name, running: !negated })),
  ),
  map(
    seq(
      components,
      auxiliary,
      words(`start | starts | runs | run | comes up | come up | keeps running | started | works`),
    ),
    ([names, negated]) => names.map((name) => ({ kind: 'component', component: name, running: !negated })),
  ),
  filterMap(
    seq(
      components,
      be,
      adverbs,
      opt(words(`at | on | running | upgraded to | downgraded to | running at`)),
      opt(words('version', 'release')),
      alt(
        code,
        token((one) => (/^v?1\.\d+/.test(one.text) ? one.text : undefined)),
      ),
    ),
    ([names, negated, , , , release]) =>
      negated || !/^v?1\.\d+(?:\.\d+)?$/.test(release)
        ? undefined
        : names.map((name) => ({
            kind: 'component' as const,
            component: name,
            running: true,
            release: release.replace(/^v/, ''),
          })),
  ),
)

const gateNoun = words(`feature gate | feature-gate | gate | featuregate | feature | feature flag`)
const gateName: Parser<string> = alt(
  filterMap(code, (text) => (/^[A-Z][A-Za-z0-9]+$/.test(text) ? text : undefined)),
  token((one) =>
    one.kind === 'word' && /^[A-Z][a-z]+(?:[A-Z][a-z0-9]*)+$/.test(one.text) ? one.text : undefined,
  ),
)
const turned = alt<boolean>(
  map(words(`enabled | on | turned on | set to true | active`), () => true),
  map(words(`disabled | off | turned off | set to false | inactive`), () => false),
)
const gate: Parser<ClaimBody[]> = map(
  seq(
    opt(words('the')),
    alt<string | undefined>(
      map(seq(gateName, gateNoun), ([name]) => name),
      map(seq(gateNoun, gateName), ([, name]) => name),
      map(seq(words('feature gate', 'feature-gate', 'feature gates')), () => undefined),
    ),
    be,
    adverbs,
    turned,
    opt(seq(words('in', 'on', 'for'), components)),
  ),
  ([, name, negated, , on, where]) => [
    {
      kind: 'gate',
      ...(name === undefined ? {} : { gate: name }),
      enabled: on !== negated,
      components: where?.[1] ?? [],
    },
  ],
)

/** "pods spread across nodes as 4/4/4". */
const spread: Parser<ClaimBody[]> = filterMap(
  seq(
    objectPhrase,
    opt(be),
    words('spread', 'are spread', 'distributed'),
    many(other('as')),
    words('as'),
    first(token((one) => (/^\d+(?:\/\d+)+$/.test(one.text) ? one.text : undefined))),
  ),
  ([subject, , , , , text]) => [{ kind: 'spread', subject, counts: text.split('/').map(Number) }],
)

const seen = alt<boolean>(
  map(
    words(`recorded | records | exposes | exposed | reports | reported | emits | emitted | published
      | logged`),
    () => true,
  ),
)
/** "the `kas` has (not) recorded the watchlist latency metric": what the commands beside it print tells. */
const recorded: Parser<ClaimBody[]> = map(
  seq(
    componentPhrase,
    alt(
      map(seq(words('has', 'have', 'had'), opt(words('not', 'never'))), ([, no]) => no !== undefined),
      auxiliary,
    ),
    seen,
    many(words('the', 'a', 'any')),
    aboutWords(),
    opt(words('metric', 'metrics')),
  ),
  ([, negated, , , about]) => [{ kind: 'output', test: { is: negated ? 'empty' : 'not-empty' }, about }],
)
const noTraces: Parser<ClaimBody[]> = map(
  seq(
    words('there'),
    be,
    adverbs,
    words('no', 'any'),
    words(`trace of | traces of | sign of | signs of | mention of | mentions of | evidence of`),
    aboutWords(),
  ),
  ([, , , , , about]) => [{ kind: 'output', test: { is: 'empty' }, about }],
)
function aboutWords(): Parser<string[]> {
  return map(many(other('.', ',', ';', ':', 'and', 'but', 'metric', 'metrics'), 1), (found) =>
    found.filter((word) => word.length > 3),
  )
}

/** "the HPA description mentions `ScalingLimited: False`", "it shows the VACs again": shown by the command. */
const shown: Parser<ClaimBody[]> = map(
  seq(
    objectPhrase,
    opt(words(`description | output | yaml | status | events`)),
    auxiliary,
    words(`mention | mentions | say | says | print | prints | display | displays | list | lists`),
    list(printedValue, and),
  ),
  ([, , negated, , found]) =>
    found.map((one) => outputOf(undefined, { is: negated ? 'lacks' : 'contains', value: one })),
)

/** Every clause that claims something; each reading of the words. */
export const clause: Parser<ClaimBody[]> = map(
  seq(
    alt(
      assignment,
      there,
      counted,
      subjectClause,
      printed,
      exit,
      component,
      gate,
      spread,
      recorded,
      noTraces,
      shown,
    ),
    adjuncts,
  ),
  ([bodies]) => bodies,
)

/** A clause without a subject of its own, for what stands before it. */
export const continued: Parser<Predicate> = map(
  seq(adverbs, predicates, adjuncts),
  ([, predicate]) => predicate,
)
