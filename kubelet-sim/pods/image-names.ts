// Upstream: pkg/util/parsers/parsers.go, github.com/distribution/reference (reference.go, normalize.go)

const component = String.raw`[a-z0-9]+(?:(?:\.|_|__|-+)[a-z0-9]+)*`
const label = `(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])`
const host = String.raw`(?:${label}(?:\.${label})*|\[[a-fA-F0-9:]+\])(?::[0-9]+)?`
const tag = String.raw`(?::[\w][\w.-]{0,127})?`
const digest = `(?:@[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?`
const reference = new RegExp(`^(?:${host}/)?${component}(?:/${component})*${tag}${digest}$`)

/** A host, a repository, a tag and a digest. */
const longest = 1000

/** The registry of an image's name, and the name there; images without one are those of the hub. */
function split(name: string): { registry: string | undefined; repository: string } {
  const at = name.indexOf('/')
  const first = at < 0 ? '' : name.slice(0, at)
  if (at < 0 || !(/[.:]/.test(first) || first === 'localhost' || first.toLowerCase() !== first))
    return { registry: undefined, repository: name.includes('/') ? name : `library/${name}` }
  return { registry: first, repository: name.slice(at + 1) }
}

/** Why a name is none of an image, in the words of the library; undefined: it is one. @param namesRepository whether it names what has capitals */
export function badImageName(image: string, namesRepository: boolean): string | undefined {
  if (/^[a-f0-9]{64}$/.test(image))
    return `invalid repository name (${image}), cannot specify 64-byte hexadecimal strings`
  // A name that is too long is refused whatever it holds.
  if (image.length > longest) return 'repository name must not be more than 255 characters'
  const repository = split(image).repository.split(/[:@]/)[0]!
  if (repository.toLowerCase() !== repository)
    return namesRepository
      ? `invalid reference format: repository name (${repository}) must be lowercase`
      : 'invalid reference format: repository name must be lowercase'
  return reference.test(image) ? undefined : 'invalid reference format'
}

/** Names that surely lead nowhere: `.invalid` is kept for that (RFC 6761), and upstream's tests name such a host `invalid.`… */
const leadsNowhere = (registry: string): boolean =>
  /^invalid\.|\.invalid$/.test(registry.replace(/:\d+$/, ''))

/** Why a runtime cannot pull an image, in its words; undefined: it can. Every image of a registry that may exist is there. */
export function pullFailure(image: string): string | undefined {
  const { registry, repository } = split(image)
  if (registry === undefined || !leadsNowhere(registry)) return undefined
  const [name, of] = /[:@]/.test(repository) ? splitTag(repository) : [repository, 'latest']
  const whole = /[:@]/.test(repository) ? image : `${image}:latest`
  const url = `https://${registry}/v2/${name}/manifests/${of}`
  const why = `failed to do request: Head ${JSON.stringify(url)}: dial tcp: lookup ${registry.replace(/:\d+$/, '')}: no such host`
  return `failed to pull and unpack image ${JSON.stringify(whole)}: failed to resolve reference ${JSON.stringify(whole)}: ${why}`
}

function splitTag(repository: string): [name: string, tag: string] {
  const at = repository.search(/[:@]/)
  return [repository.slice(0, at), repository.slice(at + 1)]
}
