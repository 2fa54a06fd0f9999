// Blocks of a section as what they are in a step: commands, an output, the content of a file, objects, a part of an object.
import { announcesExample } from './announces-example.ts'
import { announcesTruncated } from './announces-truncated.ts'
import { commandTarget } from './claims/command-target.ts'
import { readFragment, readShownPart } from './claims/fragment.ts'
import { numberWords } from './claims/lexicon.ts'
import { readClaims } from './claims/read-claims.ts'
import type { Sentence } from './claims/sentence.ts'
import type { CodeBlock } from './code-block.ts'
import { opensEditor } from './command-kinds.ts'
import { isPrinted } from './commented-output.ts'
import { falseComments } from './config-comments.ts'
import { ofOtherComponent } from './instructions/does-other.ts'
import { otherNumber } from './instructions/unit-values.ts'
import { fileNameFor } from './manifest-name.ts'
import { asksToCreate } from './manifests.ts'
import type { OpenSteps } from './open-steps.ts'
import { outputBehindProgress, progressClaims } from './progress-lines.ts'
import { copyOf, type Script, type ScriptCommand } from './script-command.ts'
import type { SectionCommands } from './section-commands.ts'
import type { Account } from './step.ts'

/** Adds the blocks of a section to its steps. */
export class StepBlocks {
  private readonly open: OpenSteps
  private readonly code: SectionCommands

  constructor(open: OpenSteps, code: SectionCommands) {
    this.open = open
    this.code = code
  }

  add(block: CodeBlock): void {
    const { script } = block
    if (script.commands.length === 0) this.otherBlock(block, script.leading !== undefined)
    else this.commands(block, script)
    if (this.open.current !== undefined)
      for (const said of falseComments(block)) this.open.unread('statement', said)
    this.open.afterBlock()
  }

  private commands(block: CodeBlock, script: Script): void {
    this.open.openFor(this.open.last?.text ?? '', this.open.last?.line ?? block.line)
    if (script.leading !== undefined) this.open.attachOutput(script.leading.lines, script.leading.line)
    const truncated = announcesTruncated(this.open.last?.text ?? '')
    for (const command of script.commands.map(copyOf)) {
      const { output: whole } = command
      if (whole !== undefined) command.output = outputBehindProgress(command.text, whole)
      if (truncated && command.output !== undefined) command.output.truncated = true
      this.open.add({ kind: 'command', command }, { line: command.line, text: command.text, as: 'command' })
      if (command.output !== undefined) this.open.accountOutput(command.output)
      for (const claim of whole === undefined ? [] : progressClaims(command.text, whole))
        this.open.claim(claim, false)
      this.createShown(command)
    }
    for (const stated of statedIn(script)) this.open.unread('statement', stated)
  }

  /** Objects in a file that no command reads: who reads that creates them. */
  private createShown(command: ScriptCommand): void {
    const { output } = command
    if (output === undefined || !this.code.createsShown(command, this.open.current!.title)) return
    this.open.current!.actions.push({
      kind: 'manifest',
      content: 'objects',
      text: `${output.lines.join('\n')}\n`,
      line: output.line,
    })
  }

  /** Output shown in a block of its own, a part of an object that a sentence speaks of, or the content of a file. */
  private otherBlock(block: CodeBlock, plain: boolean): void {
    const prose = this.open.last
    const { line } = block
    const text = `${block.lines.join('\n')}\n`
    const shown: Account = { line, text: `${(block.lines[0] ?? '').trim()} …`, as: 'context' }
    const name = fileNameFor(block, prose?.text, this.code.files)
    if (name !== undefined) {
      this.open.openFor(prose?.text ?? '', prose?.line ?? line)
      this.open.add({ kind: 'file', name, content: text, line }, { ...shown, as: 'file', detail: name })
      return
    }
    const { content } = block
    if (content !== undefined && content !== 'output' && prose !== undefined && asksToCreate(prose.text)) {
      this.open.openFor(prose.text, prose.line)
      this.open.add({ kind: 'manifest', content, text, line }, { ...shown, as: 'objects' })
      return
    }
    if (block.lines.some((one) => /^\s*[│├└][─ │]/.test(one))) {
      this.open.account(shown)
      return
    }
    if (prose !== undefined && announcesExample(prose.text) && this.open.attachOutput(block.lines, line))
      return
    if (isPrinted(block.lines[0] ?? '') && this.open.attachOutput(block.lines, line)) return
    // The whole object is printed right above it.
    if (
      /[^:]$/.test(prose?.text ?? ':') &&
      this.afterWholeObject() &&
      this.open.attachOutput(block.lines, line)
    )
      return
    if (prose === undefined && this.afterWholeObject() && this.claimsPart(block, shown)) return
    const fragment =
      this.open.current === undefined ? undefined : readFragment(prose ?? { text: '', line }, block)
    if (fragment !== undefined) this.open.claim(fragment, false)
    else if (!this.attachAnnounced(block, plain, prose) && !this.claimsPart(block, shown))
      this.unused(shown, prose)
  }

  /** The last command, where nothing came after it. */
  private get lastCommand(): ScriptCommand | undefined {
    const last = this.open.current?.actions.at(-1)
    return last?.kind === 'command' ? last.command : undefined
  }

