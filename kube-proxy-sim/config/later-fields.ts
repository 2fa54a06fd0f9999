// Fields of v1alpha1 that older releases do not have: the proxy works with all of them, and writes those of its release.

type Fields = Record<string, unknown>

/** Takes away again what was added. */
export type Remove = (written: object) => void

/** Sections that came after the first simulated release. */
const laterSections = (): Record<string, Fields> => ({
  logging: { format: '', flushFrequency: 0, verbosity: 0 },
  nftables: { masqueradeBit: null, masqueradeAll: false, syncPeriod: '0s', minSyncPeriod: '0s' },
})

/** Zero values of fields that came later into sections that were there. */
const laterFields: Record<string, Fields> = {
  conntrack: { tcpBeLiberal: false, udpTimeout: '0s', udpStreamTimeout: '0s' },
  iptables: { localhostNodePorts: null },
}

/** Adds to `to`, in place, the fields that it lacks; answers their names. */
function addMissing(to: Fields, fields: Fields): string[] {
  const missing = Object.keys(fields).filter((key) => !(key in to))
  for (const key of missing) to[key] = fields[key]
  return missing
}

function remove(from: Fields, keys: readonly string[]): void {
  for (const key of keys) delete from[key]
}

/**
 * Adds the fields that the release does not have to a configuration that was decoded by its types, in place. Answers what
 * takes them away from a copy of it.
 */
export function addLaterFields(decoded: object): Remove {
  const config = decoded as Record<string, Fields>
  const sections = addMissing(config, laterSections())
  const fields = Object.entries(laterFields).map(
    ([section, own]) => [section, addMissing(config[section]!, own)] as const,
  )
  return (written) => {
    const copy = written as Record<string, Fields>
    remove(copy, sections)
    for (const [section, keys] of fields) remove(copy[section]!, keys)
  }
}
