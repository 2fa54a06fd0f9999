// A code block as commands with the output that the document shows for them.
import type { CodeElement } from './document.ts'
import { InputError } from './input-error.ts'
import { definedName } from './machine/definitions.ts'
import { hostOfPrompt, readPrompt } from './prompt.ts'
import { isIncomplete, programOf } from './shell-words.ts'

export interface ScriptCommand {
  /** The command without its prompt, continuation lines joined by line breaks. */
  text: string
  line: number
  /** Shown output; undefined where the document shows none. */
  output: ExpectedOutput | undefined
  /** The computer that the prompt names (`root@kind-worker:/#`). */
  host: string | undefined
  /** Comments beside it in its block: what they say of it. */
  notes: string[]
  /** The last of its block: interactive shells that the block opened end with it. */
  last: boolean
}

/** A command that the document does not have as such. */
export const ownCommand = (text: string, line: number): ScriptCommand => ({
  text,
  line,
  output: undefined,
  host: undefined,
  notes: [],
  last: false,
})

export interface ExpectedOutput {
  lines: string[]
  line: number
}
export interface Script {
  commands: ScriptCommand[]
  /** Lines before the first command: the output of a command in a block before this one. */
  leading: ExpectedOutput | undefined
}

const programs = new Set(
  `kubectl k git sudo curl kind docker minikube kubeadm local-up-cluster.sh kubectl.sh kubelet kube-apiserver kube-proxy
  kube-controller-manager kube-scheduler systemctl service journalctl export cd sed cat echo grep egrep awk jq yq head tail
  sort uniq wc cut tr tee cp mv rm mkdir touch ls chmod sleep env make etcdctl etcd iptables iptables-save nft ipvsadm
  crictl nerdctl podman helm ps kill pkill killall pgrep pidof vi vim nano kc printf for while if until set source unset diff date base64 openssl
  ssh apt apt-get apt-mark apt-cache yum dnf zypper wget true false test go npm node alias watch timeout seq xargs find which kepsim kwok kwokctl
  trap nohup mktemp ln tar nslookup dig ping nc ss conntrack ipset ip6tables ip6tables-save sysctl modprobe tmux pushd popd`.split(
    /\s+/,
  ),
)
const shellLangs = new Set([
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'shell-session',
  'shellsession',
  'terminal',
  'sh-session',
  'bash-session',
])
const otherLangs =
  /^(go|golang|proto|protobuf|diff|json|yaml|yml|toml|ini|xml|sql|python|py|js|javascript|ts|typescript|c|cpp|java|rust|ruby|mermaid|dot|makefile|dockerfile|md|markdown|html|css|godoc|plantuml|gotemplate|rego|cel|http)$/

/** Programs that print comments of their own. */
const showsComments =
  /^(?:cat|head|tail|less|sed|grep|awk|curl|wget|echo|diff|ip6?tables-save|nft|ipvsadm|openssl|etcdctl)$/

/** And commands that show the output of one of them, or files that have comments. */
const showsOthers = /\/metrics\b|-save\b|\bnft\b|\b(?:cat|head|tail|grep|sed|awk)\b/

