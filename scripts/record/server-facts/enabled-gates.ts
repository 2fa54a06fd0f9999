// Which gates are on without flags. Servers tell it in /metrics from 1.26 on; older ones in the help of --feature-gates only, of
// gates that are neither GA nor deprecated.

/** `stage` as the metric has it: empty for GA. */
type EnabledGates = Record<string, { stage: string; enabled: boolean }>

const metric =
  /^kubernetes_feature_enabled\{name="(?<name>[^"]+)",stage="(?<stage>[^"]*)"\} (?<value>[01])$/gm
const helpLine = /\b(?<name>\w+)=true\|false \((?<stage>ALPHA|BETA) - default=(?<value>true|false)\)/g

const gatesOf = (matches: Iterable<RegExpMatchArray>): EnabledGates =>
  Object.fromEntries(
    [...matches].map(({ groups }) => {
      const { name, stage, value } = groups as { name: string; stage: string; value: string }
      return [name, { stage, enabled: value === '1' || value === 'true' }]
    }),
  )

/** The gates in /metrics of a kube-apiserver; none where it does not tell them. */
export const gatesInMetrics = (metrics: string): EnabledGates => gatesOf(metrics.matchAll(metric))

/** The alpha and beta gates in --help of a component. */
export const gatesInHelp = (help: string): EnabledGates => gatesOf(help.matchAll(helpLine))
