// Slips of those who write English as a second language, mended: tried where a sentence is not read as it stands. Code stays as it is.
import { kindAt } from './kinds.ts'

/** Longer sentences are read as they stand, or not. */
const longest = 600

/** Words that are misspelt often, which no name of Kubernetes is. */
const misspelt: Readonly<Record<string, string>> = {
  adress: 'address',
  allways: 'always',
  avalable: 'available',
  availble: 'available',
  availible: 'available',
  avaliable: 'available',
  becaus: 'because',
  becouse: 'because',
  becuase: 'because',
  beeing: 'being',
  befor: 'before',
  condtion: 'condition',
  defualt: 'default',
  dependant: 'dependent',
  existant: 'existent',
  exsist: 'exist',
  exsists: 'exists',
  feild: 'field',
  lable: 'label',
  occured: 'occurred',
  preceeding: 'preceding',
  recieve: 'receive',
  recieved: 'received',
  recieves: 'receives',
  runing: 'running',
  schedulled: 'scheduled',
  sheduled: 'scheduled',
  succesful: 'successful',
  succesfull: 'successful',
  succesfully: 'successfully',
  teh: 'the',
  unavailible: 'unavailable',
  untill: 'until',
  wich: 'which',
}

const article = /\b(an) (?=(?:[bcdfgjklmnpqrstvwxz]))/g
const many: Readonly<Record<string, string>> = { is: 'are', was: 'were', has: 'have' }
const one: Readonly<Record<string, string>> = { are: 'is', were: 'was', have: 'has' }
/** "The pods is", "Node `a` have": a noun, with its name, and the verb that is said of it. */
const agreement =
  /\b([A-Za-z]{2,40})((?: \0\d{1,4}\0)? (?:(?:now|still|also|then|all|both) )?)(is|are|was|were|has|have)\b/g
/** Only before what such a noun has. */
const pronoun = /\b(it|he|she) (have|has|was|is)\b/gi
const conditionOf =
  /\b(has|have|had|with) (condition) (?=\0|[A-Z][a-z]+[A-Z]|Ready\b|Complete\b|Failed\b|Suspended\b)/g
/** "Job `a` …": without its article. */
const bare = /^([A-Z][A-Za-z]{2,40})(?= \0\d{1,4}\0)/
const seeing = /\b(I|we) (?:am|are|was|were) (?:now )?(?:seeing|observing) (?=that\b)/gi
const counted =
  /\b(all|the|both|other|only) (other |\d{1,4} |two |three |four |five )?(replica|pod|node|job|event|claim|slice|condition)(?= (?:are|were|have)\b)/gi

/** The text with its slips mended; the same where it has none that is known. */
export function slipsMended(text: string): string {
  if (text.length > longest) return text
  const code: string[] = []
  const masked = text.replace(/`[^`]*`|"[^"]*"/g, (span) => `\0${code.push(span) - 1}\0`)
  const mended = masked
    .replace(/\b[A-Za-z]{3,14}\b/g, (word) => spelt(word))
    .replace(article, 'a ')
    .replace(seeing, '$1 see ')
    .replace(pronoun, (all, who: string, verb: string) =>
      /^it$/i.test(who) && verb !== 'have' ? all : `it ${one[verb] ?? verb}`,
    )
    .replace(conditionOf, '$1 the $2 ')
    .replace(bare, (all, noun: string) => (kindAt([noun.toLowerCase()]) === undefined ? all : `the ${all}`))
    .replace(counted, '$1 $2$3s')
    .replace(agreement, agreed)
  return mended.replace(/\0(\d{1,4})\0/g, (_, at: string) => code[Number(at)]!)
}

function spelt(word: string): string {
  const right = Object.hasOwn(misspelt, word.toLowerCase()) ? misspelt[word.toLowerCase()]! : undefined
  if (right === undefined) return word
  return /^[A-Z]/.test(word) ? right[0]!.toUpperCase() + right.slice(1) : right
}

function agreed(all: string, noun: string, between: string, verb: string): string {
  const kind = kindAt([noun.toLowerCase()])
  if (kind === undefined) return all
  const right = (kind.plural && !between.includes('\0') ? many : one)[verb]
  return right === undefined ? all : `${noun}${between}${right}`
}
