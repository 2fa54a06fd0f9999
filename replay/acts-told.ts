// What the text before a sentence says was done, or has its reader do: prose, and commands.
import { type Sentence, sentencesOf } from './claims/sentence.ts'
import { type Clause, clausesOf } from './instructions/clauses.ts'
import { componentsIn } from './instructions/components-in.ts'
import { isDoneBy, restartsCommand } from './instructions/introduces.ts'
import { kindsIn } from './instructions/objects-in.ts'

/** Of whatever is of a release. */
const ofRelease =
  /\b(?:clusters?|kubelets?|kube-[a-z-]+|api-?\s?servers?|control[- ]planes?|nodes?|kubernetes|releases?|versions?|schedulers?|controller[- ]managers?|etcd|workers?|masters?)\b/i
/** Brings something to another release. */
const movesRelease =
  /\b(?:kubeadm\s+upgrade|(?:apt-get|apt|yum|dnf)\s|set\s+image|rollout\s+undo|sed\s+-i|systemctl\s+restart)/
const moves = new RegExp(String.raw`${movesRelease.source}|\bkubectl\s.*\b(?:edit|patch|apply)\b`)
const starting = /\b(?:git\s+checkout|local-up-cluster|kind\s+create|kubelet\s+--|kube-\w+\s+--)/
const isRelease = ({ verb, rest }: Clause): boolean => releases.test(verb) && ofRelease.test(rest)
const releases = /^(?:upgrade|downgrade|roll back)$/

/** Of acts that only one command of kubectl is, what else may do them. */
const doneBy: Readonly<Record<string, RegExp>> = {
  drain: /\bdrain\b/,
  cordon: /\b(?:cordon|drain|patch|edit)\b|unschedulable/i,
  uncordon: /\b(?:uncordon|patch|edit)\b/,
  taint: /\b(?:taint|patch|edit)\b/,
  untaint: /\b(?:taint|patch|edit)\b/,
  label: /\b(?:label|patch|edit|apply|replace|labels:)/,
  annotate: /\b(?:annotate|patch|edit|apply|replace|annotations:)/,
  expose: /\bexpose\b|kind: ?Service\b/i,
  patch: /\b(?:patch|edit|apply|replace|PATCH)\b/,
  reboot: /\b(?:reboot|restart)\b/,
  replace: /\bdelete\s+(?:nodes?|no)\b|\bkubeadm\s+(?:join|reset)\b|\breplace\b|\bdocker\s+(?:rm|run)\b/,
  update: /\b(?:set\s+image|patch|edit|apply|replace|rollout\s+undo|sed|vim?|nano|PATCH|PUT)\b/,
}
/** Who speaks to the API server makes objects, and deletes them. */
const creates =
  /\b(?:kubectl|k|kc|oc)\s.*\b(?:create|apply|run|expose|replace)\b|\bcurl\b.*\b(?:POST|PUT)\b|\b(?:helm|kustomize|go\s+run)\b|(?<![\w-])(?!local-up-)[\w-]+\.sh\b/
const deletes =
  /\b(?:kubectl|k|kc|oc)\s.*\b(?:delete|replace)\b|\bcurl\b.*\bDELETE\b|\b(?:helm|kustomize|go\s+run|etcdctl\s+del)\b|(?<![\w-])(?!local-up-)[\w-]+\.sh\b/
const givenKind = /^\s*"?kind"?:\s*"?([A-Za-z]+)/

const headKinds = (rest: string): string[] =>
  kindsIn(rest.replace(/\b(?:from|in|on|with|using|of|by|via|to|that|which|for)\b.*$/i, ''))

