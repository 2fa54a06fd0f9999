// YAML and JSON blocks of a document: objects that its reader creates, configuration, or output.
import { parseAllDocuments } from '../component-base/yaml.ts'
import type { CodeText } from './code-text.ts'

/**
 * `objects`: API objects as one writes them. `kind-cluster`: kind's configuration of a cluster. `output`: objects as a server
 * returns them. Undefined: no whole objects.
 */
export type BlockContent = 'objects' | 'kind-cluster' | 'output'

interface Shown {
  apiVersion?: unknown
  kind?: unknown
  status?: unknown
  metadata?: Record<string, unknown>
}

const ofServer = ['uid', 'resourceVersion', 'creationTimestamp', 'managedFields', 'generation']

/** Of a block, or of an output that shows a file. */
export function contentOf(block: Pick<CodeText, 'lang' | 'lines'>): BlockContent | undefined {
  if (!/^(?:ya?ml|json|)$/.test(block.lang)) return undefined
  const objects = valuesOf(block.lines.join('\n'))?.filter((one) => one !== null)
  if (objects === undefined || objects.length === 0 || !objects.every(isObject)) return undefined
  if (objects.some(isFromServer)) return 'output'
  const versions = objects.map(({ apiVersion }) => apiVersion as string)
  if (versions.every((version) => version.startsWith('kind.x-k8s.io/'))) return 'kind-cluster'
  return versions.some(isConfiguration) ? undefined : 'objects'
}

/** The documents of a YAML text; undefined where it is none, an alias without its anchor included. */
function valuesOf(text: string): (Shown | null)[] | undefined {
  try {
    const documents = parseAllDocuments(text, { logLevel: 'error' })
    if (documents.some(({ errors }) => errors.length > 0)) return undefined
    return documents.map((one) => one.toJS() as Shown | null)
  } catch {
    return undefined
  }
}

const isObject = (one: Shown): boolean =>
  typeof one === 'object' && typeof one.apiVersion === 'string' && typeof one.kind === 'string'

const isFromServer = ({ status, metadata }: Shown): boolean =>
  (typeof status === 'object' && status !== null) ||
  ofServer.some((field) => metadata !== undefined && metadata !== null && Object.hasOwn(metadata, field))

/** Files of components and tools, which no server takes. */
const isConfiguration = (version: string): boolean =>
  /^(?:kind\.x-k8s\.io|kubeadm\.k8s\.io|[\w.]*\.config\.k8s\.io|config\.k8s\.io|kustomize\.config)\//.test(
    version,
  )

const verbs =
  '(?:re-?)?(?:create|apply|deploy|submit|install)|add|define|post|use|(?:run|start|launch|spin up|bring up)\\s+(?:a|an|the|one|two|some|this|these|another|\\d+)'
/** Said to the reader: at the start of a sentence or of a part of it, and so never after "to" or "will". */
const imperative = new RegExp(
  `(?:^|[.:;,!]\\s+|\\b(?:and|then|now|first|next|again|please|also)\\s+)(?:let's |let us )?(?:${verbs})\\b`,
  'i',
)
/** Told of oneself. */
const told =
  /\b(?:we|i|you|one|let's)\s+(?:(?:first|then|now|next|also|just|simply|again|can|must|will|should|need to|have to|have|had|may|want to)\s+){0,3}(?:re-?)?(?:creat|deploy|appl|install|submit|add|defin|us)(?:e|ed|y|ied)?\b/i
const past =
  /^(?:re-?)?(?:created|deployed|applied|installed|added|submitted)\b|\b(?:following|sample|this|these|example|yaml|manifests?|pods?|jobs?|deployments?|services?)\b[^.]{0,80}\b(?:was|were|is|are|has been|have been|gets?)\s+(?:then\s+|first\s+)?(?:re-?)?(?:created|used|applied|deployed|installed)\b|^(?:using|(?:re-?)?creating|deploying|applying|installing|adding)\b|\bby\s+(?:re-?)?(?:creating|deploying|applying|installing|adding|using)\b|\bwith (?:the following|this|these)\b/i
const shows =
  /\b(?:outputs?|looks? like|shows?|shown|prints?|returns?|displays?|see|similar to|results?|illustrat\w*|pruned|produces?|an example)\b/i

/** Whether the prose before a block of objects has its reader create them. */
export function asksToCreate(prose: string): boolean {
  const text = prose.replace(/^[\s*_>\d.)(-]+/, '')
  return imperative.test(text) || (!shows.test(text) && (told.test(text) || past.test(text)))
}
