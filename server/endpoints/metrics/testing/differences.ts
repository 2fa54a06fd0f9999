// Which metrics of a real kube-apiserver are not printed here, and why: what is not there has no numbers.

/** Metrics of parts that are not simulated, by their names. */
export const absentMetrics: readonly { readonly names: RegExp; readonly why: string }[] = []

/** Samples, by name and labels, whose numbers are a server's own. */
export const ownValues: readonly RegExp[] = []
