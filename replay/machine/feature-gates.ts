/** `A=true,B=false` as a map; what is no boolean is left out (the component complains about it). */
export function parseGates(text: string): Record<string, boolean> {
  const gates: Record<string, boolean> = {}
  for (const part of text.split(',')) {
    const match = /^\s*([A-Za-z0-9]+)\s*=\s*(true|false|1|0|t|f)\s*$/i.exec(part)
    if (match !== null) gates[match[1]!] = /^(true|1|t)$/i.test(match[2]!)
  }
  return gates
}
