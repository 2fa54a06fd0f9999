/** The components that are asked, and where recordings are. */
export interface AskedComponents {
  /** `v1.29.15`. */
  version: string
  /** The path of a component's binary. Throws RecordError where it is missing. */
  binary: (component: string) => string
  /** The path of etcd. Throws RecordError where there is none. */
  etcd: () => string
  /** The folder of recorded cases: inputs are taken from it. */
  recordings: string
}

/** Records one file of outcomes. */
export interface CaseRecorder {
  /** Relative to the folder of recorded cases. */
  file: string
  record(asked: AskedComponents): Promise<{ input: unknown; outcome: unknown }[]>
}
