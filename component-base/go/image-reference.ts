// Upstream: github.com/distribution/reference (regexp.go, reference.go, normalize.go), github.com/opencontainers/go-digest

const path = '[a-z0-9]+(?:(?:[._]|__|-+)[a-z0-9]+)*'
/** As upstream's, in a form that a text can be read as in one way only. */
const label = '[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*'
const host = String.raw`(?:${label}(?:\.${label})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`
const tag = String.raw`\w[\w.-]{0,127}`
const digest = '[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,}'
const pattern = new RegExp(`^(?:(${host})/)?(${path}(?:/${path})*)(?::(${tag}))?(?:@(${digest}))?$`)

const longestPath = 255

/** The parts of an image's name; `''` where it has none. */
export interface ImageReference {
  /** `registry.k8s.io`, `localhost:5000` */
  domain: string
  /** `library/nginx` */
  path: string
  /** `1.27` */
  tag: string
  /** `sha256:…` */
  digest: string
}

/** Whether a text has the form of an image's name: `nginx`, `registry.k8s.io/pause:3.9`. Upstream: ReferenceRegexp */
export const isImageReference = (text: string): boolean => pattern.test(text)

/** An image's name as it is written. @returns an Error in the library's words where it is none. Upstream: Parse */
export function parseReference(text: string): ImageReference | Error {
  const [whole, domain = '', path = '', tag = '', digest = ''] = pattern.exec(text) ?? []
  if (whole === undefined) return new Error(whyNot(text))
  if (path.length > longestPath)
    return new Error(`repository name must not be more than ${longestPath} characters`)
  const wrong = digest === '' ? undefined : digestError(digest)
  return wrong === undefined ? { domain, path, tag, digest } : new Error(wrong)
}

function whyNot(text: string): string {
  if (text === '') return 'repository name must have at least one component'
  return isImageReference(text.toLowerCase())
    ? 'repository name must be lowercase'
    : 'invalid reference format'
}

const digestLengths: Readonly<Record<string, number>> = { sha256: 64, sha384: 96, sha512: 128 }

function digestError(digest: string): string | undefined {
  const colon = digest.indexOf(':')
  const [algorithm, encoded] = [digest.slice(0, colon), digest.slice(colon + 1)]
  if (!Object.hasOwn(digestLengths, algorithm))
    return /^[a-z0-9]+(?:[.+_-][a-z0-9]+)*$/.test(algorithm)
      ? 'unsupported digest algorithm'
      : 'invalid checksum digest format'
  if (encoded.length !== digestLengths[algorithm]) return 'invalid checksum digest length'
  return /[A-F]/.test(encoded) ? 'invalid checksum digest format' : undefined
}

const hub = 'docker.io'

/** The registry of an image's name, and the name there: those without one are the hub's. Upstream: splitDockerDomain */
export function splitDomain(name: string): [domain: string, remainder: string] {
  const slash = name.indexOf('/')
  const first = name.slice(0, Math.max(slash, 0))
  const isDomain = first === 'localhost' || /[.:]/.test(first) || first.toLowerCase() !== first
  const [domain, remainder] = isDomain ? [first, name.slice(slash + 1)] : [hub, name]
  if (domain !== hub && domain !== 'index.docker.io') return [domain, remainder]
  return [hub, remainder.includes('/') ? remainder : `library/${remainder}`]
}

/**
 * An image's name with its registry, as runtimes complete it: `nginx` is `docker.io/library/nginx`.
 * @param namesRepository whether the error tells which name has capitals, as the library does since version 0.5
 * @returns an Error in the library's words where it is none. Upstream: ParseNormalizedNamed
 */
export function parseNormalizedNamed(text: string, namesRepository = true): ImageReference | Error {
  if (/^[a-f0-9]{64}$/.test(text))
    return new Error(`invalid repository name (${text}), cannot specify 64-byte hexadecimal strings`)
  const [domain, remainder] = splitDomain(text)
  const repository = remainder.split(':', 1)[0]!
  if (repository.toLowerCase() === repository) return parseReference(`${domain}/${remainder}`)
  const which = namesRepository ? `repository name (${repository})` : 'repository name'
  return new Error(`invalid reference format: ${which} must be lowercase`)
}
