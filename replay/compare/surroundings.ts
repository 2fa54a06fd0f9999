// Outputs of an author's own tools, as any other machine would show them.

const onBranch = /^(?:Already on|Switched to branch|Switched to a new branch) ('[^']+')$/
/** What git tells of the repository that the checkout came from. */
const ofGit =
  /^(?:Your branch |\s{2,}\(use "git |Updating files:|remote: |From |M\t|D\t|\?\? |HEAD is now at )/
/** The words that kind parts with, drawn by chance. */
const ofKind =
  /^(?:Have a nice day!|Have a question, bug, or feature request\?|Not sure what to do next\?|Thanks for using kind!)/

/** Without what differs from one author's machine to the next; an elision stands for what is left out. */
export function surroundingLines(program: string, lines: readonly string[]): string[] {
  if (program === 'git')
    return lines.filter((line) => !ofGit.test(line)).map((line) => line.replace(onBranch, 'on branch $1'))
  return program === 'kind'
    ? lines.filter((line) => !ofKind.test(line)).map((line) => line.trimEnd())
    : [...lines]
}
