// Whether the commands beside a sentence are what it tells to do.
import { installers } from '../programs/in-sentences.ts'
import { type Clause, clausesOf } from './clauses.ts'
import { componentsIn } from './components-in.ts'
import { kindOf, kindsIn } from './objects-in.ts'
import { onlyAsks } from './verbs.ts'

const kubectl = String.raw`(?:kubectl(?:\.sh)?|k|kc|oc)\b(?:\s+-\S+(?:\s+(?!-)[\w./-]+)??)*\s+`
const ctl = (verbs: string): RegExp =>
  new RegExp(String.raw`(?:^|[\s;&|(/])${kubectl}(?:${verbs})\b|\b(?:kubectl|k)\b[^|;&]*\s(?:${verbs})\b`)

/** Matches lines that start a cluster. */
const starts =
  /\bkind\s+create\b|local-up-cluster|\bkubeadm\s+(?:init|join)\b|\bminikube\s+start\b|\bkube-?up\b|\bkwokctl\s+create\b/
/** Matches lines that create objects with kubectl. */
const makes = ctl('create|apply|run|expose|replace')
const installs = new RegExp(
  String.raw`\b(?:${installers}|go|pip|npm|helm|brew)\s+(?:-\S+\s+)*(?:install|upgrade|update|localinstall|get|add|history\s+undo)\b|\bmake\s+install\b|\b(?:cp|mv|install|curl|wget)\s`,
)
const writes =
  /\bsed\s[^|;]*-\w*i|\b(?:tee|vi|vim|nano|cp|mv)\b|\byq\s[^|;]*-i|(?<![-=0-9&])>>?(?!&|\s*\/dev\/null)/
const changes = ctl(
  'patch|edit|apply|replace|set|scale|label|annotate|taint|autoscale|cordon|uncordon|drain|rollout',
)
/** Matches lines that only look at something. */
const asks = new RegExp(
  String.raw`${ctl('get|describe|logs|top|explain|version|api-resources|events|wait|auth|diff|exec|cluster-info').source}|\b(?:curl|wget|cat|grep|jq|yq|etcdctl|iptables|nft|ipvsadm|ip6tables|journalctl|ps|ls|head|tail|nc|dig|ping|crictl|systemctl\s+status|kubelet\s+--version|kind\s+get|docker\s+(?:ps|exec|logs)|nslookup|conntrack|openssl|test|diff|watch|echo|\[\[?)\b`,
)
/** Matches lines that restart or stop a component. */
const restarts =
  /\bsystemctl\s+(?:\S+\s+)?(?:restart|start|stop|daemon-reload)\b|\bdocker\s+(?:restart|stop|start|kill)\b|\b(?:pkill|killall|kill|service)\b|\brollout\s+restart\b|\bcrictl\b|\bmv\s.*manifests/