/** Whether a command is the act, rather than another change. */
function isDone(act: Clause, line: string): boolean {
  const { verb, rest } = act
  if (verb === 'restart') return restartsCommand.test(line) && !isOfWorkload(line, rest)
  const own = Object.hasOwn(doneBy, verb) ? doneBy[verb] : verb === 'change' ? doneBy.update : undefined
  if (own !== undefined) return own.test(line)
  const isMade = /^(?:create|deploy)$/.test(verb)
  if (!isMade && !/^(?:delete|remove|destroy|recreate)$/.test(verb)) return isDoneBy(act, [line])
  const given = isMade ? givenKind.exec(line)?.[1] : undefined
  if (given !== undefined) return headKinds(rest).some((kind) => kindsIn(given).includes(kind))
  if (!(isMade ? creates : deletes).test(line)) return false
  return /\bkubectl\s.*\bexpose\b/.test(line) ? headKinds(rest).includes('service') : isDoneBy(act, [line])
}
/** "kubectl rollout restart deployment/web" restarts no component. */
const isOfWorkload = (line: string, rest: string): boolean =>
  /\brollout\s+restart\b/.test(line) && !componentsIn(rest).some((one) => line.includes(one))

/** Not done: what is denied, or is so under a condition. */
const notDone =
  /\b(?:not|never|without|cannot|unless|if|would|could|might|may|instead of|rather than|no need)\b|n['’]t\b/i

/** Of commands, conditions are the shell's. */
const isCommand = /^\s*[$#>] |\b(?:kubectl|sudo|docker|systemctl|curl)\s/

interface Told {
  at: number
  verb: string
  kinds: readonly string[]
  components: readonly string[]
  release: boolean
}
const toldOf = ({ verb, rest }: Clause, at: number): Told => {
  const head = headKinds(rest)
  const isGone = /^(?:delete|remove|destroy|drop|clean)$/.test(verb)
  return {
    at,
    verb,
    kinds: isGone && head.length > 0 ? head : kindsIn(rest),
    components: componentsIn(rest),
    release: ofRelease.test(rest),
  }
}

/** The acts of a sentence that somebody does, or is to do, whatever comes. */
function actsOf({ text, line }: Sentence): Told[] {
  return clausesOf(text).flatMap((clause) => {
    const at = text.indexOf(clause.text)
    const before = at < 0 ? text.replace(/[,;:].*$/, '') : text.slice(0, at)
    return notDone.test(before) ? [] : [toldOf(clause, line)]
  })
}

/** How many unlike acts of a text are looked for among its commands; a text that names more has those only that its prose tells. */
const mostActs = 200

/** A first line that does an act, as far as lines were looked at. */
interface Search {
  seen: number
  at: number | undefined
  starts: Set<string>
}

/** The prose and the commands of a text that grows; each line and each sentence of it is read once. */
export class ActsTold {
  /** How many texts were added. */
  texts = 0
  private readonly lines: Sentence[] = []
  private readonly paragraphs: Sentence[] = []
  private read = 0
  private readonly told = new Map<string, Told[]>()
  private readonly searches = new Map<string, Search>()

  /** @param line of its first line */
  add(text: string, line: number): void {
    this.texts++
    this.paragraphs.push({ text, line })
    for (const [i, one] of text.split('\n').entries())
      if (isCommand.test(one) || !notDone.test(one)) this.lines.push({ text: one, line: line + i })
  }

  /** Whether an act was done before a line. @param own what else the sentence says that speaks of it */
  has(act: Clause, end: number, own: string): boolean {
    return this.isTyped(act, end) || this.isTold(act, end, own)
  }

  /** Whether a word stands before a line. */
  names(word: string, end: number): boolean {
    return this.search(`\0${word}`, end, (line) => line.toLowerCase().includes(word))
  }

  private isTyped(act: Clause, end: number): boolean {
    const key = JSON.stringify([
      act.verb,
      headKinds(act.rest),
      componentsIn(act.rest),
      ofRelease.test(act.rest),
    ])
    const moved = releases.test(act.verb) || act.verb === 'restart'
    if (!moved) return this.search(key, end, (line) => isDone(act, line))
    const shape = isRelease(act) ? movesRelease : moves
    const does = (line: string): boolean => (act.verb === 'restart' ? isDone(act, line) : shape.test(line))
    return this.search(key, end, (line, { starts }) => {
      if (starting.test(line))
        for (const one of line.match(
          /git\s+checkout\s+\S+|kindest\/node:\S+|kind\s+create|local-up-cluster/g,
        ) ?? [])
          starts.add(one)
      return does(line) || starts.size > 2
    })
  }

  private search(key: string, end: number, does: (line: string, search: Search) => boolean): boolean {
    const search = this.searches.get(key) ?? { seen: 0, at: undefined, starts: new Set() }
    if (this.searches.size >= mostActs && !this.searches.has(key)) return false
    this.searches.set(key, search)
    while (search.at === undefined && search.seen < this.lines.length) {
      const { text, line } = this.lines[search.seen]!
      if (line >= end) break
      search.seen++
      if (does(text, search)) search.at = line
    }
    return search.at !== undefined && search.at < end
  }

  private isTold(act: Clause, end: number, own: string): boolean {
    const wanted = toldOf(act, 0)
    if (actsOf({ text: own, line: 0 }).some((one) => isSameAct(one, wanted))) return true
    this.readAll()
    return [act.verb, ...likeIt(act.verb)].some((verb) =>
      this.told.get(verb)?.some((one) => one.at < end && isSameAct(one, wanted)),
    )
  }

  private readAll(): void {
    for (; this.read < this.paragraphs.length; this.read++) {
      const { text, line } = this.paragraphs[this.read]!
      const lines = text.split('\n').map((one, i) => ({ text: one, line: line + i }))
      for (const act of [...sentencesOf(text, line), ...lines].flatMap(actsOf)) this.note(act)
    }
  }

  /** What was told in the same words before is not kept twice: so long is no list. */
  private note(act: Told): void {
    const known = this.told.get(act.verb) ?? []
    this.told.set(act.verb, known)
    const same = (one: Told): boolean =>
      `${one.kinds} ${one.components} ${one.release}` === `${act.kinds} ${act.components} ${act.release}`
    if (known.length < mostActs && !known.some(same)) known.push(act)
  }
}

const alike: readonly string[][] = [
  ['enable', 'turn on', 'set', 'start', 'bring up'],
  ['disable', 'turn off', 'set', 'roll back'],
  ['upgrade', 'update', 'roll out', 'promote', 'install', 'check out', 'enable', 'turn on'],
  ['downgrade', 'roll back', 'install', 'check out'],
  ['roll back', 'downgrade', 'undeploy', 'revert', 'install', 'disable', 'turn off'],
  ['create', 'apply', 'deploy', 'add', 'run', 'recreate', 'set', 'make', 'install', 'submit', 'use', 'write'],
  ['deploy', 'create', 'apply', 'run'],
  ['apply', 'create', 'update', 'deploy', 'edit', 'change', 'run'],
  ['recreate', 'create', 'delete', 'repeat'],
  ['delete', 'remove', 'clean', 'destroy'],
  ['remove', 'delete', 'clean', 'destroy', 'drop', 'disable'],
  ['label', 'annotate', 'edit', 'patch', 'add', 'set', 'update', 'change'],
  ['annotate', 'edit', 'patch', 'add', 'set', 'update', 'change'],
  ['taint', 'add', 'set'],
  ['patch', 'edit', 'update', 'change', 'modify', 'set'],
  ['edit', 'patch', 'update', 'change', 'modify', 'set'],
  ['cordon', 'drain'],
  ['restart', 'reload', 'stop', 'start', 'kill', 'bounce', 'reboot'],
  ['update', 'change', 'set', 'edit', 'patch', 'upgrade', 'modify', 'replace', 'roll out', 'roll back'],
  ['change', 'update', 'set', 'edit', 'patch', 'upgrade', 'modify', 'replace', 'roll out', 'roll back'],
  ['replace', 'recreate', 'delete', 'add', 'remove'],
]
const likeIt = (act: string): readonly string[] => alike.find(([first]) => first === act)?.slice(1) ?? []

const differ = (some: readonly string[], others: readonly string[]): boolean =>
  some.length > 0 && others.length > 0 && !some.some((one) => others.includes(one))

/** Done with the same verb, or one like it, to the same kind of things. */
function isSameAct(told: Told, act: Told): boolean {
  if (told.verb !== act.verb && !likeIt(act.verb).includes(told.verb)) return false
  if (releases.test(act.verb) && act.release && told.kinds.length > 0 && !told.release) return false
  // With a namespace goes what is in it.
  const goes = /^(?:delete|remove|clean|destroy)$/.test(told.verb) && told.kinds.includes('namespace')
  return (goes || !differ(told.kinds, act.kinds)) && !differ(told.components, act.components)
}
