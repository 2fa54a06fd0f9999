// Upstream: pkg/kubelet/util/env (ParseEnv), KEP-3721

/** The variables of an env file: `NAME=VALUE` lines; empty lines and comments are passed over, values may stand in quotes. */
export function envFileValues(text: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const line of text.split('\n')) {
    const [, name, value = ''] = /^\s*([A-Za-z_][\w.-]*)=(.*)$/.exec(line.replace(/\r$/, '')) ?? []
    if (name === undefined) continue
    found.set(name, value.replace(/^'(.*)'\s*$/, '$1').replace(/^"(.*)"\s*$/, '$1'))
  }
  return found
}
