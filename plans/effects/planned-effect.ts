/** An effect that a gate or a flag switches, or that is active from a release on. `name` and `value` are those of the registry. */
export interface PlannedEffect {
  name: string
  value: string
  /** The state of the gate (`enabled`, `disabled`), or the value of the flag, with which it is active; only with one of them. */
  when?: string
  /** The first and the last minor release with the effect: `1.37`. */
  from?: string
  until?: string
  /** The value, for `reports`. */
  as?: unknown
  /** `resource`, `field` and `unless` are for `warning`; `resource` also for `clears` and `reports`. */
  resource?: string
  field?: string
  unless?: readonly string[]
  /** `component` and `severity` are for `log`. */
  component?: string
  severity?: 'info' | 'warning' | 'error'
  admissionPlugin?: string
  mode?: string
}
