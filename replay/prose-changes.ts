// What prose has its reader do to the cluster where no command does it: "Simulate downgrade by disabling the feature for api
// server and control-plane", "Rollback kube-apiserver to v1.30.0".
import type { ProseElement } from './document.ts'
import type { ChangedComponent } from './machine/cluster-change.ts'

export interface ProseChange {
  /** Without a name: the gate that the document is about. */
  gate: { name: string | undefined; value: boolean } | undefined
  /** To go to, as `1.30.0`, or `1.30` for the newest of a branch. */
  release: string | undefined
  /** None named: all that there are. */
  components: ChangedComponent[]
  text: string
  line: number
}

const turn =
  /\b(?<off>disabl(?:e|ed|ing)|turn(?:ed|ing)?\s+off)|(?<on>(?:re-?)?enabl(?:e|ed|ing)|turn(?:ed|ing)?\s+(?:back\s+)?on)\b/i
const feature =
  /\b(?:the\s+)?(?:`(?<named>[A-Z]\w+)`\s*)?(?:feature(?:\s*-?gates?)?|gate)\b|`(?<alone>[A-Z][a-z]\w*[A-Z]\w*)`/
const move = /\b(?:up|down)grad(?:e|ed|ing)\b|\broll(?:ed|ing)?\s*-?back\b|\brevert(?:ed|ing)?\b/i
const target = /\bto\s+`?v?(1\.\d+\.\d+)\b/
/** "Check out the `release-1.34` branch, tag it as `v1.34.0`, rebuild and run the kubelet": the tag, else the branch. */
const checkout =
  /^(?:then\b,?\s*)?(?:git\s+)?check\s*(?:ing\s+)?out\b.*\b(?:run|running|restart|restarting|start|starting)\b/i
const checkedOut = [/\bv(1\.\d+\.\d+)\b/, /\brelease-(1\.\d+)\b/]

const names: readonly [RegExp, ChangedComponent[]][] = [
  [/\b(?:kube-?\s?)?api-?\s?server\b/i, ['kube-apiserver']],
  [/\bcontrol[- ]plane\b/i, ['kube-apiserver', 'kube-controller-manager', 'kube-scheduler']],
  [/\b(?:kube-)?controller[- ]manager\b|\bKCM\b/i, ['kube-controller-manager']],
  [/\b(?:kube-)?scheduler\b/i, ['kube-scheduler']],
  [/\bkubelets?\b/i, ['kubelet']],
  [/\bkube-?proxy\b/i, ['kube-proxy']],
]

const instructs =
  /^(?:\d+[.)]\s*)?(?:(?:then|next|now|finally|and|please|also|we|i)\b,?\s*)*(?:simulate|perform|disable|re-?enable|enable|turn|roll\s*-?back|downgrade|upgrade|update|pass|add|append|restart|edit|modify|change|revert|set|switch)\b/i
const tellsHow = /\bby\s+(?:re-?)?(?:dis|en)abling\b|\b(?:was|were)\s+\w+ed\s+to\s+(?:re-?)?(?:dis|en)able\b/i

/** The change that a paragraph asks for, or tells of; undefined where there is none, or only under a condition. */
export function changeIn(prose: ProseElement): ProseChange | undefined {
  if (prose.heading) return undefined
  for (const sentence of prose.text.split(/(?<=[.;!?])\s+/)) {
    if (!instructs.test(sentence) && !tellsHow.test(sentence) && !checkout.test(sentence)) continue
    if (/^(?:if|when|unless|whether|once)\b/i.test(sentence)) continue
    const gate = gateIn(sentence)
    const release = releaseIn(sentence)
    const setsFlags = /`-?\s*--[a-z][\w-]*=/.test(sentence)
    if (gate === undefined && release === undefined && !setsFlags) continue
    const components = [...new Set(names.flatMap(([name, found]) => (name.test(sentence) ? found : [])))]
    if (gate === undefined && components.length === 0) continue
    return { gate, release, components, text: sentence.trim(), line: prose.line }
  }
  return undefined
}

function releaseIn(sentence: string): string | undefined {
  if (!checkout.test(sentence)) return move.test(sentence) ? target.exec(sentence)?.[1] : undefined
  return checkedOut.map((shape) => shape.exec(sentence)?.[1]).find((found) => found !== undefined)
}

function gateIn(sentence: string): ProseChange['gate'] {
  const turned = turn.exec(sentence)
  if (turned === null) return undefined
  const what = feature.exec(sentence.slice(turned.index))?.groups ?? feature.exec(sentence)?.groups
  if (what === undefined) return undefined
  return { name: what['named'] ?? what['alone'], value: turned.groups!['off'] === undefined }
}
