// Upstream: pkg/util/parsers/parsers.go (over github.com/distribution/reference)

const domain =
  /^(?:(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])(?:\.(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9]))*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?$/
const repository = /^[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*(?:\/[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*)*$/
const tagPattern = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/
const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 }

/**
 * The tag of an image as defaulting sees it: `latest` where neither tag nor digest is given, and `''` for an image
 * with only a digest or one that is not a valid reference.
 */
export function imageTag(image: string): string {
  if (/^[a-f0-9]{64}$/.test(image)) return ''
  let [host, rest] = splitDomain(image)
  const at = rest.indexOf('@')
  const digest = at === -1 ? undefined : rest.slice(at + 1)
  if (digest !== undefined && !validDigest(digest)) return ''
  if (at !== -1) rest = rest.slice(0, at)
  const colon = rest.indexOf(':')
  const tag = colon === -1 ? undefined : rest.slice(colon + 1)
  if (tag !== undefined && !tagPattern.test(tag)) return ''
  const path = colon === -1 ? rest : rest.slice(0, colon)
  if (host === 'index.docker.io') host = 'docker.io'
  const full = host === 'docker.io' && !path.includes('/') ? `library/${path}` : path
  if (!domain.test(host) || !repository.test(full) || full.length > 255) return ''
  return tag ?? (digest === undefined ? 'latest' : '')
}

function splitDomain(image: string): [string, string] {
  const slash = image.indexOf('/')
  const first = slash === -1 ? '' : image.slice(0, slash)
  const isDomain = /[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first
  return slash === -1 || !isDomain ? ['docker.io', image] : [first, image.slice(slash + 1)]
}

function validDigest(digest: string): boolean {
  const colon = digest.indexOf(':')
  const length = digestLengths[digest.slice(0, colon)]
  return length !== undefined && new RegExp(`^[a-f0-9]{${length}}$`).test(digest.slice(colon + 1))
}
