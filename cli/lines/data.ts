import type { CommandLine } from '../command-line.ts'
import { jsonOption } from './common.ts'

/** The command line of `kepsim data`. */
export const dataLine: CommandLine = {
  name: 'data',
  about: "Checks and mends what 'kube-apiserver --data-dir' and 'up --data' keep, while no server has it.",
  words: [],
  usages: [
    ['check <dir>', 'is all there what was written? Changes nothing; exit code 1 where it is not'],
    ['salvage <dir> [--to <dir>]', 'make a store of what is whole, and tell what is lost'],
  ],
  options: [
    { form: '--to <dir>', about: 'of salvage: leave the directory alone, and make another one' },
    jsonOption,
  ],
  more: `
salvage keeps the files as they were in DIR/damaged-TIME. Objects whose newest change is lost are there as they were before.
Revisions go on above all old ones, so that clients list anew.
`,
}
