/** `A=true,B=false` as a map; what is no boolean is left out (the component complains about it). */
export function parseGates(text: string): Record<string, boolean> {
  const gates: Record<string, boolean> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([A-Za-z0-9]+)\s*=\s*(true|false|1|0|t|f)\s*$/i.exec(part)
    if (match !== null) gates[match[1]!] = /^(true|1|t)$/i.test(match[2]!)
  }
  return gates
}

/** The gates of `--feature-gates` among a component's arguments. */
export function gatesOfArgs(args: readonly string[]): Record<string, boolean> {
  const gates: Record<string, boolean> = {}
  for (const [i, arg] of args.entries()) {
    if (arg.startsWith('--feature-gates=')) Object.assign(gates, parseGates(arg.slice(16)))
    else if (arg === '--feature-gates') Object.assign(gates, parseGates(args[i + 1] ?? ''))
  }
  return gates
}

/** The `featureGates:` block of a component's configuration file. */
export function gatesOfConfig(yaml: string): Record<string, boolean> {
  const block = /^featureGates:[ \t]*\n((?:[ \t]+\S.*\n?)*)/m.exec(yaml)
  const gates: Record<string, boolean> = {}
  for (const line of (block?.[1] ?? '').split('\n')) {
    const match = /^\s+"?([A-Za-z0-9]+)"?:\s*"?(true|false)"?/.exec(line)
    if (match !== null) gates[match[1]!] = match[2] === 'true'
  }
  return gates
}
