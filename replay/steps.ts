// A section as steps: what a reader would call "step 2", with its title, its commands, and what each of its sentences is.
import { accomplishedBelow } from './accomplished-by.ts'
import { isInert } from './claims/is-inert.ts'
import { readClaims } from './claims/read-claims.ts'
import { type Sentence, sentencesOf } from './claims/sentence.ts'
import { standingTable } from './claims/standing-tables.ts'
import { statedFields, withoutStated } from './claims/stated-fields.ts'
import { statesAtAll } from './claims/states-something.ts'
import { saysLittle } from './claims/telling.ts'
import { contradictsBlock, movesToOther } from './contradicts-block.ts'
import type { CommentElement, ProseElement, Section } from './document.ts'
import { doneBy } from './done-above.ts'
import { isOver } from './done-before.ts'
import { finishedSteps, type ReadDocument } from './finished-steps.ts'
import { holdsAfterBlock, stillSoBefore, whenHeld } from './holds-after-block.ts'
import { type Beside, unshownIn } from './instructions/agrees.ts'
import { carriedOutBy } from './instructions/carried-out-by.ts'
import { type Terms, termsOf } from './instructions/components-in.ts'
import { introduces, namesOthers } from './instructions/introduces.ts'
import { printsOther, relatesToOther } from './instructions/other-things.ts'
import { readInstructions, speaksOfOther } from './instructions/read-instruction.ts'
import { unshownNumber } from './instructions/unit-values.ts'
import { onlyAsks } from './instructions/verbs.ts'
import { withProseJudged } from './judged-prose.ts'
import { asksToCreate } from './manifests.ts'
import { isAfterEditor, noteForEditor, sizesImages } from './notes-beside.ts'
import { releaseClaim } from './of-release.ts'
import { OpenSteps } from './open-steps.ts'
import { outcomeAbove } from './outcome-above.ts'
import { withProperNames } from './proper-names.ts'
import { asGateOn, brings, makes, readInPlace, startTold } from './read-in-place.ts'
import {
  announces,
  announcesPrinted,
  asksFirst,
  asRead,
  awaitsFirst,
  checkIn,
  isCheck,
  isOfGates,
  isQuestion,
  itWorks,
  type Read,
  startsStep,
  tellsAhead,
  tellsToRun,
} from './read-sentence.ts'
import { type Following, nothing, SectionCommands } from './section-commands.ts'
import { isHeading, type Part, partsOf, textOf } from './section-parts.ts'
import { boundToStarts } from './start-outcome.ts'
import { releaseLeft, stateTitle, titleStates } from './state-titles.ts'
import { belies, statesBeyond } from './states-beyond.ts'
import type { Step } from './step.ts'
import { StepBlocks } from './step-blocks.ts'
import { Summaries } from './summary.ts'
import { isToLookAt } from './test-told.ts'
import { isBareRelease, isTitle, startedBelow } from './title.ts'

/** The steps of a section, in order; empty where nothing in it is to be done. */
export function stepsOf(document: ReadDocument, section: Section): Step[] {
  return new StepBuilder(document, section).build()
}

/** How many parts are looked ahead: no item is that long, and the time stays linear. */
const horizon = 1000

class StepBuilder {
  private readonly document: ReadDocument
  private readonly terms: Terms
  private readonly section: Section
  private readonly open = new OpenSteps()
  /** The texts of what was read already. */
  private readonly before: string[] = []
  private readonly summaries = new Summaries()
  /** What comes after what is read now. */
  private rest: readonly Part[] = []
  private readonly code: SectionCommands
  private readonly blocks: StepBlocks
  constructor(document: ReadDocument, section: Section) {
    this.document = document
    this.terms = document.terms ?? termsOf(document.source)
    this.section = section
    this.code = new SectionCommands(section.body)
    this.blocks = new StepBlocks(this.open, this.code)
  }
  build(): Step[] {
    const parts = partsOf(this.section.body, (elements) => this.code.in(elements).length > 0)
    for (const [at, part] of parts.entries()) {
      this.rest = parts.slice(at + 1, at + 1 + horizon)
      this.part(part)
      const text = textOf(part)
      if (text !== undefined) this.before.push(text)
    }
    this.open.endLast()
    const steps = finishedSteps(this.open.steps, this.document)
    this.summaries.addTo(steps)
    return withProseJudged(this.section, this.document, steps)
  }

  private part(part: Part): void {
    if (part.kind === 'prose') this.prose(part)
    else if (part.kind === 'code') this.blocks.add(part)
    else if (part.kind === 'comment') this.comment(part)
    else if (part.kind === 'item-ends') {
      if (part.number === undefined) return
      this.nothingToDo()
      this.open.endItem()
    } else this.open.beginItem(part.number, part.own)
  }

