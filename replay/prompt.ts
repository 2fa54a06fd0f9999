// Prompts as people paste them from their terminals.

/** What a line shows before its command, and the command (empty for a bare prompt). */
export interface PromptLine {
  prompt: string
  command: string
}

/** Whether a text is a command: settles the shapes that could be something else. */
type IsCommand = (text: string) => boolean

const robbyrussell = /^\s*➜\s+(\S+)(\s+[\w.-]+:\([^)]*\))?(\s*✗)?(?:\s+(.*))?$/u
const venv = /\s*(?:\([\w.-]+\)\s*)?/.source

/** Prompts by their shape alone: prompt, command. */
const shapes: readonly RegExp[] = [
  // user@host:/path$ cmd, [user@host dir]# cmd, root@host:/# cmd, user@host dir % cmd
  /^(\s*(?:\([\w.-]+\)\s*)?\[?[\w.-]+@[\w.-]+(?:[: ][^\s$#%>]*)?\]?\s*[$#%])(?:\s+(.*)|)$/,
  // kubernetes git:(master) ✗ cmd
  /^(\s*[\w./~-]+\s+git:\([^)]*\)(?:\s*✗)?)(?:\s+(.*)|)$/u,
  // bash-5.1$ cmd, sh-4.4# cmd
  /^(\s*(?:bash|sh|zsh|ash)-[\d.]+[$#])(?:\s+(.*)|)$/,
  // $ cmd, % cmd, ❯ cmd, λ cmd, ~/dir $ cmd
  new RegExp(`^(${venv}(?:~\\S*\\s+)?[$%❯λ])(?:\\s+(.*)|)$`, 'u'),
  // [host dir]$ cmd
  /^(\s*\[[\w.-]+ [^\s\]]+\][$#])(?:\s+(.*)|)$/,
  // PS C:\dir> cmd
  /^(\s*PS(?: [A-Za-z]:\\[^>]*| \/[^>]*)?>)(?:\s+(.*)|)$/,
  // the shell of a container: / # cmd, /app $ cmd, ~ # cmd
  /^(\s*(?:\/[\w./-]*|~)\s+[#$])(?:\s+(.*)|)$/,
]

/** And those that are prompts where a command follows. */
const possible: readonly RegExp[] = [
  // ~ cmd, ~> cmd, ~/dir > cmd, ~/dir cmd
  /^(\s*~(?:\/\S*)?(?:\s*>)?)\s+(.+)$/,
  // > cmd
  /^(\s*>)\s+(.+)$/,
  // host dir branch ~/dir (more) $ cmd
  /^(\s*(?:[\w.@:-]{1,80}\s+){0,5}[~/][\w./~-]*\s*(?:\([^()]{1,60}\)\s*)?[$%❯])\s+(.+)$/u,
  // (context) ~/dir $ cmd, user@host dir (branch) > cmd, user:~/dir$ cmd, [host dir (branch)]$ cmd, C:\dir> cmd
  /^(\s*\([^()]{1,100}\)\s*(?:[\w.@:~/-]{1,80}\s+){0,3}[\w.@:~/-]{0,80}\s*[$#%❯>➜])\s+(.+)$/u,
  /^(\s*[\w.-]{1,80}@[\w.-]{1,80}\s[^$#%>❯]{1,100}[$#%>❯])\s+(.+)$/u,
  /^(\s*[\w.-]{1,80}:[~/][\w./~-]{0,100}[$#%])\s+(.+)$/,
  /^(\s*\[[^\]]{1,100}\][$#%])\s+(.+)$/,
  /^(\s*[A-Z]:\\[^<>|]{0,100}>)\s*(.+)$/,
  // node-1# cmd, master $ cmd, cluster> cmd
  /^(\s*[A-Za-z][\w.-]{0,80}\s?[#$%>])\s+(.+)$/,
]

/** A program that a path names, rather than a directory: `~/go/bin/tool`. */
const isProgram = (path: string): boolean => /\/s?bin\/[^/]+$|\.(?:sh|py)$/.test(path)

/** The computer of `user@host:/path#`. */
export const hostOfPrompt = (line: string): string | undefined =>
  /^\s*(?:\([\w.-]+\)\s*)?\[?[\w.-]+@([\w.-]+)[:\s][^$#%]*[$#%]/.exec(line)?.[1]

/** Whether the prompt is that of a shell in a container, which has neither a user nor a name to show. */
export const isContainerPrompt = (prompt: string): boolean =>
  /^\s*(?:\/[\w./-]*|~)\s+[#$]$/.test(prompt) || /^\s*(?:ba|a)?sh-[\d.]+[$#]$/.test(prompt)

/** Splits a line at its prompt; undefined where it has none. */
export function readPrompt(line: string, isCommand: IsCommand): PromptLine | undefined {
  const arrow = robbyrussell.exec(line)
  if (arrow !== null) {
    const [, dir = '', git, , command = ''] = arrow
    const whole = `${dir} ${command}`.trim()
    if (git === undefined && isCommand(whole)) return { prompt: '➜', command: whole }
    return { prompt: line.slice(0, line.length - command.length), command: command.trim() }
  }
  if (/^\s*~\s*$/.test(line)) return { prompt: line, command: '' }
  for (const shape of shapes) {
    const match = shape.exec(line)
    if (match !== null) return { prompt: match[1]!, command: (match[2] ?? '').trim() }
  }
  for (const shape of possible) {
    const match = shape.exec(line)
    if (match === null || isProgram(match[1]!) || isCommand(match[1]!)) continue
    if (isCommand(match[2]!)) return { prompt: match[1]!, command: match[2]!.trim() }
  }
  return rootPrompt(line, isCommand)
}

function rootPrompt(line: string, isCommand: IsCommand): PromptLine | undefined {
  const root = /^(\s*#)\s+(.+)$/.exec(line)
  if (root === null || !isCommand(root[2]!)) return undefined
  if (/[.:]$/.test(root[2]!) && !/\s\|\s/.test(root[2]!)) return undefined
  return { prompt: root[1]!, command: root[2]! }
}

/** Names of directories that a shell shows before its commands: `➜  dir kubectl …` tells what the `dir` of another line is. */
export const directoriesOf = (lines: readonly string[]): ReadonlySet<string> =>
  new Set(lines.flatMap((line) => robbyrussell.exec(line)?.[1] ?? []))
