// Values that a sentence gives to what the block below it makes: "create the Job using `.spec.completions=3`:".
import type { Claim, Subject } from './claim.ts'
import { assignedIn } from './field-phrases.ts'
import { subjectIn } from './read-subject.ts'
import type { Sentence } from './sentence.ts'

const given = /`(\.(?:spec|metadata)\.[^`\s]{1,200})`/g
/** What is not, or not any more, or was something else. */
const otherwise =
  /\b(?:not|no|without|never|cannot|from|instead|rather|if|unless|when|until|unset|remov\w+|delet\w+)\b|n't\b|`\s+to\s+`/i
/** Of what the pods request, as their autoscaler sees it. */
const utilization =
  /\b(?:consum(?:es?|ing)|us(?:es?|ing))\s+(?:an?\s+|about\s+|around\s+|~\s?)?(\d{1,3})\s?%\s+(?:of\s+)?(?:the(?:ir)?\s+)?(?:requested\s+)?CPU(?:\s+(?:utili[sz]ation|usage|requests?))?\b/gi
const autoscaler: Subject = { kind: 'HorizontalPodAutoscaler', number: 'all' }
const seenUtilization = '.status.currentMetrics[*].resource.current.averageUtilization'

/** Claims that the objects have these values, to be held against them once they are made. */
export function statedFields(sentence: Sentence): Claim[] {
  const { text } = sentence
  if (otherwise.test(text)) return []
  const about = subjectIn(text)
  const codes =
    about === undefined ? [] : [...text.matchAll(given)].flatMap(([, code]) => assignedIn(code!) ?? [])
  return [
    ...codes.map(({ name, value }) => equals(sentence, about!, name, value)),
    ...[...text.matchAll(utilization)].map(([, percent]) =>
      equals(sentence, autoscaler, seenUtilization, percent!),
    ),
  ]
}

const equals = ({ text, line }: Sentence, subject: Subject, name: string, value: string): Claim => {
  return { kind: 'field', field: { name }, subject, test: { is: 'equals', value }, text, line }
}

/** The rest of such a sentence. */
export const withoutStated = (text: string): string =>
  text
    .replace(given, (whole, code: string) => (assignedIn(code) === undefined ? whole : ''))
    .replace(utilization, '')