  /** A step that the document counts is one to do or to look at, whatever its words. */
  private nothingToDo(): void {
    const next = this.rest[0]
    const ends = next === undefined || next.kind === 'item-begins' || next.kind === 'item-ends'
    // What it announces comes after it, in paragraphs of their own.
    if (ends || (next.kind === 'prose' && isHeading(next))) this.open.nothingToDo()
  }

  private comment({ text, line }: CommentElement): void {
    const check = checkIn(this.document.file, text, line)
    if (check === undefined) return
    this.open.openFor(check.text, line)
    this.open.add({ kind: 'check', check }, { line, text: check.text, as: 'check' })
  }

  private prose(prose: ProseElement): void {
    if (isHeading(prose)) {
      this.heading(prose)
      return
    }
    const standings = standingTable(prose.raw, prose.line, this.before.at(-1))
    if (standings === 'unread') this.open.unreadAnywhere(prose)
    else for (const claim of standings ?? []) this.sentence(asRead(claim), nothing, false)
    if (standings !== undefined) return
    const following = this.code.following(this.rest, prose.text)
    const all = this.summaries.taken(sentencesOf(prose.raw, prose.line), this.open)
    const { announcing, others } = this.announcingSteps(all, following)
    if (others.length > 0) this.sentences(others, following)
    for (const { text, line } of announcing) this.open.account({ text, line, as: 'introduction' })
    this.open.last = all.at(-1)
  }

  private sentences(sentences: readonly Read[], following: Following): void {
    // What asserts about the step before stands before what begins the next.
    const begins = this.beginsStep(sentences, following)
    const first = begins ? sentences.findIndex((one) => startsStep(one, following.commands.length > 0)) : -1
    const from = first > 0 && this.open.current !== undefined ? first : 0
    for (const one of sentences.slice(0, from)) this.sentence(one, nothing, false)
    const title = sentences.slice(from)
    if (begins) this.open.openStep(title.map(({ text }) => text).join(' '), title[0]!.line)
    for (const [at, one] of title.entries())
      this.sentence(one, following, begins && whenHeld(title.slice(at + 1), following))
  }

  /**
   * "First verify that X. This is accomplished by scaling down the Deployment, and checking that Y:", where the steps below do so. Of
   * the sentences before it only what asks for what is done below, and says nothing that is not shown there.
   */
  private announcingSteps(
    sentences: readonly Sentence[],
    following: Following,
  ): { announcing: readonly Sentence[]; others: readonly Read[] } {
    const last = sentences.at(-1)
    const found = accomplishedBelow(last?.text ?? '', this.code, this.rest)
    if (found === undefined)
      return { announcing: [], others: boundToStarts(sentences.map((one) => this.read(one, following))) }
    const { before, told, acts, below } = found
    const { line } = last!
    const others = [...sentences.slice(0, -1), ...(before === undefined ? [] : [{ text: before, line }])].map(
      (one) => asGateOn(this.read(one, following), this.terms),
    )
    // Where nothing is changed, what is claimed is so now.
    const changes = acts.some((act) => !onlyAsks(act.verb))
    const asking = others.at(-1)
    const isShown =
      asking !== undefined &&
      (changes || asking.claims.length === 0) &&
      asking.instructions.length === 0 &&
      asksFirst(asking.text) &&
      unshownIn(asking.text.replace(itWorks, 'it'), below) === undefined
    return {
      announcing: [...(isShown ? [asking] : []), { text: told, line }],
      others: isShown ? others.slice(0, -1) : others,
    }
  }

  private read(sentence: Sentence, { shows, commands }: Following): Read {
    const read = readInPlace(sentence, this.terms, this.document.source, commands)
    return shows && announces(sentence.text) ? asGateOn(read, this.terms) : read
  }

  private beginsStep(sentences: readonly Read[], following: Following): boolean {
    if (sentences.length === 0 || this.open.itemBegun) return sentences.length > 0
    if (sentences.some((one) => one.instructions.length > 0)) return !isAfterEditor(this.open)
    if (sentences.some((one) => stateTitle(one) !== undefined)) return true
    if (following.block && announcesPrinted(sentences.at(-1)!.text)) return this.open.current === undefined
    const imperative = sentences.some((one) => one.imperative)
    if (following.commands.length === 0)
      return imperative && this.open.current !== undefined && !sentences.some(isCheck)
    return imperative || this.open.current === undefined || sentences.every((one) => one.claims.length === 0)
  }