  /** Whether a command above prints a whole object that the document does not show. */
  private afterWholeObject(): boolean {
    const actions = this.open.current?.actions ?? []
    const at = actions.findLastIndex(({ kind }) => kind === 'command')
    const action = actions[at]
    if (actions.slice(at + 1).some(({ kind }) => kind === 'instruction')) return false
    const last = action?.kind === 'command' ? action.command : undefined
    const target = last === undefined || last.output !== undefined ? undefined : commandTarget(last.text)
    return (
      target?.verb === 'get' && target.piped === undefined && /^(?:ya?ml|json)$/.test(target.output ?? '')
    )
  }

  /** A part of an object right after a command that shows something else is what its reader finds there. */
  private claimsPart(block: CodeBlock, { text, line }: Account): boolean {
    const last = this.lastCommand
    if (last === undefined) return false
    const claim = opensEditor(last) ? undefined : readShownPart(block)
    const whole = block.lines.some((one) => /"?(?:apiVersion|kind)"?:/.test(one))
    if (claim !== undefined) this.open.claim(claim, false)
    else if (!whole && partOfObject.test(block.lines.find((one) => one.trim() !== '') ?? ''))
      this.open.unread('statement', { text, line })
    else return false
    return true
  }

  /** A block that is held against nothing: what announces it was not checked. */
  private unused(shown: Account, prose: Sentence | undefined): void {
    this.open.account(shown)
    if (prose === undefined || this.open.current === undefined) return
    const { line, text } = prose
    const introduction = this.open.current.accounts.find((one) => one.line === line && one.text === text)
    const said = introduction?.as === 'introduction' && readClaims(prose).kind === 'unread'
    if (introduction === undefined || !(said || (introduction.as !== 'claim' && announcesSight(text)))) return
    introduction.as = 'not understood'
    this.open.current.actions.push({ kind: 'unread', what: 'statement', text, line })
  }

  private attachAnnounced(block: CodeBlock, plain: boolean, prose: Sentence | undefined): boolean {
    const announced =
      prose === undefined ||
      /output|result|return|show|print|display|look|see\b|get\b|got\b|error|:$/i.test(prose.text)
    if ((!plain && !/^(ya?ml|json)$/.test(block.lang)) || !announced) return false
    return this.open.attachOutput(block.lines, block.line)
  }
}

const partOfObject = /^\s*(?:\{.*["']|"?(?:metadata|spec|status)"?:\s*[{\s]*$)/

/** "The status should look like this:". */
const announcesSight = (text: string): boolean =>
  /\b(?:looks? like|should (?:contain|include|have|show|look|be)|contains|includes|shows|reports|prints|returns)\b[^.]*:$/i.test(
    text.trim(),
  )

/** "now", "should still", in any order. */
const adverbs = '(?:(?:now|still|again|also|only|just|then|exactly)\\s+)*'
const must = `(?:should|must|will|shall|has to|have to|ought to|needs? to)\\s+${adverbs}`
const prints =
  '(?:shows?|prints?|gives?|outputs?|returns?|answers?|says?|yields?|reports?|displays?|reads?|equals?|expect(?:ed|s)?)'
const value = `(?:[\\d.]+%?|"[^"]*"|'[^']*'|\`[^\`]*\`|true|false|yes|no|${Object.keys(numberWords).join('|')})`
const nothing = '(?:nothing|empty|no output|prints nothing)'
/** "=> 200", "now 4", "must print 4", "→ web", "(nothing)": what the command beside it prints. */
const tellsOutput = new RegExp(
  [
    `^\\W*(?:(?:is|are|was|it is|of)\\s+)?${adverbs}${value}\\W*$`,
    `^\\W*${nothing}\\W*$`,
    '^(?:[-=]>|→|={1,2})\\s*\\S+$',
    `^\\W*(?:(?:it|this|that)\\s+)?${adverbs}(?:${must})?${prints}(?:\\s|:)\\s*\\S`,
    `^\\W*(?:(?:it|this|that)\\s+)?${adverbs}${must}be\\s+${adverbs}\\S+\\W*$`,
    '^\\W*should be\\s',
    // What there was before, nobody looks for.
    `\\bfrom\\s+${value}\\s+to\\s+${value}(?![\\w.])`,
  ].join('|'),
  'i',
)

/** What comments beside commands state, which nobody compares; of an editor they say what it does. */
function statedIn({ commands }: Script): Sentence[] {
  const stated = new Map<string, Sentence>()
  for (const command of commands) {
    const { line } = command
    const texts = opensEditor(command)
      ? notesOfOther(command)
      : command.notes.filter(
          (text) =>
            readClaims({ text, line }).kind !== 'none' ||
            tellsOutput.test(text) ||
            otherNumber(text, [command.text]) !== undefined,
        )
    for (const text of texts) stated.set(text, { text, line })
  }
  return [...stated.values()]
}

/** What is to be edited, where it is of another component than the file that is opened. */
const notesOfOther = ({ notes, text }: ScriptCommand): readonly string[] =>
  ofOtherComponent(notes.join('\n'), text) ? notes : []
