// What is done to objects: "Delete the pod", "Create another pod from the same manifest", "scale the deployment to 3".
import { numberWords } from '../claims/lexicon.ts'
import { tokensOf } from '../claims/tokens.ts'
import type { Clause } from './clauses.ts'
import { fieldSettingIn } from './field-settings.ts'
import type { ActInstruction, ActVerb, Sentence, WaitInstruction } from './instruction.ts'
import { kindsIn, namesIn } from './objects-in.ts'

const verbs: readonly [RegExp, ActVerb][] = [
  [/^(?:create|add|deploy|apply|launch|submit|post|run|install|start|store)$/, 'create'],
  [/^(?:recreate|redeploy)$/, 'recreate'],
  [/^(?:delete|kill|evict|remove|destroy|terminate)$/, 'delete'],
  [/^(?:scale|resize|increase|decrease)$/, 'scale'],
  [/^(?:restart|bounce)$/, 'restart'],
  [
    /^(?:update|modify|edit|patch|change|set|label|annotate|taint|untaint|cordon|uncordon|suspend|resume|drain|unset|clear|upgrade|revert|switch|move|replace)$/,
    'change',
  ],
]
const scaledTo = new RegExp(`\\b(?:to|=)\\s*\`?(\\d{1,4}|${Object.keys(numberWords).join('|')})\\b`, 'i')
const count = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : (numberWords[text.toLowerCase()] ?? Number(text))

/** The instruction in a clause about objects; undefined where it is none. */
export function actIn({ verb, rest, text: part }: Clause, sentence: Sentence): ActInstruction | undefined {
  const rollout = rolloutIn(verb, rest)
  if (rollout !== undefined)
    return actIn({ verb: 'restart', rest: rollout, text: part, form: 'do' }, sentence)
  const setting = fieldSettingIn(verb, rest)
  const found = setting === undefined ? verbs.find(([shape]) => shape.test(verb))?.[1] : 'change'
  if (found === undefined) return undefined
  const [object] = kindsIn(
    rest.replace(
      /\b(?:from|in|on|with|using|of|by|via|to|while|when|once|after|before|until|because|since|which|that)\b.*$/i,
      '',
    ),
  )
  const names = namesIn(rest)
  const pronoun = /^(?:it|them|both|this|these|(?:its|their)\s+(?:container\s+)?image)\b/i.test(rest)
  if (object === undefined && names.length === 0 && !pronoun && setting === undefined) return undefined
  const step =
    /\b(?:in|from|of|at|like(?: in)?|as in)\s+(?:the\s+)?step\s?#?(\d{1,3})|\(step\s?(\d{1,3})\)/i.exec(rest)
  return {
    kind: 'act',
    verb: found === 'delete' && /\brecreate\b/i.test(rest) ? 'recreate' : found,
    object,
    names,
    another:
      /^(?:an?\s+|one\s+|the\s+)?(?:another|second|third|new|one more|more|additional)\b(?!\s+time)/i.test(
        rest,
      ),
    all:
      /\b(?:all|both|every|each)\b/i.test(rest) ||
      (/^(?:the\s+)?\w*s\b/i.test(rest) && /\bpods|jobs|deployments\b/i.test(rest)),
    step: count(step?.[1] ?? step?.[2]),
    same: /^the same\s+(?:\w+\s+)?\w+s\b/i.test(rest) ? kindsIn(rest) : [],
    setting,
    replicas: found === 'scale' ? count(scaledTo.exec(rest)?.[1]) : undefined,
    image: found === 'change' ? /\bimage\b[^`]{0,20}\bto\s+`([\w./:@-]{1,120})`/i.exec(rest)?.[1] : undefined,
    part,
    text: sentence.text,
    line: sentence.line,
  }
}

/** "Trigger a new rollout of the Deployment": what its template says changes nothing but its pods. */
const rolloutIn = (verb: string, rest: string): string | undefined => {
  const match =
    /^(?:trigger|start|perform|initiate|force)$/.test(verb) &&
    /^(?:an?\s+|the\s+)?(?:(?:new|another|rolling)\s+)*(?:(?:of\s+)?(?:the\s+)?(deployment|statefulset|daemonset)\s+(?:rollout|roll-out|restart)|(?:rollout|roll-out)\s+(?:restart\s+)?of\s+(?:the\s+)?(.{1,60}))(?:\s|$)/i.exec(
      rest,
    )
  return match ? `the ${match[1] ?? match[2]}` : undefined
}

const units: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3600 }

const podsRun = /\b(?:ready|running|up|start(?:ed|s)?|available)\b/i
/** "The fourth pod", "four pods": when all run, it may still not be so. */
const saysWhich = (rest: string): boolean =>
  /\b(?:first|second|third|(?:four|fif|six|seven|eigh|nin|ten)th|last|old|other|no|none|not|only|half|most)\b/i.test(
    rest,
  ) ||
  tokensOf(rest).some(
    ({ kind, lower }) => kind === 'number' || (Object.hasOwn(numberWords, lower) && lower !== 'one'),
  )

/** "Wait 5 minutes", "await for the pods to be running". */
export function waitIn({ verb, rest }: Clause, sentence: Sentence): WaitInstruction | undefined {
  if (!/^(?:wait|await)$/.test(verb)) return undefined
  const time = /\b(\d{1,4})\s?(s|m|h)(?:ec(?:ond)?s?|in(?:ute)?s?|ours?)?\b/i.exec(rest)
  const seconds = time === null ? undefined : Number(time[1]) * units[time[2]!.toLowerCase()]!
  const pods = /\bpods?\b/i.test(rest) && podsRun.test(rest) && !saysWhich(rest)
  return { kind: 'wait', seconds, pods, text: sentence.text, line: sentence.line }
}
