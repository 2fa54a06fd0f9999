// Where texts of a document tell of a release.
import { parse } from '../component-base/yaml.ts'

const release = 'v?(1\\.(?:1[6-9]|[2-9]\\d)(?:\\.\\d{1,3})?)'

/** In outputs, whatever command printed them. */
const shown: readonly RegExp[] = [
  new RegExp(`^Server Version: (?:version\\.Info\\{[^\\n]*GitVersion:")?${release}`),
  new RegExp(`"?(?:kubelet|kubeProxy)Version"?: "?${release}`),
  new RegExp(
    `\\b(?:kindest/node|kube-(?:apiserver|proxy|controller-manager|scheduler)(?:-\\w+)?):${release}`,
  ),
]
const gitVersion = new RegExp(`"?gitVersion"?: ?"?${release}`, 'i')
const cell = new RegExp(`\\s${release}(?:[-+]\\S*)?(?:\\s|$)`)
const alone = new RegExp(`^["']?${release}(?:[-+]\\S*)?["']?$`)

/** The release of a cluster that an output shows, as `1.31.0`: a build after a tag is taken as that tag's. */
export function releaseShown(command: string, lines: readonly string[]): string | undefined {
  const nodes = /^NAME\s+STATUS\s+ROLES\s+AGE\s+VERSION\b/.test(lines[0] ?? '')
  for (const line of lines.map((one) => one.trim())) {
    for (const shape of shown) {
      const found = shape.exec(line)?.[1]
      if (found !== undefined) return found
    }
    if (nodes && cell.test(line)) return cell.exec(line)![1]
    if (/\/version\b/.test(command) && gitVersion.test(line)) return gitVersion.exec(line)![1]
    if (/(?:kubelet|git)Version/.test(command) && alone.test(line)) return alone.exec(line)![1]
  }
  return undefined
}

const inProse = new RegExp(
  `(?:\\b(?:kubernetes|k8s|kind|minikube|kubeadm|clusters?|version|release|using|with|in|on|from|an?|the)\\s+(?:kubernetes\\s+)?(?:cluster\\s+)?(?:version\\s+)?|\\(|\`)\`?${release}(?![\\w.]*\\d)`,
  'i',
)
/** Of what is to come, or of the history of a feature. */
const ofAnother =
  /\b(?:is|was|are|became|becomes)\s+(?:\w+\s+)?(?:alpha|beta|ga|stable|deprecated)\s+(?:in|since|from|as of)\b|\b(?:will|would|plan(?:s|ned)?|target(?:s|ed)?|graduat\w+|promot\w+|client)\b|\b(?:since|until|before|than|(?:introduced|removed|deprecated|added)\s+in)\s+(?:version\s+)?`?v?1\.\d/i

/** The release that prose says it is about: "using the alpha version in 1.28", "Cluster Version v1.31+", "(1.27.5)". */
export function releaseInProse(text: string): string | undefined {
  for (const sentence of text.replaceAll('**', '').split(/(?<=[.;!?])\s+/)) {
    const found = inProse.exec(sentence)?.[1]
    if (found !== undefined && !ofAnother.test(sentence)) return found
  }
  return undefined
}

const ofCluster = /\b(?:kubernetes|k8s|clusters?|kind|minikube|kubeadm|control[- ]plane)\b/i
const ofStage = /\b(?:alpha|beta|ga|stable|gates?|default)\b/i
/** As {@link releaseInProse}, of prose that introduces more than what is run: only where it speaks of a cluster, and of no feature's life. */
export const clusterInProse = (text: string): string | undefined =>
  ofCluster.test(text) && !ofStage.test(text) ? releaseInProse(text) : undefined

/**
 * Gates that commands or configurations set; `false` where a gate is set both ways: it is locked, if at all, to true.
 * @param told those that are set otherwise
 */
export function gatesSetIn(
  text: string,
  told: Iterable<readonly [gate: string, value: boolean]> = [],
): Map<string, boolean> {
  const gates = new Map<string, boolean>()
  const set = (name: string, value: string): void => {
    if (gates.get(name) !== false) gates.set(name, value === 'true')
  }
  for (const [name, value] of told) set(name, String(value))
  for (const [, list] of text.matchAll(/(?:FEATURE_GATES|feature-gates)["']?[=:]\s*["']?([\w=,]+)/g))
    for (const [, name, value] of list!.matchAll(/([A-Z]\w*)=(true|false)/g)) set(name!, value!)
  for (const [, name, value] of text.matchAll(/^\s*"?([A-Z][A-Za-z0-9]*[a-z]\w*)"?:\s*(true|false)\s*,?$/gm))
    set(name!, value!)
  return gates
}

/** Milestones of a kep.yaml: that of its stage, the latest, and those of the other stages from the last one on. */
export function kepMilestones(text: string): { release: string; of: string }[] {
  const kep = readYaml(text)
  const milestones = (typeof kep['milestone'] === 'object' && kep['milestone']) || {}
  const stage = String(kep['stage'] ?? '')
  const all: [string, unknown][] = [
    [`the milestone of its stage, ${stage}`, (milestones as Record<string, unknown>)[stage]],
    ['its latest milestone', kep['latest-milestone']],
    ...Object.entries(milestones)
      .reverse()
      .map(([name, value]): [string, unknown] => [`the milestone of ${name}`, value]),
  ]
  return all.flatMap(([of, value]) => {
    const found = /^v?(1\.\d+)(?:\.\d+)?$/.exec(String(value ?? ''))?.[1]
    return found === undefined ? [] : [{ release: found, of }]
  })
}

function readYaml(text: string): Record<string, unknown> {
  try {
    const value: unknown = parse(text)
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    // It is beside the point of a document that it cannot be read.
    return {}
  }
}
