// Gates, flags and releases that a text names.
import { gatesIn } from '../../featuregates/parse-gates.ts'
import type { WantedEdit, WantedGate } from './instruction.ts'

/** Words in capitals and small letters that are no gates: kinds and products. */
const noGates =
  /^(?:Pods?|PodSpec|Jobs?|CronJobs?|StatefulSets?|DaemonSets?|ReplicaSets?|Deployments?|ConfigMaps?|EndpointSlices?|ResourceClaims?|ResourceClaimTemplates?|ResourceSlices?|DeviceClass(?:es)?|NetworkPolic(?:y|ies)|PodGroups?|PodDisruptionBudgets?|PersistentVolumes?|PersistentVolumeClaims?|StorageClass(?:es)?|ServiceAccounts?|CSINodes?|CSIDrivers?|LoadBalancers?|NodePorts?|ClusterIPs?|KinD|YAMLs?|IPv[46]|KubeletConfiguration|KubeProxyConfiguration|GitHub|MetalLB|HPAs?|PVCs?|PVs?|CRDs?|CRs?|VMs?|PDBs?|LBs?|APIs?|URLs?|VIPs?|KEPs?|APIServices?|VolumeAttributesClass(?:es)?|MutatingAdmissionPolic(?:y|ies)|ValidatingAdmissionPolic(?:y|ies)|EvictionRequests?|ClusterConfiguration|InitConfiguration|JoinConfiguration|[A-Z]\d?)$/