  /** A heading inside the section, or a paragraph in bold: what its steps do until the next one, or what is to be done. */
  private heading(prose: ProseElement): void {
    const sentence = { text: prose.text, line: prose.line }
    const end = this.rest.findIndex((one) => one.kind === 'prose' && isHeading(one))
    const commands = this.code.in(end < 0 ? this.rest : this.rest.slice(0, end))
    const left = readInstructions(sentence, this.terms).filter((one) => !carriedOutBy(one, commands))
    this.open.endStep()
    if (this.titled(sentence)) return
    if (left.length === 0) {
      const states = readClaims(sentence).kind !== 'none' || movesToOther(sentence, commands)
      if (states) this.open.stateAbove({ kind: 'unread', what: 'statement', ...sentence })
      else this.open.stateAbove(...releaseLeft(sentence, commands, this.open.steps))
      this.open.account({
        ...sentence,
        as: states ? 'not understood' : commands.length > 0 ? 'introduction' : 'context',
      })
      return
    }
    this.open.openStep(prose.text, prose.line)
    for (const instruction of left) this.open.instruction(instruction)
  }

  /** Holds what a title says of the cluster at the end of its step; whether that is all that it says. */
  private titled({ text, line }: Sentence): boolean {
    for (const claim of titleStates({ text, line })) this.open.claim(claim, true)
    return stateTitle({ text, line }) !== undefined
  }

  /** @param opens it stands in the paragraph that begins the step, right before its commands */
  private sentence(one: Read, following: Following, when: boolean | { before: string }): void {
    const opens = when !== false
    const { text, line } = one
    if (!(this.open.current?.actions.length ?? 0) && stateTitle(one) !== undefined && this.titled(one)) return
    const overview = this.open.isFirst && tellsAhead(text) && this.code.changes(this.rest)
    const carriedOut = one.instructions.filter((instruction) => {
      if (overview && instruction.kind === 'act') return false
      const commands =
        instruction.kind === 'start'
          ? this.code
              .commandsOfItem(this.rest, this.open.last?.text)
              .concat(announces(text) ? startTold(this.rest[0], this.terms) : [])
          : following.commands.length > 0
            ? this.code.commandsUntilProse(this.rest).concat(following.commands)
            : following.commands
      return !carriedOutBy(instruction, commands)
    })
    const heads = this.code.headsOther(text, following, this.rest)
    const other = heads || this.hasOthers(text, following)
    if (this.open.current === undefined && one.claims.length + carriedOut.length === 0 && !other) {
      this.open.ahead(one, one.unread && isToLookAt(text))
      return
    }
    if (this.open.isAhead && one.instructions.length === 0 && one.claims.every(isOfGates)) {
      // The cluster that it is said of comes with the next step.
      for (const claim of one.claims) this.open.claim(claim, true)
      if (!one.unread && !other) return
    }
    this.open.openFor(text, line)
    const done = following.changes ? 'after commands' : one.instructions.some(brings)
    for (const claim of one.conditions ?? []) this.open.claim(claim, done)
    for (const claim of one.outcome ?? []) this.open.claim(claim, done || opens)
    if (noteForEditor(this.open, one, this.terms) || sizesImages(this.open, one)) return
    const over = announces(text) && isOver(text, (fits) => this.rest.some((part) => fits(textOf(part) ?? '')))
    if (over || heads || contradictsBlock(one, following.commands, this.beside, this.open.steps)) {
      this.open.unread('statement', one)
      return
    }
    const stated = one.claims.length === 0 && following.commands.length > 0 ? statedFields(one) : []
    for (const claim of stated) this.open.claim(claim, 'after commands')
    const compared = stated.length > 0
    const awaited = awaitsFirst(text, following.commands)
    if (awaited) for (const claim of one.claims) this.open.claim(claim, false)
    for (const instruction of carriedOut) this.open.instruction(instruction)
    if (!awaited)
      for (const claim of one.claims)
        if (!opens && holdsAfterBlock(claim, text, following, this.open.steps))
          this.open.claim(claim, 'after commands')
        else this.open.claim(claim, stillSoBefore(claim, text, following, this.open.steps) ?? when)
    for (const part of one.missed)
      if (speaksOfOther(part)) this.open.unread('statement', { text: part, line })
      else if (!introduces(part, following.commands)) this.open.unread('instruction', { text: part, line })
    if (one.claims.length + one.instructions.length > 0) {
      const toldBelow = announces(text) && following.commands.length === 0
      const byCommands = one.instructions.filter((each) =>
        toldBelow ? following.block && makes(each) : !carriedOut.includes(each),
      )
      for (const instruction of byCommands)
        if (instruction.kind === 'change' || instruction.kind === 'start')
          this.open.atEndOfStep({ kind: 'effect', instruction })
      // Beside what is carried out, the commands show only their own part of the sentence.
      const isOther = byCommands.some((instruction) =>
        this.otherThanSaid(
          {
            text: carriedOut.length > 0 && 'part' in instruction ? instruction.part : instruction.text,
            line,
          },
          compared,
        ),
      )
      if (isOther && (toldBelow || one.claims.length + carriedOut.length === 0)) return
      if (one.claims.length + carriedOut.length === 0) this.open.account({ line, text, as: 'introduction' })
      if (!one.unread) return
    }
    this.remainder({ ...one, text: one.told ?? text }, following, opens, compared)
  }

