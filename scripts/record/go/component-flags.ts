// The flags of components, as their commands define them: hidden ones included, and the texts of deprecations whole.

/** A flag as --help shows it. */
export interface PrintedFlag {
  type: string
  default?: string
  shorthand?: string
  deprecated?: string
}

/** The components whose flags are recorded. */
export const flagComponents = [
  'kube-apiserver',
  'kube-controller-manager',
  'kube-scheduler',
  'kubelet',
  'kube-proxy',
] as const

/** The text of component-flags.json: a line for each flag, sorted by name. */
export function componentFlagsFile(
  flags: Readonly<Record<(typeof flagComponents)[number], Readonly<Record<string, PrintedFlag>>>>,
): string {
  const parts = flagComponents.map((component) => {
    const sorted = Object.entries(flags[component]).sort(([a], [b]) => (a < b ? -1 : 1))
    const lines = sorted.map(([name, flag]) => ` ${JSON.stringify(name)}:${JSON.stringify(flag)}`)
    return `${JSON.stringify(component)}:{\n${lines.join(',\n')}\n}`
  })
  return `{\n${parts.join(',\n')}\n}\n`
}
