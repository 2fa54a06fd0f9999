import { allowUncheckedOption, exitCodesHelp, moduleHelp } from '../allow-unchecked.ts'
import type { CommandLine } from '../command-line.ts'
import { kubectlOption } from '../kubectl-flag.ts'
import { featureGatesOption, jsonOption, planOption } from './common.ts'

/** The command line of `kepsim path`. */
export const pathLine: CommandLine = {
  name: 'path',
  about:
    'Takes one live store up and down through releases and says what each hop hid, dropped, defaulted and warned of.',
  words: [
    ['<releases>', 'as "1.30 → 1.31 → 1.30 → 1.36"; "->" and "," do too'],
    [
      '[scenario]',
      'manifests to follow (.yaml); a Markdown script, whose first step runs at the first release and the others after each hop; or a module with setup() and a default export that runs after each hop',
    ],
  ],
  options: [
    {
      form: '--orders <which>',
      about: 'of the components in a hop; "all": the prescribed one, then every one',
      choices: ['prescribed', 'all'],
      default: 'prescribed',
    },
    { ...featureGatesOption, formerly: 'gates' },
    planOption('its releases may then be named; without a release its last one is the newest'),
    { form: '--section <text>', about: 'of a Markdown script: a heading (part of its text)' },
    kubectlOption,
    {
      form: '--etcd-snapshot <file>',
      about:
        "in place of a scenario: the objects of a cluster's etcd, as 'etcdctl snapshot save' writes them, or a member's snap/db; it is only read, and values of Secrets are never told",
    },
    {
      form: '--etcd-servers <url>',
      about:
        'the same of an etcd that runs, best of a copy: it is read at one revision, and nothing is written; several, with commas, are members of one',
    },
    { form: '--etcd-cafile <file>', about: 'of --etcd-servers: who signed its certificate' },
    { form: '--etcd-certfile <file>', about: 'of --etcd-servers: the certificate to show it' },
    { form: '--etcd-keyfile <file>', about: 'of --etcd-servers: the key of that certificate' },
    {
      form: '--etcd-prefix <prefix>',
      about: 'of its keys, as kube-apiserver was given it',
      default: '/registry',
    },
    {
      form: '--hop-timeout <duration>',
      about: "how long a module's function may take at one hop",
      default: '120s',
      formerly: 'timeout',
    },
    { form: '--explain', about: 'name the gate, its KEP, and the release that a field came with' },
    allowUncheckedOption,
    { form: '--junit <file>', about: 'write the results as JUnit XML' },
    { form: '--html <file>', about: 'write the results as one HTML page that needs nothing else' },
    { form: '--svg <file>', about: 'write the timeline as a picture, for a README or a pull request' },
    jsonOption,
  ],
  more: exitCodesHelp + moduleHelp,
}