  /**
   * A sentence, or the part of one, that is neither a claim nor an instruction that could be read.
   * @param compared claims compare its values
   */
  private remainder(whole: Read, following: Following, opens: boolean, compared: boolean): void {
    const above = outcomeAbove(whole, following.commands, this.code.beside(this.rest).shown)
    if (above !== undefined) this.open.claim(above.claim, 'after commands')
    if (above?.beside !== undefined) this.open.claim(above.beside, 'after commands')
    const one = above === undefined ? whole : { ...whole, text: above.left, unread: above.unread === true }
    const said = { text: whole.text, line: whole.line }
    const { text, imperative, unread } = one
    if (!unread && one.claims.length + one.instructions.length > 0) return
    if (one.done !== undefined && imperative && doneBy(this.open.current, text)) {
      for (const claim of one.done) this.open.claim(claim, opens)
      return
    }
    // Of what is refused nothing is there: that is what was said.
    const isRefused = above?.claim.kind === 'exit' && above.claim.fails
    const isBelied =
      !(isRefused && !unread) && belies(text, imperative, () => this.code.beside(this.rest).shown)
    const introduction =
      (following.block && announcesPrinted(text)) ||
      (following.commands.length > 0 && tellsToRun(text)) ||
      (this.introduces(one, following) && this.unshownBelow(text, compared) === undefined)
    const idle = (): boolean =>
      imperative
        ? doneBy(this.open.current, text)
        : !this.printsOther(text) &&
          (this.isIdle(text, following) || this.isTitleOf(text, following, compared))
    const ofRelease = introduction || isBelied ? undefined : releaseClaim(whole)
    if (!isBelied && (introduction || (!unread && idle())))
      this.open.account({ ...said, as: introduction || imperative || opens ? 'introduction' : 'context' })
    else if (ofRelease !== undefined) this.open.claim(ofRelease, true)
    else {
      const undone = imperative && !unread && !introduces(text, following.commands)
      this.open.unread(undone ? 'instruction' : 'statement', said)
    }
  }

  /** Whether what a sentence says is done, or is compared, by the block below it. */
  private introduces(
    { text, unread, imperative }: Read,
    { commands, shows, files, block }: Following,
  ): boolean {
    const announced = announces(text) || (shows && isQuestion(text))
    const other = this.printsOther(text)
    if (!unread)
      return (
        commands.length > 0 &&
        !other &&
        ((announced && (!imperative || (saysLittle(text) && !namesOthers(text, commands)) || files)) ||
          introduces(text, commands))
      )
    if (other || relatesToOther(text, this.code.textsBeside(this.rest))) return false
    // What is to be seen is shown below.
    const below = shows || (block && (commands.length === 0 || asksToCreate(text)))
    const isShown =
      announced && below && !statesBeyond(text, imperative, () => this.code.beside(this.rest).shown)
    return isShown || startedBelow(text, commands)
  }

  /** It says nothing that could be false; above commands nor does its verb say what they do not show. */
  private isIdle(text: string, following: Following): boolean {
    const fits = (): boolean => !announces(text) || this.unshownBelow(text, false) === undefined
    const shows = following.commands.length > 0 ? fits() : !this.hasOthers(text, following)
    return shows && isInert(withProperNames(text, this.document.source))
  }

  private readonly hasOthers = (text: string, { block }: Following): boolean =>
    block && announces(text) && unshownNumber(text, this.code.textsBeside(this.rest)) !== undefined
  private readonly printsOther = (text: string): boolean =>
    printsOther(text, this.code.textsBeside(this.rest)) !== undefined

  private readonly beside = (): Beside => ({ ...this.code.beside(this.rest), before: this.before })
  private unshownBelow(text: string, compared: boolean): string | undefined {
    return unshownIn(compared ? withoutStated(text) : text, this.beside())
  }

  /** Whether the commands that do what a sentence tells have other names or numbers than it: then it is not carried out. */
  private otherThanSaid({ text, line }: Sentence, compared: boolean): boolean {
    const other = this.unshownBelow(text, compared)
    if (other === undefined) return false
    this.open.unread('statement', { text, line })
    return true
  }

  /** "Cluster version v1.30 `FEATURE_GATES=X=false`": no sentence, and what it names is in the commands below it. */
  private isTitleOf(text: string, { commands }: Following, compared: boolean): boolean {
    if (commands.length === 0 || statesAtAll(withProperNames(text, this.document.source))) return false
    return isBareRelease(text) || isTitle(text) || this.unshownBelow(text, compared) === undefined
  }
}
