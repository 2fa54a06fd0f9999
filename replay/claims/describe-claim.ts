// A claim in a few words, for reports and lists.
import type {
  Claim,
  ContainerTest,
  FieldTest,
  GateStandingTest,
  MetricTest,
  OutputTest,
  RuleEndpoints,
  Subject,
} from './claim.ts'

/** `field .status.failedIndexes of the Job equals "0"`. */
export function describeClaim(claim: Claim): string {
  const of = 'subject' in claim && claim.subject !== undefined ? ` of ${describeSubject(claim.subject)}` : ''
  switch (claim.kind) {
    case 'field':
      return `${claim.field.that ? 'the field' : claim.field.name === '' ? 'the value' : `${claim.field.of ?? 'field'} ${claim.field.name}${claim.field.within === undefined ? '' : ` in ${claim.field.within}`}`}${of} ${testText(claim.test)}`
    case 'condition':
      return `condition ${claim.condition}${of} is ${claim.present ? (claim.status ?? 'there') : claim.status === undefined ? 'not there' : `not ${claim.status}`}${claim.reason === undefined ? '' : ` with reason "${claim.reason}"`}${claim.message === undefined ? '' : ` with message "${claim.message}"`}`
    case 'state':
      return `${claim.subject === undefined ? 'it' : describeSubject(claim.subject)}${claim.but === undefined ? '' : ` but ${claim.but.map(describeSubject).join(', ')}`} is ${claim.negated ? 'not ' : ''}${spoken[claim.state] ?? claim.state}`
    case 'count':
      return `number of ${describeSubject(claim.subject)} ${claim.comparison} ${claim.number}`
    case 'names':
      return `the only ones${of} are ${claim.names.join(', ')}`
    case 'gone':
      return `number of ${describeSubject(claim.subject)} that are gone ${claim.comparison} ${claim.number}`
    case 'amount':
      return `number of ${claim.amount}${of} ${claim.comparison} ${claim.number}${claim.moved === undefined ? '' : `, ${claim.moved} from before`}`
    case 'alike':
      return `${claim.field.name} of ${claim.subjects.map(describeSubject).join(' and ')} is ${claim.same ? 'the same' : 'different'}`
    case 'element':
      return `field ${claim.field.name}${of} ${claim.present ? 'contains' : 'lacks'} "${claim.value}"`
    case 'container':
      return `${claim.all ? 'each' : 'the'} ${claim.init === undefined ? '' : 'init '}container${claim.names === undefined ? '' : ` ${claim.names.join(', ')}`}${of} ${containerText(claim.test)}`
    case 'event':
      return `${claim.present ? 'an' : 'no'} event${claim.type === undefined ? '' : ` of type ${claim.type}`}${claim.reason === undefined ? '' : ` with reason ${claim.reason}`}${claim.message === undefined ? '' : ` with "${claim.message}"`}${claim.by === undefined ? '' : ` by ${claim.by}`}${of} came${claim.times === undefined ? '' : ` ${claim.times} times`}`
    case 'reason':
      return `the reason${of} is ${claim.negated ? 'not ' : ''}"${claim.reason}"`
    case 'owner':
      return `${claim.subject === undefined ? 'it' : describeSubject(claim.subject)} is ${claim.negated ? 'not ' : ''}owned by ${claim.owner === undefined ? 'nobody' : describeSubject(claim.owner)}`
    case 'members':
      return `number of ${claim.state === undefined ? '' : `${claim.state} `}${claim.field.name}${of} ${claim.comparison} ${claim.number}`
    case 'spread':
      return `${describeSubject(claim.subject)} per node: ${claim.counts.join('/')}`
    case 'fragment':
      return `${claim.subject === undefined ? 'the object' : describeSubject(claim.subject)} contains ${JSON.stringify(claim.value)}`
    case 'value':
      return `a field of ${describeSubject(claim.subject)} equals "${claim.value}"`
    case 'rules':
      return `${claim.tool === undefined ? '' : `${claim.tool} `}rules for ${describeSubject(claim.subject)} are ${claim.present ? '' : 'not '}there`
    case 'pulls':
      return `images are pulled in groups of ${claim.groups.join(', then ')}`
    case 'heartbeat':
      return `${claim.lease === true ? 'the lease of ' : ''}${claim.subject === undefined ? 'every Node' : describeSubject(claim.subject)} is heard of`
    case 'output':
      return `the output${claim.command === undefined ? '' : ` of \`${claim.command}\``}${claim.about === undefined ? '' : ` about ${claim.about.join(' ')}`} ${outputText(claim.test)}`
    case 'exit':
      return `${claim.verb !== undefined ? `the command for ${claim.verb}` : claim.command === undefined ? 'the command' : `\`${claim.command}\``} ${claim.fails ? 'fails' : 'succeeds'}${claim.message === undefined ? '' : ` with "${claim.message}"`}${claim.status === undefined ? '' : ` with status ${claim.status}`}${claim.code === undefined ? '' : ` with exit code ${claim.code}`}`
    case 'metric':
      return `metric ${claim.metric} ${metricText(claim.test)}`
    case 'quota':
      return `${claim.of} ${claim.resource ?? 'count'}${of} ${claim.comparison} ${claim.number}`
    case 'gate':
      return `gate ${claim.gate ?? ''} is ${claim.enabled ? 'enabled' : 'disabled'}${claim.components.length === 0 ? '' : ` in ${claim.components.join(', ')}`}`
    case 'gate standing':
      return `gate ${claim.gate ?? ''} is ${standingText(claim.test)}${claim.release === undefined ? '' : ` in ${claim.release}`}`
    case 'replacement':
      return `pods are replaced ${claim.created} they have ended`
    case 'failed indexes':
      return `failed indexes have ${claim.recreated ? 'pods again' : 'no pods'}`
    case 'traffic':
      return claim.arrives ? 'traffic arrives' : 'traffic does not arrive'
    case 'access':
      return `${'user' in claim.who ? claim.who.user : `the ServiceAccount ${claim.who.account}`} may ${claim.negated ? 'not ' : ''}${claim.verb} ${claim.resource}`
    case 'grant':
      return `${describeSubject(claim.subject)} ${claim.negated ? 'does not allow' : 'allows'} ${claim.verb ?? 'something of'} ${claim.resource ?? 'something'}`
    case 'resources':
      return `number of resources of ${claim.version} ${claim.comparison} ${claim.number}`
    case 'known':
      return `${claim.name} is ${claim.negated ? 'not ' : ''}served${claim.version === undefined ? '' : ` in ${claim.version}`}`
    case 'proxy mode':
      return `kube-proxy is ${claim.negated ? 'not ' : ''}in the mode ${claim.mode}`
    case 'served':
      return `${claim.version} is ${claim.negated ? 'not ' : ''}served${claim.release === undefined ? '' : ` in ${claim.release}`}`
    case 'log':
      return `the log${of} ${claim.negated ? 'lacks' : 'contains'} ${claim.says}`
    case 'stored':
      return `${claim.name} is ${claim.negated ? 'not ' : ''}stored as ${claim.as}`
    case 'unseen':
      return claim.what === 'reason' ? 'why it is so' : 'how it is stored'
    case 'listed rules':
      return `the rules${of} send ${ruleTexts[claim.endpoints]}`
    case 'under release':
      return `something of ${claim.release} runs`
    case 'component':
      return `${claim.component} ${claim.running ? 'runs' : 'does not run'}${claim.release === undefined ? '' : ` ${claim.release}`}`
  }
}

function metricText(test: MetricTest): string {
  if (test.is === 'value') return `is ${test.comparison} ${test.number}`
  return test.is === 'there'
    ? `is ${test.negated ? 'not ' : ''}there`
    : `has ${test.negated ? 'not ' : ''}the label ${test.label}="${test.value}"`
}

const standingText = ({ default: value, locked, stage, known }: GateStandingTest): string =>
  [
    ...(known === undefined ? [] : [known ? 'known' : 'unknown']),
    ...(stage === undefined ? [] : [stage]),
    ...(locked === undefined ? [] : [locked ? 'locked' : 'not locked']),
    ...(value === undefined ? [] : [`${value} by default`]),
  ].join(', ')

const ruleTexts: Readonly<Record<RuleEndpoints, string>> = {
  all: 'to all endpoints',
  zone: "only to endpoints in the node's zone",
  node: 'only to endpoints on the node',
  right: 'to the endpoints that the Service and its slices choose',
}

const spoken: Readonly<Record<string, string>> = { existing: 'there', deleted: 'gone' }

const movedText = { up: 'less', down: 'more', other: 'something else' } as const
function testText(test: FieldTest): string {
  switch (test.is) {
    case 'equals':
      return `equals "${test.value}"${test.from === undefined ? '' : `, from "${test.from}"`}${test.moved === undefined ? '' : `, ${movedText[test.moved]} before`}`
    case 'differs':
      return `is not "${test.value}"`
    case 'compares':
      return `${test.comparison} ${test.number}`
    case 'same-as':
      return `equals ${test.field}`
    case 'release':
      return `is ${test.negated ? 'not ' : ''}of ${test.release}`
    case 'kept':
      return 'is set as it was before'
    case 'unchanged':
      return 'is as it was before'
    case 'changed':
      return 'is not as it was before'
    case 'refused':
      return 'cannot be set'
    default:
      return `is ${test.is}`
  }
}

function containerText(test: ContainerTest): string {
  if (test.is === 'restarts') return `was restarted ${test.comparison} ${test.number} times`
  const no = test.negated ? 'not ' : ''
  switch (test.is) {
    case 'state':
      return `is ${no}${test.state}`
    case 'reason':
      return `is ${no}so by reason "${test.reason}"`
    case 'exit':
      return `has ${no}the exit code ${test.exitCode}`
    case 'image':
      return `has ${no}the image "${test.image}"`
    case 'variable':
      return `has ${no}the variable ${test.name}${test.value === undefined ? '' : ` set to "${test.value}"`}`
    case 'field':
      return `has ${no}the ${test.field} "${test.value}"`
    case 'resource':
      return `${no}${test.of} ${test.amount ?? 'some'} ${test.resource}`
  }
}

function outputText(test: OutputTest): string {
  if (test.is === 'rows')
    return `has ${test.comparison} ${test.number} rows${test.kind === undefined ? '' : ` of ${test.kind}`}${test.state === undefined ? '' : ` ${test.state}`}`
  if ('value' in test) return `${test.is} "${test.value}"`
  if (test.is === 'warns')
    return `has ${test.no ? 'no' : 'a'} ${test.sort === undefined ? '' : `${test.sort} `}warning${test.saying.length === 0 ? '' : ` that says ${test.saying.map(({ text }) => text).join(' ')}`}`
  return test.is === 'empty' ? 'is empty' : 'is not empty'
}

function describeSubject(subject: Subject): string {
  const number = subject.number === 'one' ? 'the ' : subject.number === 'many' ? '' : `${subject.number} `
  const words = [subject.which, subject.state, subject.type, subject.kind ?? 'object'].filter(
    (word) => word !== undefined,
  )
  const name = subject.names === undefined ? '' : ` ${subject.names.join(', ')}`
  const index = subject.index === undefined ? '' : ` with index ${subject.index}`
  const namespace = subject.namespace === undefined ? '' : ` in namespace ${subject.namespace}`
  const step = subject.step === undefined ? '' : ` made in step ${subject.step}`
  return `${number}${words.join(' ')}${name}${index}${step}${namespace}${subject.of === undefined ? '' : ` of ${describeSubject(subject.of)}`}`
}
