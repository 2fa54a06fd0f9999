import { describe, expect, it } from 'vitest'
import { type CommandLine, helpText, readCommandLine } from './command-line.ts'

const line: CommandLine = {
  name: 'try',
  about: 'Tries something.',
  words: [
    ['<file>', 'a document'],
    ['[other]', 'another one'],
  ],
  options: [
    { form: '--section <text>', about: 'a heading' },
    { form: '--gate <name>', about: 'may be repeated', many: true },
    { form: '--memory-limit <quantity>', about: 'how much', default: '1Gi' },
    { form: '--order <which>', about: 'of hops', choices: ['first', 'last'], default: 'first' },
    { form: '--fail-fast', about: 'stop at the first' },
    { form: '--worker' },
  ],
}

describe('a command line', () => {
  it.each([
    ['a.md', { gate: [], memoryLimit: '1Gi', order: 'first' }, ['a.md']],
    [
      '--fail-fast a.md b.md --worker',
      { gate: [], memoryLimit: '1Gi', order: 'first', failFast: true, worker: true },
      ['a.md', 'b.md'],
    ],
    [
      '--gate A=1,2 --gate=B a.md --section -x',
      { gate: ['A=1,2', 'B'], memoryLimit: '1Gi', order: 'first', section: '-x' },
      ['a.md'],
    ],
    [
      '--memory-limit=2Gi --order last -- --a.md',
      { gate: [], memoryLimit: '2Gi', order: 'last' },
      ['--a.md'],
    ],
  ])('%s', (text, flags, words) => {
    expect(readCommandLine(line, text.split(' '))).toEqual({ flags, words })
  })
  it.each([
    ['--sektion x', 'unknown flag: --sektion; did you mean --section?'],
    ['--x a.md', "unknown flag: --x ('kepsim try --help' tells more)"],
    ['a.md --section', "flag needs an argument: --section ('kepsim try --help' tells more)"],
    ['a.md --order middle', '--order "middle": write first or last'],
    ['--memory-limit= a.md', '--memory-limit is empty: write <quantity>, or leave it out'],
    ['--fail-fast', '<file> is missing'],
    ['a b c d', 'it takes <file> [other], not also c d'],
  ])('%s is refused', (text, message) => {
    expect(() => readCommandLine(line, text.split(' '))).toThrow(message)
  })
  it('has a help that fits the terminal, without what is not for users', () => {
    expect(helpText(line, 52)).toBe(`Usage: kepsim try [options] <file> [other]

Tries something.

Arguments:
  file                       a document
  other                      another one

Options:
  --section <text>           a heading
  --gate <name>              may be repeated
                             (default: none)
  --memory-limit <quantity>  how much (default:
                             "1Gi")
  --order <which>            of hops (choices:
                             "first", "last",
                             default: "first")
  --fail-fast                stop at the first
  -h, --help                 display help for
                             command
`)
  })
})
