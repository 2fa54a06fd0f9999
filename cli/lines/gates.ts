import type { CommandLine } from '../command-line.ts'
import { jsonOption, kindOption, outputOption, planOption } from './common.ts'

/** The command line of `kepsim gates`. */
export const gatesLine: CommandLine = {
  name: 'gates',
  about: 'Tells of feature gates: what they are in a release, and how they came to be that.',
  words: [],
  usages: [
    ['[options]', 'the gates of a release'],
    ['<gate>', 'the life of one gate from 1.24 on'],
    ['diff <release> <release>', 'gates, APIs, fields and defaults that changed'],
    ['lint <file>', 'lifecycle rules for a list of specs or a plan; exit code 1 where one is broken'],
  ],
  options: [
    { form: '--release <release>', about: 'whose gates are listed (default: the newest)' },
    { form: '--stage <stage>', about: 'only those of it: alpha, beta, ga or deprecated' },
    { form: '--component <component>', about: 'whose gates they are', default: 'kube-apiserver' },
    kindOption('of diff'),
    planOption('adds its releases'),
    {
      ...outputOption,
      about: "table, json, yaml (the shape of upstream's versioned_feature_list.yaml) or markdown",
    },
    jsonOption,
  ],
}
