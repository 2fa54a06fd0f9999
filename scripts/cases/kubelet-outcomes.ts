// node/kubelet/config-outcomes.json: what kubelets of several releases did with the same command lines and configuration files;
// node/kubelet/command-lines.json: with such as were drawn at random over all flags and fields.
import { presentIn } from './case-files.ts'
import { type KubeletInput, type KubeletStart, startSimulated } from './kubelet-config.ts'
import { eachOutcome, readOutcomes } from './outcomes.ts'
import { type CaseKind, compareJson } from './recorded-case.ts'

/** A case's name, and what is started. */
export interface NamedKubeletInput extends KubeletInput {
  name: string
}

/** Of all releases that were recorded by the project's own recorder. */
export const kubeletOutcomesFile = 'node/kubelet/config-outcomes.json'

const folder = 'node/kubelet'
const shape = /^(?:config-outcomes|command-lines)\.json$/

/** The recorded configurations of kubelets of several releases. VERSION stands for the kubelet's own. */
export const kubeletOutcomeCases: CaseKind = {
  files: (dir) => presentIn(dir, folder, shape),
  cases: (dir, file) =>
    eachOutcome(readOutcomes<NamedKubeletInput, KubeletStart>(dir, file)).map(
      ({ input, version, outcome }) => ({
        id: `${version} ${input.name}`,
        async difference() {
          const started = await startSimulated(version, input)
          return compareJson(outcome, withoutVersion(started, version))
        },
      }),
    ),
}

/** With VERSION for a kubelet's own version. */
export const withoutVersion = (start: KubeletStart, version: string): KubeletStart => ({
  ...start,
  lines: start.lines.map((line) => line.replaceAll(version, 'VERSION')),
  stdout: start.stdout.replaceAll(version, 'VERSION'),
})
