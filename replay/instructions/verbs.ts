// Verbs by which documents tell what to do, in the forms in which they do: "delete the pod", "deleted the pod", "deleting the pod".

/** `did`: what the author did ("Disabled the gate, restarted kubelet"), which whoever repeats it does. */
export type VerbForm = 'do' | 'did' | 'doing'

/** A verb that an instruction begins with, and what follows it. */
export interface FoundVerb {
  /** Its first form, in lower case: `roll back` for "rolled back" and "rollback". */
  verb: string
  form: VerbForm
  /** What stands after it. */
  rest: string
}

/** Base forms; others are made from them, but for those with forms of their own. */
const regular =
  `add allow annotate append apply assert assign attempt await boot bounce build bump cancel change check
  clean clear clone configure confirm copy cordon crash create delete deploy deprovision detach destroy disable drain drop edit enable
  ensure evict exec execute expose export fetch flip follow generate impersonate increase decrease initialize initiate
  inspect install invoke kill label launch list load log login lower modify monitor mount move observe open pass patch pause perform
  persist play post prepare promote provision pull push query raise re-add re-apply re-create re-deploy re-enable re-run re-start read reapply reboot
  rebuild reconfigure recreate redeploy reenable reinstall remove rename repeat replace request reset resize restart restore resume
  retrieve retry revert review save scale schedule select simulate specify ssh start stop store submit suspend switch tag taint
  terminate test toggle trigger try type uncordon undeploy uninstall unset untaint update upgrade downgrade upload use
  validate verify view wait watch describe examine demonstrate note notice toggle compare edit reload keep`.split(
    /\s+/,
  )
/** Base → its other forms, as `did/doing`, and what else is read as the base. */
const irregular: readonly [base: string, do_: string, did: string, doing: string][] = [
  ['turn on', 'turn(?: back)? on', 'turned(?: back)? on', 'turning(?: back)? on'],
  ['turn off', 'turn(?: back)? off', 'turned(?: back)? off', 'turning(?: back)? off'],
  ['switch on', 'switch(?: back)? on', 'switched(?: back)? on', 'switching(?: back)? on'],
  ['switch off', 'switch(?: back)? off', 'switched(?: back)? off', 'switching(?: back)? off'],
  ['roll back', 'roll(?:[- ]?back|(?= [^.,;]{1,60} back\\b))', 'rolled?[- ]?back', 'rolling[- ]?back'],
  ['roll out', 'roll[- ]out', 'rolled[- ]out', 'rolling[- ]out'],
  [
    'bring up',
    'bring up|spin up|set up|stand up|boot up',
    'brought up|spun up|stood up',
    'bringing up|spinning up|setting up',
  ],
  [
    'bring down',
    'bring down|tear down|shut ?down|take down',
    'brought down|torn? down|shut ?down',
    'bringing down|tearing down|shutting down',
  ],
  ['check out', 'check ?-?out', 'checked ?-?out', 'checking ?-?out'],
  ['set', 'set|put', 'set|put', 'setting|putting'],
  ['run', 'run|rerun', 'ran|reran', 'running|rerunning'],
  ['get', 'get', 'got', 'getting'],
  ['see', 'see|look(?: at| for| into)?|find', 'saw|seen|looked(?: at)?|found', 'seeing|looking at'],
  ['make sure', 'make sure|be sure', 'made sure', 'making sure'],
  ['make', 'make', 'made', 'making'],
  ['send', 'send', 'sent', 'sending'],
  ['go', 'go|log in|log on|log into|enter', 'went|logged in|logged into', 'logging in|logging into'],
  ['do', 'do|redo', 'did|redid', 'doing|redoing'],
  ['show', 'show', 'showed|shown', 'showing'],
  ['write', 'write|rewrite', 'wrote|rewrote', 'writing'],
  ['take', 'take', 'took', 'taking'],
  ['name', 'name|call', 'named|called', 'naming|calling'],
]

const past = (verb: string): string => {
  if (/e$/.test(verb)) return `${verb}d`
  if (/[^aeiou]y$/.test(verb)) return `${verb.slice(0, -1)}ied`
  if (/(?:submit|stop|drop|flip|tag|log)$/.test(verb)) return `${verb}${verb.at(-1)}ed`
  return `${verb}ed`
}
const gerund = (verb: string): string => {
  if (/(?:submit|stop|drop|flip|tag|log)$/.test(verb)) return `${verb}${verb.at(-1)}ing`
  return `${/[^e]e$/.test(verb) ? verb.slice(0, -1) : verb}ing`
}

const same: Readonly<Record<string, string>> = {
  're-enable': 'enable',
  reenable: 'enable',
  're-add': 'add',
  're-apply': 'apply',
  reapply: 'apply',
  're-create': 'recreate',
  're-deploy': 'redeploy',
  're-run': 'repeat',
  're-start': 'restart',
  'switch on': 'turn on',
  'switch off': 'turn off',
}

interface Shape {
  verb: string
  form: VerbForm
}

const forms = new Map<string, Shape>()
for (const verb of regular) {
  const base = same[verb] ?? verb
  forms.set(gerund(verb), { verb: base, form: 'doing' })
  forms.set(past(verb), { verb: base, form: 'did' })
  forms.set(verb, { verb: base, form: 'do' })
}
const phrases = irregular.flatMap(([base, ...texts]) =>
  texts.map((text, at) => ({
    shape: new RegExp(`^(?:${text})(?![\\w-])`, 'i'),
    verb: same[base] ?? base,
    form: (['do', 'did', 'doing'] as const)[at]!,
  })),
)

/** The verb that a text begins with; undefined where it begins with another word. */
export function verbAt(text: string): FoundVerb | undefined {
  for (const { shape, verb, form } of phrases) {
    const match = shape.exec(text)
    if (match !== null) return { verb, form, rest: text.slice(match[0].length).trimStart() }
  }
  const word = /^[A-Za-z][A-Za-z-]*/.exec(text)?.[0]
  if (word === undefined) return undefined
  const found = forms.get(word.toLowerCase())
  return found && { ...found, rest: text.slice(word.length).trimStart() }
}

const looking =
  /^(?:assert|check|confirm|ensure|examine|inspect|make sure|monitor|note|notice|observe|review|see|show|test|validate|verify|view|watch|compare|demonstrate|list|describe|get|read|retrieve|query|fetch|find)$/

/** Whether it only asks how things are: what follows it is a claim, or what the commands beside it show. */
export const onlyAsks = (verb: string): boolean => looking.test(verb)
