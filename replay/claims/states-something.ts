// Whether a sentence that was not read as a claim nevertheless states something that a reader would look at.
import { isOfDocument, namesKind, wordsOfTests } from './document-remarks.ts'
import { componentNames } from './lexicon.ts'
import { isKindLike, isPlainStatement } from './plain-statement.ts'
import { isTelling, passesOverWarnings, speaksOfWarnings } from './telling.ts'
import { tokensOf } from './tokens.ts'

const looking =
  /\b(?:verify|verifies|verified|verifying|confirm(?:ed|s)?|ensure[ds]?|make sure|validated?|assert|noticed?|observed?|expect(?:ed)?|as expected|double[- ]check|(?:you|we|users)(?:'ll| will| should| can| could)?(?: also)? see|to see)\b/i
const checking =
  /\b(?:check(?:ed|s|ing)?|see|note|wait|await|watch|test (?:that|if|whether)|observe)\b(?=.*\b(?:is|are|was|were|be|has|have|had|does|do|did|not|no longer|exists?|works?|fails?|succeeds?|stays?|remains?|gets?|uses?|fell|falls|(?:sets?|defines?|specif(?:y|ies))(?= `))\b)/i

/** Whether a text tells its reader to see that something is so. */
export const looksAtSomething = (text: string): boolean =>
  looking.test(text) || checking.test(text) || /\b(?:outcome|should|must)\b/i.test(text)

/** What was done as a whole, and what a block shows that follows. */
const background =
  /\b(?:tests?|testing|upgrade|rollback|downgrade|scenario|path|flow|it|this|these|they|steps|feature|kind)\s+(?:\w+\s+)?(?:was|were|is|are|has been|have been|will be|can be)\s+(?:\w+ly\s+)?(?:\w+\s+)?(?:performed|done|tested|validated|simulated|executed|used|described|verified using|conducted|accomplished|covered|added|tested on|carried out)\b|\bfollowing\b[^.]*\b(?:steps|used|process|procedure|path|scenarios?)\b|\b(?:the following|following|similar to|as follows|like this|like|as below|(?:will|should|can) be seen)\b[^.]*:$/i

const explains =
  /^(?:this (?:demonstrates|shows|means|is because|test|feature|kep|case|was done)|that(?: is|'s) |for example|e\.g\.|i\.e\.|see |refer|please see|the (?:feature|tests?|upgrade|rollback|script|testing|reason|following|difference|same steps|steps|default|flow|manual|idea|code|kep|integration|easiest)\b|easiest|we (?!see)|i |users |admin|it (?:was|is|will) (?:tested|possible|not possible|recommended|not necessary)|yes\b|no\b[,.]|n\/a|tbd|todo|manual|integration|unit|e2e|tests? |upgrade|downgrade|rollback|in (?:beta|alpha|ga|terms)|will |kubelet will|note that (?:this|the feature|it)|you (?:are|need|must|have)|remember|there (?:are|is) (?:two|three|a|no) (?:scenarios?|ways?|load))/i

const instructs =
  /^\W*(?:(?:then|next|now|finally|and|also|first|please)\b[\s,]*)*(?:deleted?|created?|repeat|scaled?|apply|deploy|redeploy|restarted|restart|re-start|start|started|stop|run|execute|exec|updated?|edit|patch|changed?|triggered|trigger|added|add|removed?|set|enabled?|disabled?|re-?enabled?|upgraded?|downgraded?|roll|rolled|rollback|install|re-?create|submit|modify|label|annotate|taint|drained|drain|uncordoned|cordoned|uncordon|cordon|get|list|inspect|look|describe|release|turn|try|use|make|send|perform|simulate|follow|launch|examine|retrieve|configure|test|build|prepare|let|checkout|bring|replace|save|login|log|ssh|go|open|attempt|provision|define|generate|export|push|tag|rebuild)\b/i

const verb =
  /\b(?:is|are|was|were|has|have|had|does|did|do|gets?|got|should|must|will|stays?|remains?|keeps?|exists?|becomes?|fails?|succeeds?|works?|uses?|ignores?|creates?|runs?|shows?|prints?|returns?|reports?|contains?|consists?|consisted|comprises?|explains?|enters?|starts?|continues?|drops?|leads|led|causes?|removes|deletes|re-?admits|admits|evicts|falls|fell|transitioned|reflects?|can|cannot|re-?writes?|times? out|timed out|hangs?|answers?|answered|responds?|responded|resolves?|resolved|receives?|received|accepts?|accepted|refuses?|refused|prefers?|preferred|routes|routed|survives?|survived|reads|exits?|exited|restarts|terminates?|terminated|crashes|crashed|comes?|came|points?|pointed|listens?|serves?|served|matches|matched|equals?|differs?|logged|emits|emitted|stops?|stopped|flips|flipped|increases?|increased|decreases?|decreased|grows?|grew|goes|went|rises?|rose|expires?|expired)\b/i
const thing =
  /`[^`]+`|\b(?:pods?|jobs?|services?|endpoint ?slices?|endpoints?|pvcs?|pvs?|volumes?|claims?|nodes?|deployments?|statefulsets?|daemonsets?|replicasets?|hpas?|hints?|fields?|status|conditions?|labels?|annotations?|metrics?|command|output|error|logs?|traffic|value|events?|informers?|objects?|resources?|containers?|rules?|slices?|namespaces?|workers?|roll-?outs?|control[- ]planes?|replicas?|requests?|[a-z]*claims?|clusters?|load ?balancers?|access(?:es)?|components?|feature|modify|update|connections?|packets?|names?|responses?|host ?names?|variables?|environment|probes?|process(?:es)?|programs?|applications?|apps?|clients?|servers?|address(?:es)?|ports?|files?|signals?|exit codes?|counters?|gauges?|histograms?|kubelets?|kube-prox(?:y|ies)|proxiers?|finalizers?|taints?|gates?|images?|schedulers?|(?:kube-)?api-?\s?servers?|controller[- ]managers?)\b/i

/** Of the test, and not of the cluster that it is made on. */
const notOfCluster = String.raw`(?:[\w-]+\s+){0,2}(?:${wordsOfTests}|intent(?:ion)?|plan|admin\w*|test suites?)\b`

/** "kubelet fails to start". */
const component = new RegExp(
  String.raw`^(?:the\s+)?\`?(?:${Object.keys(componentNames).join('|')})\`?\s+(?:\w+\s+)?(?:fails?|failed|crash\w*|refuses?|starts?|restarts?|did|does|cannot|is|was|stops?|runs?|logs|ends)\b`,
  'i',
)

/** "Then, verify that:" before a list of what to verify. */
const introducesClaims =
  /^\W*(?:\w+,?\s+){0,4}(?:verify|check|confirm|ensure|observe|validate|see|expect|verified|confirmed)(?:\s+(?:that|the following|if))?\s*:$/i
/** "Expected result:" before what is expected. */
const announcesExpected =
  /^\W*(?:(?:this is )?(?:what is |as )?expected|expectations?|expected (?:results?|outcomes?|outputs?|behaviou?r|observations?))[*_]{0,2}\s*:[*_]{0,2}$/i
/** "This is expected." */
const remarkOnly =
  /^(?:this|that|which|everything|all)(?: behaviou?r)? is (?:as )?(?:expected|intended|fine|ok(?:ay)?|by design)\b[^,]{0,60}$/i
/** Whether a sentence only says that something else is as it is meant to be. */
export const isRemark = (text: string): boolean => remarkOnly.test(text)
const tellsToLook =
  /\b(?:verif|confirm|observ|check|ensur)\w*\s+(?:that|if|whether)\b|\bas (?:expected|intended|before)\b|\bno (?:issues|problems|errors|regressions)\b/i
/** "The manifest was edited to disable it": an instruction as it was carried out. */
const done =
  /^(?:(?!\b(?:while|when|where|which|that|after)\b)[^.,]){1,80}?\b(?:was|were)\s+(?:\w+ly\s+)?(?:modified|edited|scaled|restarted|upgraded|downgraded|configured|toggled|applied|used|built|enabled|disabled|deployed|installed)\b|^[^.,]{0,60}\bclusters?\s+(?:was|were)\s+created\b/i

/** "To see it fail, we create …": what is done comes after it. */
const purpose = /^(?:in order )?to (?:test|simulate|try|exercise|emulate)\b[^,.;]{1,80}, (?:(?:we|i|you) )?/i

/** "Observe the iptables rules within some node": what a command shows, and nothing of what it is. */
const looksOnly =
  /^\W*(?:observe|inspect|examine|view|look at|list|print|dump|check|see) (?:the |some |its )?(?:[\w-]+ ){0,3}rules(?: (?:within|in|on|of|inside) [\w\s-]{1,40})?[.:]?$/i
/** Why the test is as it is: "The large size makes it easier to see". */
const rationale =
  /\bmakes?\s+it\s+(?:much\s+)?(?:easier|simpler|possible|clearer|convenient)\s+(?:for\s+(?:us|you|me)\s+)?to\s+(?:observe|see|notice|tell|follow|watch|verify|reproduce|test)\b[^.;]{0,60}[.]?$/i

/** "Verify that it works. This is accomplished by …:": how, the steps below show. */
export const tellsHow =
  /\b(?:this|that|it) (?:is|was) (?:accomplished|achieved) by \w{1,30}ing\b[^:]{0,600}:$/i

/** "Send a request, which is refused": what comes of what is done. */
const comesOfIt =
  /[,;]\s(?:and |but )?(?:which|it|this|that|they)\s(?:(?:should|must|will|can|is|are|gets?|was|were|does|do|has|have|now|still|then|no longer|not|also)\s){0,3}(?:be\s)?(?:refused|denied|rejected|answered|accepted|dropped|ignored|routed|allowed|fails?|failed|succeeds?|succeeded|works?|worked|times? out|timed out|hangs?|crash(?:es|ed)|restarted|restarts|killed|evicted|reachable|unreachable|(?:in)?accessible|lost)\b/i

/** "Users can also get the addresses, per Service there must be one": what must be so, after what may be done. */
const obliges =
  /[,;]\s(?!(?:you|we|users?|admins?|operators?|one)\s)(?:[^\s,;.:]{1,40}\s){0,10}?(?:must|should|has to|have to)\s(?:(?:not|still|also|always|now|never)\s){0,2}(?:be|have|exist)\b/i

/** "Restart it; the pods are restarted", "Delete it, it is not made again", "Disable it, which is on now": something of what is changed, beside that it is. */
const saysBeside =
  /(?:[;,]\s(?:and\s|but\s)?(?:then\s|now\s)?|,\s(?:(?:during|after|upon|on|by) which|whereupon|at which point)\s)(?:the|all|both|no|none of|nothing|everything|its|their|it|this|that|they|a|two|three|\d+|(?=`))\s?(?:(?!(?:that|which|who|whose|where|if|when|as|so|to)\s)[\w`.-]+\s){0,4}?(?:is|are|was|were|has|have|had|does|do|did|stays?|remains?|keeps?|becomes?|gets?|happens?|happened|changes|changed)\b|,\swhich\s(?:is|was|are|were|stays?|remains?)\s(?:now\s|still\s|not\s|never\s|no longer\s)*(?:enabled|disabled|on|off|true|false|set|unset|running|gone|deleted|locked)\b|,\s(?:where|in\swhich|on\swhich)\s(?:(?:the|a|an|all|both|no|its|it|there|now)\s)?(?:[\w`.-]+\s){0,4}?(?:is|are|has|have|does|do|gets?|stays?)\s/i

/** "The binding's subject is a User": whatever the noun, a sentence that begins with a definite one and goes on with a verb says something of it. */
const subjectFirst = new RegExp(
  String.raw`^(?:(?:(?:and|but|then|now|finally|afterwards|again|here|also|still|thus|so|after that|this time|at this point),?\s+)*)(?:the|its|their|his|her|our|all|both|each|every|everything|something|no|none of|neither|either|only|some|most|another|one|two|three|\d+|\`[^\`]+\`)(?!\s+(?:${notOfCluster}))(?:['’]s)?(?:\s+(?!(?:which|that|who|when|where|if|while|for|to|how|why|what)\b)[\w\`'’./:=-]+){0,7}?\s+(?:${verb.source})`,
  'i',
)

/** "Disabling the gate removes the field", "Rolling back drops it". */
const comesOfDoing =
  /^(?:[a-z]+-)?[a-z]+ing\b(?:\s+[\w`'’./:=-]+){1,7}?\s+(?:also\s+|then\s+)?(?:adds|affects|breaks|brings|causes|changes|clears|creates|deletes|drops|ends|evicts|gives|hides|kills|leaves|makes|populates|preserves|recreates|removes|resets|restarts|restores|reverts|sets|shows|starts|stops|triggers|turns|unsets|updates)\s+\S/i

/** "There are two CronTabs". */
const countsSome =
  /^(?:there (?:is|are|was|were)) (?:now |still |also |only |exactly )*(?:an?|one|no|\d+|two|three|four|five|several|many) (\S+)/i
/** "A scale-down tolerance is set, too.": whatever has a name is set or not. */
const isSetOrNot = new RegExp(
  String.raw`^(?:(?:and|but|then|now|also|here),?\s)*(?:an?|the|its|their|no|every|each|both|all|another)\s(?!${notOfCluster})(?:[\w.\`/-]{1,60}\s){1,5}?(?:is|are)\s(?:(?:now|still|not|no longer|already|also|never)\s){0,3}(?:set|unset|empty|missing|absent|present)(?:,?\s(?:too|as well|again|either|there|here|any\s?more|any longer|by default))?[.!]?$`,
  'i',
)
const namesKindLike = (text: string): boolean =>
  (text.replace(/`[^`]*`/g, ' ').match(/[A-Za-z]+/g) ?? []).some(isKindLike)

const saysWhatItDoes = (text: string): boolean =>
  component.test(text) ||
  (verb.test(text) && (thing.test(text) || namesKind(text) || namesKindLike(text))) ||
  isKindLike((countsSome.exec(text)?.[1] ?? '').replace(/\W+$/, '')) ||
  ((subjectFirst.test(text) || comesOfDoing.test(text)) && !/:\s*$/.test(text)) ||
  isPlainStatement(text)

/** True: it says what is, was or must be seen. False: background, a purpose, a plan, an introduction, a plain instruction. */
export function statesSomething(text: string): boolean {
  const plain = text
    .replace(/^\s*(?:\d+[.)]|[-*+])\s+/, '')
    .replace(/[*_]{2}/g, '')
    .replace(/^[\w-]+ - (?=[A-Z])/, '')
  if (isOfDocument(plain)) return false
  if (
    [rationale, introducesClaims, announcesExpected, remarkOnly, looksOnly, tellsHow].some((one) =>
      one.test(plain),
    )
  )
    return false
  if (background.test(plain) && !tellsToLook.test(plain)) return false
  if (looking.test(plain) || checking.test(plain)) return true
  if (isSetOrNot.test(plain)) return true
  if (comesOfIt.test(plain) || statesBeside(plain)) return true
  if (speaksOfWarnings(plain) && !passesOverWarnings(plain)) return true
  if (explains.test(plain) && obliges.test(plain)) return true
  if (instructs.test(plain.replace(purpose, '')) || explains.test(plain) || done.test(plain)) return false
  return saysWhatItDoes(plain)
}

/** Whether what it has its reader do is followed by a statement: "Delete it; no Pod is made again". */
export const statesBeside = (text: string): boolean =>
  instructs.test(text) && (comesOfIt.test(text) || saysBeside.test(text))

/** Whether it says of something in the cluster what that is or does, whatever it begins with. */
export const statesAtAll = (text: string): boolean =>
  (looking.test(text) && !announcesExpected.test(text)) ||
  checking.test(text) ||
  ((saysWhatItDoes(text) || staysOrGoes.test(text)) &&
    ![aboutTest, introducesSteps, remarkOnly].some((one) => one.test(text)))

/** "The agent there stays:": whatever it is called, it is said to be there or not. */
const staysOrGoes =
  /^(?:(?:and|but|then|now|so)\s)?(?:the|its|their|both|all|each|every|this|that|it|they|no|\d+|`[^`]+`)\b[^,;:]{0,60}?\s(?:stays?|remains?|survives?|keeps? running|comes? back|goes? away|disappears?|vanish(?:es)?|dies?)\b[^,;:]{0,30}:?$/i
/** Why, when and in which case something is done, and what a noun before it is. */
const dependent =
  /(?:^|\s)(?:which|that|who|whose|where|when|whenever|once|if|unless|until|till|before|after|because|since|as|so|to|for|with|by|from|in)\s.*$/i
/** Whether a part of a sentence says of something what that is or does, with a verb of its own. */
export function statesOnItsOwn(part: string): boolean {
  const main = part.replace(dependent, '')
  return verb.test(main) && (thing.test(main) || tokensOf(part).some(isTelling))
}
/** "An apiserver upgrade was executed as the following:" */
const introducesSteps = /\bas (?:the )?follow(?:s|ing)\s*:$/i
const aboutTest =
  /^(?:(?:the|this|that|these|those|a|an|following|manual|above|both|all)\s+)*(?:\w+\s+)?(?:tests?|testing|steps?|scenarios?|scripts?|flow|path|cases?|results?|files?|configurations?|configs?|manifests?|yamls?|section|instructions?|commands?|procedure|process)\b/i
