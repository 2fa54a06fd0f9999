import type { CommandLine } from '../command-line.ts'
import { jsonOption, kindOption, outputOption, planOption } from './common.ts'

/** The command line of `kepsim diff`. */
export const diffLine: CommandLine = {
  name: 'diff',
  about: 'Tells what changed from one release to another: gates, APIs, fields and defaults.',
  words: [
    ['<release>', 'the old one'],
    ['<release>', 'the new one'],
  ],
  options: [
    {
      form: '--behaviour',
      about: 'what the components do otherwise, beside what gates switch, as far as it is simulated',
    },
    kindOption('without --behaviour'),
    planOption('adds its releases'),
    outputOption,
    jsonOption,
  ],
}
