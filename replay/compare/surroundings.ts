// Outputs of an author's own tools, as any other machine would show them.

const onBranch = /^(?:Already on|Switched to branch|Switched to a new branch) ('[^']+')$/
/** What git tells of the repository that the checkout came from. */
const ofGit =
  /^(?:Your branch |\s{2,}\(use "git |Updating files:|remote: |From |M\t|D\t|\?\? |HEAD is now at )/
/** The words that kind parts with, drawn by chance, and what it is about to do, which a terminal overwrites. */
const ofKind =
  /^(?:Have a nice day!|Have a question, bug, or feature request\?|Not sure what to do next\?|Thanks for using kind!)|^\s*•\s.*\.\.\.$/

/** What kind writes beside what is done, where it writes to no terminal. */
const underWay = /^ • .*\.\.\.$/
const isOfKind = (line: string): boolean => line.trim() === '' || ofKind.test(line) || underWay.test(line)

/** A list of containers says the same on every machine but for ids, times and ports that were free. */
const ofDocker: readonly [RegExp, string][] = [
  [/^[0-9a-f]{12}(?= )/, 'ID'],
  [/\b(?:about an?|less than a|\d+) (?:second|minute|hour|day|week|month|year)s?(?= ago\b)/gi, 'some time'],
  [/\bUp (?:about an?|less than a|\d+) (?:second|minute|hour|day|week|month|year)s?\b/gi, 'Up'],
  [/\b(127\.0\.0\.1|0\.0\.0\.0):\d+->/g, '$1:PORT->'],
  [/ +/g, ' '],
]

function listedContainers(lines: readonly string[]): string[] {
  if (!lines.some((line) => /^CONTAINER ID\s/.test(line))) return [...lines]
  return lines.map((line) => ofDocker.reduce((text, [what, to]) => text.replace(what, to), line.trimEnd()))
}

/** A transaction of yum and dnf: which one it is and when it was, no other machine says. */
const ofPackages = /^\s*\d+ \| (.*?)\s*\| \d{4}-\d\d-\d\d \d\d:\d\d \| (\S.*?)\s*\|\s*(\d+)\b/

const cutOff = /^\s*\d+ \| ([^|]*[^|\s])\s*$/

/** A row that the document cut off is the beginning of one. */
const packageLines = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => {
    const [, command, action, altered] = ofPackages.exec(line) ?? []
    if (command !== undefined) return [`${command} | ${action} | ${altered}`]
    const begun = cutOff.exec(line)?.[1]
    if (begun !== undefined) return [`${begun}...`]
    return /^\s*(?:\d+ \||ID\s+\||-+$|$)/.test(line) ? [] : [line]
  })

/** Without what differs from one author's machine to the next; an elision stands for what is left out. */
export function surroundingLines(program: string, lines: readonly string[]): string[] {
  if (program === 'git')
    return lines.filter((line) => !ofGit.test(line)).map((line) => line.replace(onBranch, 'on branch $1'))
  if (program === 'docker') return listedContainers(lines)
  if (program === 'yum' || program === 'dnf') return packageLines(lines)
  // Authors leave out kind's empty lines.
  return program === 'kind'
    ? lines.filter((line) => !isOfKind(line) && line.trim() !== '').map((line) => line.trimEnd())
    : [...lines]
}
