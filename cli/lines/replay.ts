import { allowUncheckedOption, exitCodesHelp } from '../allow-unchecked.ts'
import type { CommandLine } from '../command-line.ts'
import { guardOptions } from '../guard-options.ts'
import { kubectlOption } from '../kubectl-flag.ts'
import { jsonOption, updateOption } from './common.ts'

/** The command line of `kepsim replay`. */
export const replayLine: CommandLine = {
  name: 'replay',
  about:
    "Runs the commands of a KEP's Markdown on a simulated machine and says where reality and the document differ.",
  words: [['<file>', 'the Markdown document']],
  options: [
    {
      form: '--section <text>',
      about: 'a heading (part of its text), "upgrade" (default), "enablement" or "all"',
    },
    {
      form: '--branch <name=release>',
      about: 'what a branch stands for, as master=1.31.0; repeatable; master is else the newest release',
      many: true,
    },
    { form: '--plan <plan>', about: 'a plan, so that branches can stand for its releases' },
    kubectlOption,
    { form: '--junit <file>', about: 'write the result as JUnit XML' },
    jsonOption,
    { form: '--html <file>', about: 'write the result as one HTML page that needs nothing else' },
    { form: '--svg <file>', about: 'write the timeline as a picture, for a README or a pull request' },
    {
      form: '--watch <field>',
      about:
        'a field to follow in the timeline of the page, beside those that the prose makes claims about; repeatable',
      many: true,
    },
    {
      form: '--github',
      about: 'print annotations for GitHub and add to the step summary (default where GITHUB_ACTIONS is set)',
    },
    allowUncheckedOption,
    { form: '--list', about: 'print how each line is understood, and run nothing' },
    {
      form: '--challenge',
      about:
        'change each shown value and claim, turn each gate, leave out each change of release, one at a time, and list what the document would not notice (exit code 1)',
    },
    { form: '--altered' },
    updateOption,
    { form: '--keep', about: 'keep the cluster running after the last step, until Ctrl-C' },
    { form: '--shell', about: 'stay in the machine after the last step' },
    ...guardOptions,
  ],
  more: exitCodesHelp,
}
