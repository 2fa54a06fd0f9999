/** The group and version of an apiVersion; the group of `v1` is empty. */
export function parseApiVersion(apiVersion: string): { group: string; version: string } {
  const slash = apiVersion.indexOf('/')
  return slash < 0
    ? { group: '', version: apiVersion }
    : { group: apiVersion.slice(0, slash), version: apiVersion.slice(slash + 1) }
}

/** The error text for what has more than one slash; undefined for an apiVersion. Upstream: apimachinery/pkg/runtime/schema (ParseGroupVersion) */
export const groupVersionError = (apiVersion: string): string | undefined =>
  apiVersion.indexOf('/') === apiVersion.lastIndexOf('/')
    ? undefined
    : `unexpected GroupVersion string: ${apiVersion}`

/** As {@link parseApiVersion}. @throws Error with the text of {@link groupVersionError} */
export function parseGroupVersion(apiVersion: string): { group: string; version: string } {
  const wrong = groupVersionError(apiVersion)
  if (wrong !== undefined) throw new Error(wrong)
  return parseApiVersion(apiVersion)
}

/** As {@link parseApiVersion}, but what has more than one slash has neither. Upstream: apimachinery/pkg/runtime/schema (FromAPIVersionAndKind) */
export const fromApiVersion = (apiVersion: string): { group: string; version: string } =>
  groupVersionError(apiVersion) === undefined ? parseApiVersion(apiVersion) : { group: '', version: '' }
