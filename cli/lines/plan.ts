import type { CommandLine } from '../command-line.ts'
import { jsonOption, outputOption } from './common.ts'

/** The command line of `kepsim plan`. */
export const planLine: CommandLine = {
  name: 'plan',
  about: 'Shows, checks and walks plans for releases to come: those that ship, by name, or files.',
  words: [],
  usages: [
    ['list', 'the plans that ship'],
    ['show <plan>', 'what changes in which release'],
    ['init [file]', 'write a plan to begin with (default: plan.yaml)'],
    ['lint <plan>', 'lifecycle rules; exit code 1 where one is broken'],
    [
      'walk <plan>',
      "start the components of each phase, and ask them; exit code 1 where a claim of the plan's probes is wrong",
    ],
  ],
  options: [
    outputOption,
    {
      form: '--write <file>',
      about: 'write the output to a file too (of walk: as Markdown unless -o says otherwise)',
    },
    jsonOption,
  ],
}
