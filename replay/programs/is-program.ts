// How command lines differ from prose and pseudo-code with the same words.
import { programOf } from '../shell-words.ts'
import { isKnownAs, programNamed } from './programs.ts'

const loops: Readonly<Record<string, RegExp>> = {
  for: /^for\s+(?:\w+(?:\s+in\b(?=.*(?:;|[^{:]$))|\s*;|$)|\(\()/,
  if: /^if\s+(?:[[!($]|"\$|\w+=)/,
  while: /^while\s+(?:[[!($:]|"\$|\w+=|true\b|read\b)/,
  until: /^until\s+(?:[[!($:]|"\$|\w+=|false\b)/,
}

/** Words that join sentences, and hardly ever stand in a command. */
const joining =
  /(?<![-/.=\w])(?:the|is|are|was|were|be|been|being|that|this|these|those|will|would|should|can|could|may|must|has|have|had|not|and|or|of|to|with|from|by|it|its|as|an|a|we|you|they|then|than|so|because|which|when|where|there|for|in|on|at)(?![-/=\w])/g

/** Whether a line is a sentence rather than a command. Quoted text does not count. */
export function isProse(line: string): boolean {
  if (/^(?:for|while|until|if|case|echo|printf)\s/.test(line)) return false
  const bare = line.replace(/'[^']*'|"[^"]*"/g, '').replace(/\s#\s.*$/, '')
  if (/[|&;<>$={}[\]]|\s-{1,2}[a-z]/.test(bare)) return false
  const found = (bare.match(joining) ?? []).length
  return found >= 3 || (found >= 2 && bare.split(/\s+/).length <= 8) || /[a-z]{3}[.:,]$/.test(bare.trim())
}

/** Words of a shell, and names of components, as prose and pseudo-code have them: "if invalid flags", "for {". */
function isPseudoCode(program: string, line: string): boolean {
  if (program === 'set') return !/^set\s+(?:[-+]|$|--)/.test(line)
  if (isKnownAs(program, 'spoken')) return /^\S+\s+[A-Za-z]/.test(line) && !hasOptions(program, line)
  const shape = Object.hasOwn(loops, program) ? loops[program]! : undefined
  if (shape === undefined || shape.test(line)) return false
  return program === 'for' || /[:{]\s*$/.test(line) || !isProgram(line.slice(program.length).trim())
}

const hasOptions = (program: string, line: string): boolean =>
  /\s-{1,2}[a-z]/.test(line) ||
  (program === 'helm' &&
    /^helm\s+(?:install|upgrade|uninstall|repo|list|ls|template|pull|get|history|rollback|status|version)\b/.test(
      line,
    ))

/** Whether a line runs a program that scripts use. */
export function isProgram(line: string): boolean {
  const program = programOf(line)
  if (!isPathOfProgram(line, program)) return false
  const shape = programNamed(program)?.line ?? 'any'
  if (shape instanceof RegExp) {
    const at = line.indexOf(program)
    return shape.test(line.slice(at + program.length).trim()) && !isPseudoCode(program, line)
  }
  if (programNamed(program) === undefined || shape === 'never') return isOwnScript(line)
  return !isPseudoCode(program, line)
}

/** `kubernetes.io/hostname` is a label; programs that a path names have its root, or are known. */
function isPathOfProgram(line: string, program: string): boolean {
  const word = line.split(/\s+/).find((one) => one.endsWith(`/${program}`)) ?? ''
  return (
    word === '' ||
    /^[/.~$"']/.test(word) ||
    /(?:^|\/)s?bin\//.test(word) ||
    program.endsWith('.sh') ||
    isUnmistakable(program)
  )
}

/** `./check.sh`, `hack/run.sh all`, `./tool --flag`, `~/go/bin/tool --flag`. */
const isOwnScript = (line: string): boolean =>
  /^\.{1,2}\/[\w./-]+\s+-|^(?:~|\$\w+|\$\{\w+\})\/(?:[\w.-]+\/)*[\w.-]+\s+-{1,2}[a-z]|^(?:\.{0,2}\/|\w)[\w./-]*\.sh(?:\s|$)/.test(
    line,
  )

/** Whether a line begins with a program that no text of another kind begins with. */
export const isUnmistakable = (line: string): boolean => isKnownAs(programOf(line), 'unmistakable')
