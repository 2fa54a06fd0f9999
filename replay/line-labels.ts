// What stands before a paragraph and says of it only who does it, when it was done, or that it is a result: "**Operator:** …", "PASS: …".

const role =
  '(?:(?:the|cluster|platform|node|app|application|workload|release|test)[ -]){0,2}(?:operators?|admin(?:istrator)?s?|developers?|devs?|owners?|authors?|users?|testers?|engineers?|maintainers?|reviewers?|sres?|qa)'
const result =
  '(?:observations?|observed(?: (?:results?|outcomes?|behaviou?rs?|states?))?|(?:expected|actual)(?: (?:results?|outcomes?|behaviou?rs?|states?))?|conclusions?|results?|outcomes?|findings?|expectations?|verification|validation|assertions?|answer|(?:final|quick|event|status|sanity) check|notes?|remarks?|(?:what )?(?:we|i) (?:saw|observed|found|noticed|see)|as (?:seen|observed))'
const month =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const time = String.raw`\d{1,2}:\d\d(?::\d\d)?(?:\s?(?:am|pm|utc|z))?`
const date = String.raw`(?:\d{4}-\d\d-\d\d(?:[t ]${time})?|${time}|day \d{1,3}|\d{1,2}\.? ${month},? \d{4}|${month} \d{1,2},? \d{4})`
const marks = '[*_]{0,3}'
/** In one to three of the marks of emphasis, with the colon inside of them or behind. */
const label = new RegExp(
  String.raw`^(?:${marks}(?:${role}|${result}|ok)(?:${marks}:|:${marks})|${marks}\[?${date}\]?(?:${marks}\s{0,3}[:–—-]|:${marks})|\[(?:${role}|ok)\])\s+(?=\S)`,
  'i',
)
/** What stands below "Q: …?". */
const answer = /^(?:A:|\*\*A(?::\*\*|\*\*:))\s+(?=\S)/
/** As programs print it; "Pass: …" in a sentence may be one's request. */
const passed = /^(?:(?:[-*]{3}\s)?(?:PASS|OK)(?::|\s(?=\())|\[(?:PASS|OK)\]|[✅✓✔]\uFE0F?)\s+(?=\S)/u

/**
 * A paragraph without such a label; with several, without the first ones. That something failed, was not expected or is told of another
 * cluster is none.
 */
export const withoutLabel = (raw: string): string =>
  [answer, label, passed, label].reduce((left, one) => left.replace(one, ''), raw)
