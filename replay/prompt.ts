// Prompts as people paste them from their terminals.

/** What a line shows before its command, and the command (empty for a bare prompt). */
export interface PromptLine {
  prompt: string
  command: string
}

const robbyrussell = /^\s*➜\s+(\S+)(\s+[\w.-]+:\([^)]*\))?(\s*✗)?(?:\s+(.*))?$/u
const shapes: readonly RegExp[] = [
  // user@host:/path$ cmd, [user@host dir]# cmd, root@host:/# cmd, user@host dir % cmd
  /^(\s*(?:\([\w.-]+\)\s*)?\[?[\w.-]+@[\w.-]+(?:[: ][^\s$#%]*)?\]?\s*[$#%])(?:\s+(.*)|)$/,
  // kubernetes git:(master) ✗ cmd
  /^(\s*[\w./~-]+\s+git:\([^)]*\)(?:\s*✗)?)(?:\s+(.*)|)$/u,
  // bash-5.1$ cmd, sh-4.4# cmd
  /^(\s*(?:bash|sh|zsh)-[\d.]+[$#])(?:\s+(.*)|)$/,
  // $ cmd, % cmd, ❯ cmd, ~ cmd, λ cmd, ~/dir $ cmd
  /^(\s*(?:\([\w.-]+\)\s*)?(?:~\S*\s+)?[$%❯λ])(?:\s+(.*)|)$/u,
  /^(\s*~(?:\/\S*)?)(?:\s+(.*)|)$/,
]

/** The computer of `user@host:/path#`. */
export const hostOfPrompt = (line: string): string | undefined =>
  /^\s*\[?[\w.-]+@([\w.-]+)[:\s][^$#%]*[$#%]/.exec(line)?.[1]

/** Splits a line at its prompt; undefined where it has none. `isCommand` settles the shapes that could be something else. */
export function readPrompt(line: string, isCommand: (text: string) => boolean): PromptLine | undefined {
  const arrow = robbyrussell.exec(line)
  if (arrow !== null) {
    const [, dir = '', git, , command = ''] = arrow
    if (git === undefined && isCommand(`${dir} ${command}`.trim())) {
      return { prompt: '➜', command: `${dir} ${command}`.trim() }
    }
    return { prompt: line.slice(0, line.length - command.length), command: command.trim() }
  }
  for (const shape of shapes) {
    const match = shape.exec(line)
    if (match !== null) return { prompt: match[1]!, command: (match[2] ?? '').trim() }
  }
  const root = /^(\s*#)\s+(.+)$/.exec(line)
  if (root !== null && isCommand(root[2]!) && !/[.:]$/.test(root[2]!))
    return { prompt: root[1]!, command: root[2]! }
  return undefined
}
