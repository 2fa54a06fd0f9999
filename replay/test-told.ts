// What the prose tells of the test as a whole, where the steps of its section are at odds with that.
import { minors } from './path-told.ts'

const ofTest =
  /\b(?:tests?|testing|tested|validated|verified|verification|confirmed|checked|performed|carried out|executed|scenarios?|tried|walked through|(?:up|down)grade path|by hand)\b/i
/** Of the steps that stand there, rather than of tests elsewhere. */
const ofSteps = /\b(?:steps|follow(?:s|ing)|below|manual(?:ly)?|by hand|by (?:re-?)?(?:en|dis)abling)\b/i
const denied =
  /\b(?:was|were|has|have|had|is|are|did|do|does)(?:n['’]t|\s(?:not|never))\s(?:been\s)?(?:(?:manually|yet|actually|fully)\s)?(?:tested|done|performed|validated|verified|carried out|executed|work|working|successful|behave)\b/i
const broken =
  /\b(?:it|this|everything|that|the (?:test|feature|path|upgrade|rollback|downgrade))\s(?:was|is|were)\s(?:(?:still|then|again)\s)?(?:broken|unsuccessful|failing)\b/i
const notThese =
  /\b(?:is|are|was|were)\snot\s(?:as\sfollow(?:s|ing)|the\sfollowing|(?:described|listed|shown)\sbelow)\b/i
const issues =
  /(?<!\b(?:no|not|any|without|none of the)\s(?:[\w-]{1,20}\s)?)\b(?:issues|problems|errors|regressions|failures)\swere\s(?:observed|found|seen|noticed|encountered|detected)\b/i

const way = '(upgrade|downgrade|roll[ -]?back|roll[ -]?out)'
const arrow = String.raw`(?:\s?(?:-{1,2}>|=>|→|⇒|➜|-&gt;)\s?|,\s(?:and\s)?)`
const turn = '(enabl(?:ing|ed)|disabl(?:ing|ed))'
const and = String.raw`(?:,\s(?:and\s|then\s|and then\s)?|\s(?:and|then|and then)\s)(?:again\s)?`
/** "upgrade->downgrade->downgrade", "by enabling, enabling and disabling it": twice the same, one right after the other. */
const twice = [
  new RegExp(String.raw`\b${way}${arrow}\1\b`, 'i'),
  new RegExp(String.raw`(?<!\b(?:not|still|un)\s)\b(?:re-?)?${turn}${and}(?:re-?)?\1\b`, 'i'),
]

const ofFeature = /\b(?:features?|gates?|feature-gates?)\b|\w=(?:true|false)\b|(?<![\w.])v?1\.\d{2}\b/i
/**
 * Whether a statement ahead of all steps is to be looked at: it speaks of a feature, a gate or a release, and not of the test as a whole.
 * How things are in general is what the steps are about.
 */
export const isToLookAt = (text: string): boolean => ofFeature.test(text) && !ofTest.test(text)

/** "It was not tested by the steps below", "and it was broken": what no steps show that are carried out and pass. */
export const deniesTest = (text: string): boolean =>
  notThese.test(text) ||
  (ofTest.test(text) &&
    (issues.test(text) ||
      twice.some((one) => one.test(text)) ||
      (ofSteps.test(text) && (denied.test(text) || broken.test(text)))))

/** "Tested in 1.29 with the following steps", where others are started. @param taken the minor releases that the steps choose */
export function namesOtherRelease(text: string, taken: readonly string[]): boolean {
  if (taken.length === 0 || !ofTest.test(text) || !ofSteps.test(text)) return false
  const named = [...text.matchAll(minors)].map(([, minor]) => minor!)
  return named.length > 0 && !named.some((one) => taken.includes(one))
}

/** "Was the path tested?" */
const asksOfTest = /\b(?:tested|tests?|validated|verified)\b[^?]{0,200}\?/i
const saysNo = /^\W*(?:no|not yet|never|neither)\b\s?(?:[.,;:!–—-]|$)/i
/** Whether the first words below a question on tests deny what the steps below them show. */
export const answersNo = (question: string, text: string): boolean =>
  asksOfTest.test(question) && saysNo.test(text)
