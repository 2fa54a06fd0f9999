import type { ScenarioLog } from '../skew/scenario-log.ts'

const components = ['kube-apiserver', 'kube-controller-manager', 'kubelet', 'kube-proxy']

/** Lines of the severity W, and those that say "Warning: …", each with its component. */
export const componentWarnings = (log: ScenarioLog): string[] =>
  components.flatMap((component) =>
    log
      .of(component)
      .split('\n')
      .flatMap((line) => {
        const warning = /^W\d{4} \S+\s+\d+ \S+\] (.*)/.exec(line)?.[1] ?? /"(Warning: .*)/.exec(line)?.[1]
        return warning === undefined ? [] : [`${component}: ${warning.trim()}`]
      }),
  )
