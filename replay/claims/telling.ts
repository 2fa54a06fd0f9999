// Which words state something that could be false: what holds none of them may stand beside a claim, or alone, and be passed over.
import { fieldStates, numberWords, objectStates } from './lexicon.ts'
import { type Token, tokensOf } from './tokens.ts'

const denials =
  /^(?:non-.*|(?!read-|write-).*-only|not|no|never|none|neither|nor|nothing|nobody|without|cannot|longer|unlike|except|only|both|all|each|every|twice)$/
/** Numbers that are not read. */
const quantities =
  /^(?:single|double|triple|(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)(?:-\w+)?|hundreds?|thousands?|dozens?|millions?)$/
/** "enabled" and its like, and what a number or a state becomes. */
const turns =
  /^(?:enabled|disabled|on|off|true|false|locked|unlocked|allowed|forbidden|rejected|accepted|increase[sd]?|decrease[sd]?|grows?|grew|shr[aiu]nks?|doubled|halved|restarted|recreated|scaled|paused|ignored|honou?red|dropped|healthy|unhealthy|stuck|crash\w*|error|errors|fail\w*|succeed\w*|works?|working|worked|broken?|correct(?:ly)?|wrong(?:ly)?|matching|equal|identical|different|same|more|less|fewer|greater|higher|lower)$/
/** What becomes of a request, of a connection, of a program, of an object. */
const fates =
  /^(?:(?:un)?reachable|(?:in)?accessible|refuse[sd]?|den(?:y|ies|ied)|time(?:s|d)[- ]?out|timeouts?|hangs?|hung|lost|unanswered|answer(?:s|ed)?|respond(?:s|ed)?|(?:oom)?kill(?:s|ed)|evict(?:s|ed)|preempted|throttled|(?:re-?)?admit(?:s|ted)|(?:dis|re)?appear(?:s|ed)?|vanish(?:es|ed)?|bec(?:ame|omes?)|(?:in|de)cremented|encoded|owned|managed|pinned|contains|survive[sd]?|stopped|exited|sig(?:kill|term|int|hup|quit))$/

const states = new Set(
  [...Object.keys(objectStates), ...Object.keys(fieldStates)]
    .flatMap((phrase) => phrase.split(' '))
    .filter((word) => word.length > 3),
)
/** Of phrases of states, and of much else. */
const plain = new Set(
  `there back being same before again place with step previous node value string ready run this that replaced stored saved`.split(
    ' ',
  ),
)

/** Whether a word names a value, a number, a state, or denies something. */
export const isTelling = ({ kind, text, lower, quoted }: Token): boolean =>
  (kind === 'code' && (quoted === undefined || /[A-Z=:]/.test(text))) ||
  /[\d<>=≤≥≠]/.test(text) ||
  (Object.hasOwn(numberWords, lower) && lower !== 'one') ||
  denials.test(lower) ||
  quantities.test(lower) ||
  turns.test(lower) ||
  fates.test(lower) ||
  (states.has(lower) && !plain.has(lower))

const definite = /^(?:enabled|disabled|on|off|true|false|both|all|each|every|only|none|neither|twice)$/
/** Whether a word is of this cluster now, rather than of how things are in general. */
export const isDefinite = (token: Token): boolean =>
  isTelling(token) &&
  (token.kind === 'code' ||
    /\d/.test(token.text) ||
    Object.hasOwn(numberWords, token.lower) ||
    definite.test(token.lower))

/** "Run:", "Use both files again:": it says nothing that commands could do otherwise. */
export const saysLittle = (text: string): boolean =>
  !tokensOf(text).some(isDefiniteOf) && !acts.test(text) && !countsOne.test(text)
const countsOne = /\b(?:exactly|only|just) one\b/i
const acts =
  /\b(?:delet|creat|scal|restart|upgrad|downgrad|roll|enabl|disabl|patch|appl|remov|add|set|start|stop|edit|label|annotat|taint|drain|cordon|expos|deploy|evict)(?:e|es|ed|ing|y|ies|ied|s)?\b/i
const isDefiniteOf = (token: Token): boolean => isTelling(token) && token.lower !== 'both'

/** Whether a sentence speaks of warnings of the API: those of events, admonitions and words in code are others. */
export const speaksOfWarnings = (sentence: string): boolean =>
  /\bwarn(?:s|ed|ings?)?\b/i.test(
    sentence
      .replace(/`[^`]*`|\[!WARNING\]|^\W*warning\W*[:!]/gi, '')
      .replace(/\bwarning events?\b|\bevents? of type \W*warning\b/gi, ''),
  )

/** "Ignore the warning": who reads it need not look whether there is one. */
export const passesOverWarnings = (sentence: string): boolean =>
  speaksOfWarnings(sentence) &&
  /\b(?:ignor(?:e|es|ed|ing)|disregard|harmless|suppress\w*|silence\w*)\b/i.test(sentence)
