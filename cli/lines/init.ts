import type { CommandLine } from '../command-line.ts'
import { jsonOption } from './common.ts'

/** The command line of `kepsim init`. */
export const initLine: CommandLine = {
  name: 'init',
  about: 'Writes files to begin with.',
  words: [],
  usages: [
    [
      'kep <number>',
      'a plan, a README with the sections of the KEP template, a skew scenario and a workflow, which run at once',
    ],
  ],
  options: [
    {
      form: '--gate <gate>',
      about: 'the feature gate; the field behind it has its name',
      default: 'MyFeature',
    },
    { form: '--dir <dir>', about: 'where to write (default: kep-NUMBER)' },
    jsonOption,
  ],
}
