// Whether a sentence of a step that was neither read as a claim nor as an instruction could be false without being noticed.
import { isOfDocument } from './document-remarks.ts'
import { hasFieldValue } from './field-values.ts'
import { statesAtAll } from './states-something.ts'
import { isTelling } from './telling.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What comes of the test as a whole, after what was compared. */
const conclusion =
  /^(?:this|that|which|it) (?:demonstrates|shows|proves|confirms|means|verifies) that (?:(?:the|this) (?:feature|change|upgrade|downgrade|rollback|path)|it works)\b/i
const whole =
  /^(?:work|works|working|again|correctly|expected|enabled|disabled|successful|successfully|on|off)$/
/** What one may do, and what would be if things were not as they are. */
const advice =
  /^(?:(?:if|when|should) (?:you|one|users?)\b[^,]*\b(?:want|wish|need|like|prefer)\b|(?:you|users?|one) (?:can|may|could|are (?:recommended|advised|free))\b|(?:please )?(?:refer to|see)\b|(?:please )?(?:check|read|visit|look at)\b[^.]{0,60}\bfor (?:more |further )?(?:details|information|context)\b|tbd\b|todo\b|if\b[^,]{1,80}\bwere\b[^,]{1,80}, .{1,80}\bwould\b)/i
/** "with the following `a.yaml`:", "Scenario 1:", "The script that was used:": what comes after it. */
const opening =
  /^(?:using|with|in|from|the|a|an|here|this|where|and|for)\b[^.]{0,120}:$|^(?:scenario|case|phase|step|part|option|variant|test|run|round|stage|attempt)\s\w+\W{0,4}$|^(?:observed|observations?|results?|findings|checks|procedure|setup|expected)\W{0,4}$|^(?:before|after) the (?:(?:first|second|third|last|final) )?(?:upgrade|downgrade|rollback|roll-back|restart|change)s?\W{0,3}:$/i
/** Why the author does it so. */
const purpose =
  /\bmakes? it (?:easier|simpler|possible) (?:for \w+ )?to (?:observe|see|watch|notice|follow)\b/i
const withoutLinks = (text: string): string =>
  text.replace(/\[[^\]]*\]\([^)]*\)|<?https?:\/\/[^\s)>]+[)>]?|\((?:step |see )?\d\)/g, ' ')

/** "Is the Pod running? Yes.": who answers it says what is. */
const asksOfCluster =
  /^(?:is|are|was|were|does|do|did|has|have|how many)\b(?!.*\b(?:features?|enabl\w*|disabl\w*|roll-?outs?|roll-?backs?|upgrades?|downgrades?|gates?|metrics|tests?|tested)\b)/i

/** `job.yaml`, "step 3" and "Scenario 1" name what the document has. */
const namesPlace = (token: Token, before: Token | undefined): boolean =>
  /^[\w./-]+\.(?:ya?ml|json|sh|go|md|conf|txt|toml|config)$/.test(token.text) ||
  (token.kind === 'number' &&
    /^(?:steps?|scenarios?|phases?|cases?|tests?|sections?|parts?|points?|items?|runs?|rounds?|stages?|attempts?)$/.test(
      before?.lower ?? '',
    ))

/** What stands before a sentence in a list, a quote or a heading; a number without a dot is one of the sentence. */
const marker = /^(?:[\s*_>#)(-]+|\d+[.)]\s)+/

/** Whether nothing in a text is a fact of the cluster. A number, a name, a state or a denial may be one. */
export function isInert(text: string): boolean {
  const plain = withoutLinks(text).replace(marker, '')
  if (/\?["')*_]*\s*$/.test(plain)) return !(asksOfCluster.test(plain) && statesAtAll(plain))
  if (advice.test(plain) || isOfDocument(plain)) return true
  const tokens = tokensOf(plain).filter((one, i, all) => !namesPlace(one, all[i - 1]))
  const telling = tokens.filter(isTelling)
  if (conclusion.test(plain)) return telling.every(({ lower }) => whole.test(lower))
  if ((opening.test(plain) || purpose.test(plain)) && telling.length === 0) return true
  return telling.length === 0 && !hasFieldValue(plain) && !happened.test(plain) && !statesAtAll(plain)
}

/** What became of something, in which state and of which sort it is. */
const happened =
  /\b(?:(?:un)?privileged|best-effort|burstable|guaranteed|immutable|mutable|unschedulable|read-only|rejects|accepts|refuses|persist(?:s|ed)|stalled|stalls|aborted|degraded|unready|unavailable|(?:fell|falls) back|turn(?:s|ed) into|per (?:node|zone|pod|job|namespace|service|container)|completed successfully|has completed|timed out|rolled out)\b/i
