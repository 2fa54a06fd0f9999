// Upstream: component-base/compatibility toVersionMap
import { trimSpace } from './go-text.ts'
import { parseVersion, type Version } from './version.ts'

/** The component that a value without a name is for. */
export const defaultComponent = 'kube'

/** The versions by component in `1.35`, `kube=1.35`, `wardle=1.2`, or the error about the first bad value. */
export function parseVersionFlags(
  values: readonly string[],
): { versions: Map<string, Version> } | { error: string } {
  const versions = new Map<string, Version>()
  for (const value of values) {
    const at = value.indexOf('=')
    const component = at < 0 ? defaultComponent : trimSpace(value.slice(0, at))
    let version: Version
    try {
      version = parseVersion(at < 0 ? value : trimSpace(value.slice(at + 1)))
    } catch (error) {
      return { error: (error as Error).message }
    }
    if (version.patch !== 0) return { error: `patch version not allowed, got: ${component}=${version}` }
    const existing = versions.get(component)
    if (existing !== undefined) {
      return { error: `duplicate version flag, ${component}=${existing} and ${component}=${version}` }
    }
    versions.set(component, version)
  }
  return { versions }
}
