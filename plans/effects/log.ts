import type { PlannedLog } from '../../component-base/plan-extension.ts'
import type { EffectDefinition } from './effect.ts'

const letters: Readonly<Record<string, PlannedLog['severity']>> = { info: 'I', warning: 'W', error: 'E' }

/** The effect `log`: a line that a component logs when it starts. */
export const log: EffectDefinition = {
  name: 'log',
  values: undefined,
  component: undefined,
  fields: ['component!', 'severity', 'admissionPlugin', 'mode'],
  meaning:
    'The component logs the text at its start, with the severity `info` (default), `warning` or `error`; with `admissionPlugin` only where that plugin runs, with `mode` only where kube-proxy runs in that mode.',
  rules: ({ value, severity = 'info', admissionPlugin, mode }) => ({
    startLogs(state) {
      if (admissionPlugin !== undefined && state.admissionPlugins?.includes(admissionPlugin) !== true)
        return []
      if (mode !== undefined && state.mode !== mode) return []
      return [{ severity: letters[severity] ?? 'I', message: value }]
    },
  }),
}
