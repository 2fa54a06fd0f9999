import { availableParallelism } from 'node:os'
import { allowUncheckedOption, exitCodesHelp, moduleHelp } from '../allow-unchecked.ts'
import type { CommandLine } from '../command-line.ts'
import { kubectlOption } from '../kubectl-flag.ts'
import { jsonOption, planOption } from './common.ts'

/** The command line of `kepsim skew`. */
export const skewLine: CommandLine = {
  name: 'skew',
  about: 'Runs a scenario in every combination of releases and gates that the version skew policy supports.',
  words: [
    ['<scenario>', 'a Markdown script, or a module (.mjs, .ts) that exports a function of the cluster'],
  ],
  options: [
    {
      form: '--apiserver <releases>',
      about: 'as 1.33..1.36 or 1.30,1.36, several in one cluster as 1.35+1.36; default: the newest',
    },
    { form: '--kubelet <releases>', about: 'as 1.33 or, counted from the apiserver, n-3..n; default: n' },
    { form: '--kube-proxy <releases>', about: 'likewise; default: as the kubelet' },
    { form: '--emulated <releases>', about: '--emulated-version of kube-apiserver, as n-1..n' },
    {
      form: '--min-compatibility <releases>',
      about: '--min-compatibility-version of kube-apiserver, as n-3..n-1',
    },
    {
      form: '--gates <axis>',
      about: 'as Gate=true,false,unset or, for one component, kubelet:Gate=true,false; repeatable',
      many: true,
    },
    planOption('its releases may then be named; without a release its last one is the newest'),
    {
      form: '--unsupported',
      about:
        'also the combinations that the skew policy does not support, which may fail for that reason alone',
    },
    { form: '--section <text>', about: 'of a Markdown script: a heading (part of its text), or "all"' },
    kubectlOption,
    { form: '--only <words>', about: 'only the cells with these words, as "apiserver=1.36 kubelet=1.33"' },
    {
      form: '--rerun <file>',
      about: 'only the cells that this report (of --json) does not have as passed',
    },
    { form: '--shard <i/n>', about: 'the part i of n, for several machines' },
    { form: '--fail-fast', about: 'begin no cell after the first that differs' },
    {
      form: '--workers <n>',
      about: 'processes',
      default: String(availableParallelism()),
      shownDefault: 'one for each core',
    },
    {
      form: '--cell-timeout <duration>',
      about: 'how long one cell may take',
      default: '120s',
      formerly: 'timeout',
    },
    { form: '--list', about: 'print the cells and run nothing, not even the module' },
    { form: '--junit <file>', about: 'write the results as JUnit XML' },
    allowUncheckedOption,
    { form: '--html <file>', about: 'write the results as one HTML page that needs nothing else' },
    jsonOption,
    {
      form: '--github',
      about: 'print annotations for GitHub and add to the step summary (default where GITHUB_ACTIONS is set)',
    },
    { form: '--worker' },
  ],
  more: exitCodesHelp + moduleHelp,
}