const camel = `[A-Z][A-Za-z0-9]*[a-z0-9][A-Z][A-Za-z0-9]*|[A-Z]{2,}[a-z][A-Za-z0-9]*`
const flagShape = /(?<![\w-])--([a-z][\w-]*)(?:[= ]("[^"]*"|'[^']*'|[^\s"'`,;)]+(?:,[\w=]+)*))?/g
const gateValue = /`?\b([A-Z]\w*)\b`?\s?[:=]\s?"?(true|false)\b/g

/** A gate as a key of the map that has them, by its name alone: `featureGates["X"]=false` as `X=false`. */
export const withGatesNamed = (text: string): string =>
  text.replace(
    /\.?\bfeatureGates(?:\[["']?([A-Z]\w*)["']?\]|\.([A-Z]\w*))/g,
    (_all, quoted?: string, bare?: string) => (quoted ?? bare)!,
  )

const word = `(?:feature[- ]?(?:gates?|flags?)|features?|gates?|flags?|featuregates?)`
/** The gate that the document is about, without its name. */
const unnamed = new RegExp(
  String.raw`\b(?:the|this|that|these|those|its|our|above|same|new|both|all|new)\s+(?:\w+\s+){0,2}?${word}\b|(?:^|\s)(?:feature[- ]?(?:gates?|flags?)|featuregates?)\b|^(?:the )?(?:feature|gates?)\b|\bwith(?:out)?\s+(?:feature|gate)\b`,
  'i',
)

/** The gates that a text names. */
export interface GatesNamed {
  names: string[]
  /** "The feature", "the gate": the document's own. */
  own: boolean
}

/** The gates that a text names, without what it says of their values. */
export function gatesNamed(text: string): GatesNamed {
  const names = new Set<string>()
  const beside = new RegExp(
    String.raw`(?:\`(${camel})\`|\b(${camel})\b)(?=(?:,?\s(?:and|or|&)\s|,\s|\/)\`?(?:${camel})\b|\`?\s+(?:\([^)]*\)\s+)?(?:${word}|(?:is |being |again |being again )?(?:en|dis)abled|(?:turned )?o(?:n|ff))\b)`,
    'g',
  )
  for (const [, quoted, bare] of text.matchAll(beside)) names.add((quoted ?? bare)!)
  for (const [, quoted] of text.matchAll(new RegExp(`\`(${camel})\``, 'g'))) names.add(quoted!)
  const after = new RegExp(
    String.raw`\b[Ff]eature[- ]?(?:[Gg]ates?|[Ff]lags?)?\s+(?:named |called )?\`?(${camel})\b`,
    'g',
  )
  for (const [, name] of text.matchAll(after)) names.add(name!)
  const bare = new RegExp(`^(${camel})$|^(${camel})(?=\\s(?:on|in|for|at|again|from)\\b)`).exec(text.trim())
  if (bare !== null) names.add((bare[1] ?? bare[2])!)
  const gates = [...names].filter((name) => !noGates.test(name))
  return { names: gates, own: gates.length === 0 && unnamed.test(text) }
}

/** Edits of gates to a value: each that is named, else the document's own. None where there is neither. */
export function gateEdits(text: string, value: boolean | undefined): WantedGate[] {
  const { names, own } = gatesNamed(text)
  if (names.length === 0) return own ? [{ kind: 'gate', gate: undefined, value }] : []
  return names.map((gate) => ({ kind: 'gate', gate, value }))
}

/**
 * Flags and gates with their values, as a text writes them: `--v=4`, `X=true`, "`X` to `false`".
 * "From A to B" means B.
 */
export function writtenEdits(text: string): WantedEdit[] {
  // "From A to B": what stands last is what holds then; "A to B and C to D" twice.
  const wanted = text
    .replace(/`[^`]*--[^`]*`\s+(?:to|with|by)\s+(?=`-?\s?--)/g, '')
    .replace(/(?<![`\w-])--\S+\s+(?:to|with|by)\s+(?=--)/g, '')
  const edits: WantedEdit[] = []
  for (const [, flag, value] of wanted.matchAll(flagShape)) {
    if (flag === 'feature-gates') edits.push(...gatesOf(value ?? ''))
    else edits.push({ kind: 'flag', flag: flag!, value: value?.replace(/^["']|["']$/g, '') })
  }
  const rest = wanted.replaceAll(flagShape, '')
  for (const [, gate, value] of rest.matchAll(gateValue))
    edits.push({ kind: 'gate', gate: gate!, value: value === 'true' })
  return edits
}

const gatesOf = (value: string): WantedGate[] =>
  Object.entries(gatesIn(value.replaceAll(/["']/g, ''))).map(([gate, on]) => ({
    kind: 'gate',
    gate,
    value: on,
  }))

/** What is to go: the flag, or of --feature-gates only the gates that are named. */
export function removedEdits(text: string): WantedEdit[] {
  return writtenEdits(text).map((edit): WantedEdit => {
    if (edit.kind === 'gate') return { ...edit, value: undefined, was: edit.value }
    return edit.kind === 'flag' ? { kind: 'flag-removed', flag: edit.flag, value: edit.value } : edit
  })
}

const version = String.raw`\`?v?(1\.\d{1,2}(?:\.\d{1,2})?)(?![\d.]*\d)`
const arrow = new RegExp(String.raw`(?:->|→|=>|-->)\s*${version}`)
const to = new RegExp(
  String.raw`\b(?:to|into|at|tag(?:ged)?(?: as)?)\s(?:[^.;]{0,60}?\s)?(?:\`?[\w./-]{0,40}(?:kube-[a-z-]{3,20}|node):)?${version}`,
  'i',
)
const any = new RegExp(String.raw`(?:^|[\s("\`:v])${version}`)

/** The release that one goes to: `1.30` or `1.30.1`. */
export function releaseTo(text: string): string | undefined {
  return (arrow.exec(text) ?? to.exec(text))?.[1]
}

/** Any release that a text names as one: "a 1.29 cluster", "Kubernetes v1.30". */
export const releaseIn = (text: string): string | undefined => any.exec(text)?.[1]

const anyRelease = /(?<![\w.:/@-])`?v?(1\.[1-9]\d(?:\.\d{1,2})?)(?:\.x)?(?![\w]|\.\d)/gi
const goesTo = /(?:->|→|=>|\b(?:to|into|at|tag(?:ged)?(?: as)?)\s(?:(?!\bfrom\b)[^.;,()]){0,60}?)\s*$/i
/** When something else came about, and what other programs have versions. */
const ofOther =
  /\b(?:since|as of|until|before|(?:alpha|beta|stable|ga|default|deprecated|removed|added|introduced|locked|graduated) in|go|golang|nginx|containerd|cri-o|runc|coredns|helm|cilium|istio)\s(?:release\s|version\s|kubernetes\s)?$/i

/**
 * The releases (`1.30`, `1.30.1`) that a text names beside those that something goes to: "from 1.30 to 1.31", "the 1.30 cluster".
 * @param targets those that it was read to go to
 */
export function releasesFrom(text: string, targets: readonly (string | undefined)[]): string[] {
  const all = [...text.matchAll(anyRelease)].map(({ 1: release, index }) => {
    const before = text.slice(0, index)
    return { release: release!, isTarget: goesTo.test(before), ofOther: ofOther.test(before), before }
  })
  const reached = new Set(all.flatMap(({ release, isTarget }) => (isTarget ? [release] : [])))
  return all.flatMap(({ release, ofOther: other, before }) => {
    const alone = reached.size === 0 && targets.includes(release) && !/\bfrom\s[^.;,]*$/i.test(before)
    return other || alone || reached.has(release) ? [] : [release]
  })
}

const on =
  /\b(?:(?:re-?)?enabled?|enabling|turned (?:back )?on|switched on|on|active|=\s?true|set to `?true)\b(?!\s+(?:the|each|every|all|node|a)\b)/i
const off = /\b(?:disabled?|disabling|turned off|switched off|off|=\s?false|set to `?false|inactive)\b/i

/** What "with the `X` gate …" says of the value; undefined where it says nothing. */
export function stateIn(text: string): boolean | undefined {
  const disabled = off.exec(text)
  const enabled = on.exec(text)
  if (/\bwithout\b/i.test(text)) return disabled !== null
  if (disabled === null && enabled === null) return undefined
  if (disabled !== null && enabled !== null && enabled.index > disabled.index) return isDenied(text, disabled)
  return enabled === null ? isDenied(text, disabled!) : !isDenied(text, enabled)
}

/** "is not enabled", "isn't yet enabled". */
const isDenied = (text: string, { index }: RegExpExecArray): boolean =>
  /(?:\bnot|n['’]t|\bno longer|\bnever)\s(?:(?:yet|explicitly|being|be|been|turned|switched)\s){0,2}$/i.test(
    text.slice(Math.max(0, index - 40), index),
  )

/** "without `--feature-gates=X=false`", "without the flag"; without the feature it is off. */
const withoutFlags =
  /\bwithout\s+(?:any\s+of\s+)?(?:(?:the|that|this|these|those|both|setting|passing)\s+)*(?:flags?\s+)?(?:`-[^`]+`|--[a-z][\w-]*(?:[= ][^\s,;.]+)?|`[A-Z]\w*=(?:true|false)`|flags?\b(?!\s*gates?))/i

/** Whether a text names flags that something is started without. */
export const startsWithout = (text: string): boolean => withoutFlags.test(text)

/** "with the gate off", "where `X` is disabled", "keeping the feature enabled", "(`=false`)": gates beside what a clause is about. */
export function gatesBeside(text: string): WantedEdit[] {
  const without = withoutFlags.exec(text)?.[0]
  if (without !== undefined) {
    // What it is started without goes; "the flag" is the one that set the document's gate.
    const removed = removedEdits(without).filter(({ kind }) => kind === 'gate' || kind === 'flag-removed')
    const rest = writtenEdits(text.replace(without, ' '))
    return [
      ...(removed.length > 0 ? removed : [{ kind: 'gate' as const, gate: undefined, value: undefined }]),
      ...rest,
    ]
  }
  const written = writtenEdits(text).filter(({ kind }) => kind === 'gate' || kind === 'flag')
  if (written.length > 0) return written
  const parts = text.split(
    /\b(?=with(?:out)?\s|where\s|while\s|keeping\s|that has\s)|,\s+(?=and\b)|(?<=abled)\s+and\s+/i,
  )
  const edits: WantedEdit[] = []
  for (const part of parts) {
    const value = stateIn(part)
    if (
      value === undefined ||
      /\bby default\b/i.test(part) ||
      !/^(?:with|where|while|keeping|that|and|the|`|[A-Z])/i.test(part)
    )
      continue
    for (const edit of gateEdits(part, value))
      if (!edits.some((one) => one.kind === 'gate' && one.gate === edit.gate)) edits.push(edit)
  }
  return edits
}
