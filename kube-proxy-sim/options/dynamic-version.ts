// Upstream: k8s.io/component-base/version/dynamic.go
const semantic = /^v?(\d+)\.(\d+)\.(\d+)(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/

/** Checks `--version=v1.36.3-build`: only what stands behind the patch number may differ. Throws with upstream's text. */
export function checkDynamicVersion(text: string, version: string): void {
  if (!text.startsWith('v') || text === version) return
  const given = semantic.exec(text)
  if (given === null) throw new Error(`could not parse "${text}" as version`)
  const own = semantic.exec(version.startsWith('v0.0.0-master') ? 'v0.0.0-master' : version)
  if (given.slice(1, 4).join('.') !== own?.slice(1, 4).join('.'))
    throw new Error(`version "${text}" must match major/minor/patch of default version "${version}"`)
}