const components = /^(?:kubelet|kube-apiserver|kube-proxy|kube-controller-manager|kube-scheduler|etcd)$/
const loops: Readonly<Record<string, RegExp>> = {
  for: /^for\s+(?:\w+(?:\s+in\b|\s*;|$)|\(\()/,
  if: /^if\s+(?:[[!($"]|\w+=)/,
  while: /^while\s+(?:[[!($":]|\w+=|true\b|read\b)/,
  until: /^until\s+(?:[[!($":]|\w+=|false\b)/,
}

/** Words of a shell, and names of components, as prose and pseudo-code have them: "if invalid flags", "for {". */
function isPseudoCode(program: string, line: string): boolean {
  if (components.test(program)) return /^\S+\s+[A-Za-z]/.test(line) && !/\s-{1,2}[a-z]/.test(line)
  const shape = Object.hasOwn(loops, program) ? loops[program]! : undefined
  if (shape === undefined || shape.test(line) || /;\s*(?:then|do)\b/.test(line)) return false
  const condition = programOf(line.slice(program.length))
  return program === 'for' || !programs.has(condition)
}

/** Whether a line without prompt reads as a command: its program is one that scripts use. */
export function looksLikeCommand(text: string): boolean {
  const line = text.trim()
  if (line === '' || /^[#/<>|*+]{1,2}\s/.test(line)) return false
  const first = line.split(/\s+/)[0]!
  if (/^[A-Za-z_]\w*=\S*$/.test(first) && line === first) return !first.includes(':')
  if (definedName(line) !== undefined || /^[A-Za-z_]\w*=(?:"?\$\(|`|\()/.test(line)) return true
  if (/^(?:\[\[?|\(\()\s/.test(line) && /(?:\]|\))\)?\s*(?:&&|\|\||$)/.test(line)) return true
  const program = programOf(line)
  if (!programs.has(program) || isPseudoCode(program, line)) return false
  // "service/foo created", "node/x labeled", "kind: Node" are outputs.
  return (
    !/^[a-z]+:\s/.test(line) &&
    !/^(test|set|source|date|service|find|node|watch|go|make|which|true|false|kind|diff|sort|head)\s+(is|are|was|the|a|to|it|that|will|should|sure)\b/.test(
      line,
    )
  )
}

/** Commands and outputs of a block; a block in another language, or without any command, has none. */
export function parseScript(file: string, block: CodeElement): Script {
  if (otherLangs.test(block.lang) || /^(?:apiVersion|kind):\s/.test(block.lines[0] ?? ''))
    return { commands: [], leading: undefined }
  const reader = new ScriptReader(file, block)
  return reader.read()
}

class ScriptReader {
  private readonly file: string
  private readonly block: CodeElement
  private readonly prompted: boolean
  /** Its prompt is `$`: what begins with `#` is a comment then, not what root types. */
  private readonly dollars: boolean
  private readonly commands: ScriptCommand[] = []
  private leading: ExpectedOutput | undefined
  private comments: string[] = []
  /** Functions and aliases that the block defines. */
  private readonly own = new Set<string>()
  private at = 0

  constructor(file: string, block: CodeElement) {
    this.file = file
    this.block = block
    this.dollars = block.lines.some((line) => /^\s*\$ /.test(line))
    this.prompted = block.lines.some((l) => (readPrompt(l, looksLikeCommand)?.command ?? '') !== '')
  }

  read(): Script {
    const { lines } = this.block
    if (/^#!\s*\/.*\b(?:ba)?sh\b/.test(lines[0] ?? '')) return this.wholeScript()
    while (this.at < lines.length) {
      const start = this.commandStart(lines[this.at]!)
      if (start === undefined) this.outputLine(lines[this.at++]!)
      else if (start === '') this.comment(lines[this.at++]!)
      else this.command(start)
    }
    for (const command of this.commands) trimOutput(command)
    const last = this.commands.at(-1)
    if (last !== undefined) last.last = true
    const leading = this.leading?.lines.some((l) => l.trim() !== '') ? this.leading : undefined
    return { commands: this.commands, leading: leading }
  }

  /** A block that begins as a file does is run as one. */
  private wholeScript(): Script {
    const [, ...lines] = this.block.lines
    const command = ownCommand(lines.join('\n'), this.block.line + 1)
    return { commands: [{ ...command, last: true }], leading: undefined }
  }

  /** The text of a command that begins on this line, '' for an empty prompt or a comment, undefined for output. */
  private commandStart(line: string): string | undefined {
    const prompt = readPrompt(line, looksLikeCommand)
    if (prompt?.prompt.trim() === '#' && this.dollars) return this.isComment(line) ? '' : undefined
    if (prompt !== undefined && (prompt.command !== '' || this.prompted)) return prompt.command
    if (!this.prompted) {
      const isShell = shellLangs.has(this.block.lang)
      if ((isShell && /^\s*#/.test(line)) || (this.commands.length > 0 && this.isComment(line))) return ''
      return looksLikeCommand(line) || this.own.has(programOf(line)) ? line.trim() : undefined
    }
    if (this.isComment(line)) return ''
    return this.commands.length === 0 && this.leading === undefined && looksLikeCommand(line)
      ? line.trim()
      : undefined
  }

  /** Of the author, rather than of the last command's output. */
  private isComment(line: string): boolean {
    const before = this.commands.at(-1)?.text ?? ''
    return (
      /^\s*#+(?:\s+\S|\s*$)/.test(line) && !showsComments.test(programOf(before)) && !showsOthers.test(before)
    )
  }

  /** A comment tells of the command before it as well as of the one after it. */
  private comment(line: string): void {
    const text = /^\s*#+\s*(.*)$/.exec(line)?.[1] ?? ''
    if (text === '') return
    this.commands.at(-1)?.notes.push(text)
    this.comments.push(text)
  }

  private command(start: string): void {
    const { lines } = this.block
    const host = hostOfPrompt(lines[this.at]!)
    const line = this.block.line + this.at
    let text = start
    this.at++
    while (isIncomplete(text)) {
      const next = lines[this.at]
      if (next === undefined) {
        if (/\\$/.test(text)) break
        throw new InputError(this.file, line, `the command does not end within its block: ${start}`)
      }
      text += `\n${this.prompted && !/<</.test(text) ? next.replace(/^> ?/, '') : next.replace(/^> /, '')}`
      this.at++
    }
    const name = definedName(text)
    if (name !== undefined) this.own.add(name)
    this.commands.push({ text, line, output: undefined, host, notes: this.comments.splice(0), last: false })
  }

  private outputLine(line: string): void {
    const last = this.commands.at(-1)
    if (last === undefined) {
      this.leading ??= { lines: [], line: this.block.line + this.at - 1 }
      this.leading.lines.push(line)
      return
    }
    last.output ??= { lines: [], line: this.block.line + this.at - 1 }
    last.output.lines.push(line)
  }
}

function trimOutput(command: ScriptCommand): void {
  const output = command.output
  if (output === undefined) return
  while (output.lines.length > 0 && output.lines.at(-1)!.trim() === '') output.lines.pop()
  if (output.lines.length === 0) command.output = undefined
}