const classes: readonly [RegExp, RegExp[]][] = [
  [
    /^(?:create|recreate|deploy|redeploy|apply|add|launch|run|submit|start|bring up|use|provision|install|reinstall|store|post|prepare|generate|set|make|save|write|boot|initialize|build|expose)$/,
    [
      makes,
      starts,
      installs,
      writes,
      changes,
      /\bcurl\b.*\b(?:POST|PUT)\b|\bgit\b|\bmake\b|\bkind\s+build\b|\bdocker\b|\bexport\b|(?:^|[;&|(]\s{0,4})[A-Za-z_]\w*=|\bfor\b/m,
    ],
  ],
  [
    /^(?:delete|remove|evict|destroy|kill|stop|terminate|drop|clear|clean|unset|undeploy|uninstall|bring down)$/,
    [
      ctl('delete|drain|patch|edit|replace|label|annotate|taint|scale'),
      /\b(?:rm|sed|vi|vim|nano|unset|kill|pkill|killall|kind\s+delete|helm\s+(?:uninstall|delete)|etcdctl\s+del|systemctl\s+stop|docker\s+(?:stop|rm|kill)|curl\b.*\bDELETE)\b/,
    ],
  ],
  [/^(?:scale|resize|increase|decrease|lower|raise)$/, [ctl('scale|patch|edit|apply|replace|set')]],
  [
    /^(?:change|modify|edit|update|patch|replace|reconfigure|configure|annotate|label|taint|untaint|switch|move|revert|rename|suspend|resume|cordon|uncordon|drain|pass|append|specify|promote|roll out|trigger|toggle|flip)$/,
    [changes, writes, makes, /\bcurl\b.*\b(?:PATCH|PUT)\b/, ctl('delete'), installs],
  ],
  [
    /^(?:upgrade|downgrade|roll back|bump)$/,
    [
      installs,
      /\bkubeadm\s+upgrade\b|\bgit\s+checkout\b|local-up-cluster|\bkind\s+create\b/,
      writes,
      ctl('set|edit|patch|rollout|apply'),
      restarts,
    ],
  ],
  [
    /^(?:enable|disable|turn on|turn off|allow)$/,
    [
      writes,
      starts,
      restarts,
      changes,
      /\bfeature-?gates?\b|FEATURE_GATES|runtime-config|RUNTIME_CONFIG|\bexport\b/i,
      /\bkubeadm\b/,
    ],
  ],
  [/^(?:restart|reload|reboot|bounce)$/, [restarts, starts, ctl('delete|rollout')]],
  [
    /^(?:check out|clone|build|rebuild|fetch|pull|load|push|tag)$/,
    [/\bgit\b|\bmake\b|\bkind\s+(?:build|load)\b|\bdocker\b|\bgo\s+build\b|hack\//],
  ],
  [
    /^(?:exec|execute|go|ssh|open|send|request|call|query|invoke|connect|access|take|attach)$/,
    [
      asks,
      /\bdocker\s+exec\b|\bssh\b|\bcurl\b|\bwget\b|\bnc\b/,
      ctl('exec|debug|attach|port-forward|proxy|get|run'),
    ],
  ],
  [/^(?:wait|await|pause)$/, [/\bsleep\b|\buntil\b|\bwhile\b/, ctl('wait|rollout|get|describe|top|events')]],
  [
    /^(?:copy|download|upload|export|mount)$/,
    [/\b(?:cp|scp|curl|wget|docker\s+cp|export|mount)\b/, ctl('cp|get')],
  ],
]

/** Verbs that do not say what is done: whatever changes something may be it. */
const vague =
  /^(?:perform|simulate|do|attempt|try|repeat|retry|follow|initiate|schedule|restore|select|type|play)$/
const onlyLooks =
  /^\s*(?:\w+=\S+\s+)*(?:sudo\s+)?\S*(?:(?:kubectl(?:\.sh)?|k|kc)\s[^|]*\b(?:get|describe|logs|top|version|events|explain)\b|(?:cat|ls|grep|ps|head|tail|jq)\s|kind\s+get\b|docker\s+(?:ps|logs)\b)[^>]*$/

/**
 * Whether these commands are what the sentence tells of: each thing that it tells to do is done by one of them, and to nothing else
 * than it names.
 */
export function introduces(text: string, commands: readonly string[]): boolean {
  const clauses = clausesOf(text)
  // Whoever waits looks again until it is so: no command is needed for it beside others.
  const done = clauses.length === 1 ? clauses : clauses.filter(({ verb }) => !/^(?:wait|await)$/.test(verb))
  return commands.length > 0 && done.length > 0 && done.every((clause) => isDoneBy(clause, commands))
}

/** Whether one of the commands does what a part of a sentence tells to do. */
export const isDoneBy = (clause: Clause, commands: readonly string[]): boolean =>
  commands.some((command) => does(clause, command))

/** As much of a command as says what it does: shapes with gaps in them take long on long texts. */
export const headOf = (command: string): string => command.slice(0, 3000)

/** "Run the command:", "Run this:": what is shown, whatever it is. */
const typed = /\bcommands?\b|^\s*(?:this|these|that|it|the following|as follows)?\s*:?\s*$/i

function does(clause: Clause, whole: string): boolean {
  const command = headOf(whole)
  if (/^(?:run|execute|use|type|issue)$/.test(clause.verb) && typed.test(clause.rest)) return true
  if (isElsewhere(clause, whole)) return false
  if (onlyAsks(clause.verb)) return asks.test(command)
  if (vague.test(clause.verb)) return !onlyLooks.test(command)
  return classes.find(([verbs]) => verbs.test(clause.verb))?.[1].some((shape) => shape.test(command)) === true
}

/** What follows says where, how or when it is done, and names what it is not done to. */
const whereAndWhen =
  /\b(?:from|in|on|with|using|of|by|via|to|that|which|for|while|when|once|after|before|until|because|since)\b.*$/i

/** Whether a command is about other kinds of objects, or other components, than the sentence is. */
function isElsewhere({ verb, rest }: Clause, command: string): boolean {
  const named = kindsIn(rest.replace(whereAndWhen, ''))
  const given = kindsGiven(command)
  if (
    named.length > 0 &&
    given.length > 0 &&
    !named.some((kind) => given.includes(kind) || (clauseMakes.test(verb) && owns(kind, given)))
  )
    return true
  const components = componentsIn(rest)
  const files = componentsIn(
    [...headOf(command).matchAll(/manifests\/(kube-[a-z-]+)\.yaml/g)].map(([, name]) => name).join(' '),
  )
  return components.length > 0 && files.length > 0 && !components.some((one) => files.includes(one))
}

/** "List the pods:" before commands that each name other kinds of objects. */
export function namesOthers(text: string, commands: readonly string[]): boolean {
  const given = commands.filter((command) => kindsGiven(command).length > 0)
  return given.length > 0 && clausesOf(text).some((clause) => given.every((one) => isElsewhere(clause, one)))
}

const shown =
  /^\W*(?:(?:then|next|now|and|also|finally|again)\b[\s,]*)*(?:get|show|list|describe|print|display|dump|view|see|look at|inspect|retrieve|fetch|query)\s+(?:(?:the|all|both|its|an?|that|this|these|those)\s+)*(.+):\s*$/i

/** "Get the ConfigMap:", and no more, before commands of which none is about any kind that it names. */
export function showsOthers(text: string, commands: readonly string[]): boolean {
  const what = shown.exec(text)?.[1]
  const named = what === undefined ? [] : kindsIn(what)
  const given = commands.map(kindsGiven)
  return (
    named.length > 0 &&
    given.length > 0 &&
    given.every(
      (kinds) => kinds.length > 0 && !named.some((kind) => kinds.includes(kind) || owns(kind, kinds)),
    )
  )
}

/** Kinds that a command names: as words of kubectl, or as objects that it gives. */
function kindsGiven(command: string): string[] {
  const kinds = [...command.matchAll(/^\s*"?kind"?:\s*"?([A-Za-z]+)/gm)].flatMap(
    ([, kind]) => kindOf(kind!) ?? [],
  )
  const line = headOf(command).split('\n')[0]!
  const after =
    /\b(?:kubectl(?:\.sh)?|k)\b.*?\s(?:create|delete|scale|patch|edit|label|annotate|get|describe|rollout\s+restart|taint|run|autoscale)\s+((?:-\S+\s+)*)([A-Za-z.,/]+)/.exec(
      line,
    )?.[2]
  const words = (after ?? '').split(/[,/]/).flatMap((word) => kindOf(word.split('.')[0]!) ?? [])
  return [...new Set([...kinds, ...words, ...(showsEvents.test(line) ? ['event'] : [])])]
}
const showsEvents = new RegExp(String.raw`${ctl('describe|events').source}|\bget\s[^|]*\b(?:events?|ev)\b`)

const several = /^(?:create|recreate|deploy|delete|remove)$/
const prepositions =
  /\b(?:from|in|on|with|using|of|by|via|to|that|which|for|whose|as|after|before|again)\b.*$/i

/** `pod "web" deleted`, `deployment.apps/web created` */
const actedOn =
  /^\s*([a-z]{2,40})(?:\.[\w.-]{1,80})?(?:\/\S+| "[^"]{1,253}") (?:force )?(?:deleted|created|configured|replaced|unchanged)\b/
/** Objects of a file, whose kinds its name does not tell. */
const byFile = /\s(?:-f|--filename)[= ]?(?!-(?:\s|$))\S/

/**
 * A kind that a sentence makes or deletes beside others, or before something else, where no command does: "Delete the pod and the
 * Service", "Delete the Service and recreate it". @param shown what the commands print
 */
export function leftOutKind(
  clauses: readonly Clause[],
  commands: readonly string[],
  shown: readonly string[],
): string | undefined {
  const printed = shown.flatMap((line) => kindOf(actedOn.exec(line)?.[1] ?? '') ?? [])
  const given = commands.flatMap((command) => [...kindsGiven(command), ...kindsMade(command)]).concat(printed)
  if (given.length === 0 || given.includes('namespace')) return undefined
  const isTold = (command: string): boolean => kindsGiven(command).length > 0 || !byFile.test(headOf(command))
  if (printed.length === 0 && !commands.every(isTold)) return undefined
  const acts = clauses.filter(({ verb }) => several.test(verb))
  return acts
    .filter(({ rest }) => acts.length > 1 || /\band\b/.test(rest))
    .flatMap(({ rest }) => kindsIn(rest.replace(prepositions, '')))
    .find((kind) => !given.includes(kind) && !owns(kind, given) && !follows.test(kind))
}
/** Kinds that a command makes by its verb. */
function kindsMade(command: string): string[] {
  const line = headOf(command)
  if (!makes.test(line)) return []
  return [/\brun\s/.test(line) ? 'pod' : [], /\bexpose\s/.test(line) ? 'service' : []].flat()
}

/** They come and go with others. */
const follows = /^(?:pod|replicaset|endpointslice|event|persistentvolume)$/

const clauseMakes =
  /^(?:create|deploy|redeploy|apply|add|launch|run|start|scale|check|verify|confirm|see|observe|get|wait|await)$/

/** Pods come with what owns them. */
const owns = (kind: string, given: readonly string[]): boolean =>
  kind === 'pod' &&
  given.some((one) => /^(?:deployment|job|statefulset|daemonset|replicaset|cronjob)$/.test(one))

/** Matches what makes a component start anew without a word of it: an edited manifest of a static pod, a pod that is deleted for another one. */
export const restartsByItself =
  /\b(?:vi|vim|nano)\s+(?:-\S+\s+)*\S*\/etc\/kubernetes\/manifests\/|\bkubectl\b[^\n]*\bdelete\b[^\n]*\bkube-(?:proxy|apiserver|controller-manager|scheduler)\b/

export { asks as looksCommand, makes as makesCommand, restarts as restartsCommand, starts as startsCommand }
