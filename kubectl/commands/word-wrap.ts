// Upstream: github.com/mitchellh/go-wordwrap

/** The text in lines of a width: a space that a line is broken at goes, others stay. */
export const wrapped = (text: string, width: number): string =>
  text
    .split('\n')
    .map((line) => wrappedLine(line, width))
    .join('\n')

function wrappedLine(line: string, width: number): string {
  let [out, length] = ['', 0]
  for (const [, space = '', word = ''] of line.matchAll(/([^\S\u00a0]*)([\S\u00a0]*)/g)) {
    const before = length + space.length
    // A line with one character at most is not broken: upstream sees that a word is too long while it is shorter than a line.
    const breaks = before + word.length > width && before > 1
    if (word !== '' && breaks) out += `\n${word}`
    else if (word !== '' || before <= width) out += space + word
    length = word !== '' && breaks ? word.length : before + word.length
  }
  return out
}
