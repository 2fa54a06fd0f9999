import { splitDomain } from '../../component-base/go/image-reference.ts'
import { goQuote } from '../../component-base/go/quote.ts'

/** Names that surely lead nowhere: `.invalid` is kept for that (RFC 6761), and upstream's tests name such a host `invalid.`… */
const leadsNowhere = (registry: string): boolean =>
  /^invalid\.|\.invalid$/.test(registry.replace(/:\d+$/, ''))

/** Why a runtime cannot pull an image, in its words; undefined: it can. Every image of a registry that may exist is there. */
export function pullFailure(image: string): string | undefined {
  const [registry, repository] = splitDomain(image)
  if (!leadsNowhere(registry)) return undefined
  const [name, of] = /[:@]/.test(repository) ? splitTag(repository) : [repository, 'latest']
  const whole = /[:@]/.test(repository) ? image : `${image}:latest`
  const url = `https://${registry}/v2/${name}/manifests/${of}`
  const why = `failed to do request: Head ${goQuote(url)}: dial tcp: lookup ${registry.replace(/:\d+$/, '')}: no such host`
  return `failed to pull and unpack image ${goQuote(whole)}: failed to resolve reference ${goQuote(whole)}: ${why}`
}

function splitTag(repository: string): [name: string, tag: string] {
  const at = repository.search(/[:@]/)
  return [repository.slice(0, at), repository.slice(at + 1)]
}
