// "Start with the feature disabled", "Create a v1.30 kind cluster with the config below", "Deploy k8s 1.30 with the gate off".
import type { Clause } from './clauses.ts'
import { componentsIn, type Terms } from './components-in.ts'
import { gateEdits, gatesBeside, releaseIn, startsWithout, writtenEdits } from './gates-in.ts'
import type { Sentence, StartInstruction, WantedEdit } from './instruction.ts'
import { nodeCountIn } from './node-count.ts'
import { verbAt } from './verbs.ts'

const starting =
  /^(?:start|create|recreate|deploy|redeploy|install|reinstall|launch|provision|bring up|boot|build|run|use|initialize|set|get|prepare)$/
const cluster =
  /\b(?:clusters?|k8s|kubernetes|kind|minikube|local-up-cluster(?:\.sh)?)\b(?!\s+(?:ips?|configs?|autoscaler|dns|role))/i
/** What the cluster is only the place of: "a pod in the cluster", "a PVC on the 1.30 cluster". */
const place =
  /\b(?:pods?|jobs?|deployments?|services?|statefulsets?|pvcs?|crds?|objects?|resources?|workloads?|policy|nodes? in|plugins?|drivers?|server|node-image|ResourceClaim\w*)\b/i

/** "The following kind config was used to provision a cluster with the gate off". */
function usedConfig({ verb, rest }: Clause, sentence: Sentence): StartInstruction | undefined {
  if (
    verb !== 'use' ||
    !/\bconfig\w*\b[^.;]{0,30}\bto (?:create|provision|start|set up|launch|bring up)\b[^.;]{0,40}\bcluster\b/i.test(
      rest,
    )
  )
    return undefined
  return {
    kind: 'start',
    tool: toolIn(rest),
    fresh: true,
    components: [],
    ...nodesIn(rest),
    edits: startGates(rest.replace(/^.*?\bcluster\s+(?=with)/i, '')),
    config: configIn(sentence.text) ?? 'below',
    text: sentence.text,
    line: sentence.line,
  }
}

/** The instruction in a clause about starting a cluster; undefined where it is none. */
export function startIn(clause: Clause, sentence: Sentence, terms: Terms): StartInstruction | undefined {
  const made =
    /\bby\s+((?:creating|starting|deploying|provisioning|launching|bringing up|spinning up)\b.*)$/i.exec(
      clause.rest,
    )?.[1]
  const inner = made === undefined ? undefined : verbAt(made)
  const { verb, rest } = inner ?? clause
  const used = usedConfig(clause, sentence)
  if (used !== undefined) return used
  if (!starting.test(verb) || (verb === 'build' && !/\brun\b/i.test(rest))) return undefined
  if (/\bused to (?:verify|test|check)\b|\bto (?:verify|test|check)\b/i.test(rest) && verb === 'use')
    return undefined
  const components = componentsIn(rest, terms)
  const whole = isCluster(rest)
  const bare = verb === 'start' && /^(?:at|with|from|on)\s/i.test(rest)
  const programs =
    /^(?:start|run|launch|deploy|create|recreate)$/.test(verb) &&
    /^(?:a |the |an |new |one )*(?:`?kube|api|KAS|KCM|control)/i.test(rest) &&
    components.length > 0
  if (!whole && !bare && !programs) return undefined
  const release = releaseIn(rest)
  const edits: WantedEdit[] = release === undefined ? [] : [{ kind: 'release', release }]
  const written = startsWithout(rest) ? gatesBeside(rest) : writtenEdits(rest)
  edits.push(
    ...(written.length > 0
      ? written
      : startGates(bare ? rest : rest.replace(/^[^,]*?(?=\bwith|\bwhere|\bwhile|\bthat|$)/i, ''))),
  )
  const config = configIn(sentence.text)
  if (bare && edits.length === 0 && config === undefined) return undefined
  if (programs && !whole && edits.length === 0) return undefined
  return {
    kind: 'start',
    tool: toolIn(rest),
    fresh:
      /\bnew\b|\banother\b|\bfresh\b/i.test(rest) ||
      /^(?:create|recreate|provision|deploy|install|reinstall)$/.test(verb),
    // "A cluster with it enabled for kube-apiserver": the gates' place, not what is started.
    components: whole ? [] : components,
    ...nodesIn(rest),
    edits,
    config,
    text: sentence.text,
    line: sentence.line,
  }
}

/** "With the `X` feature gate", and no more, means that it is on. */
function startGates(text: string): WantedEdit[] {
  const edits = gatesBeside(text)
  const only = /^with\s+(?:the\s+)?`?\w+`?\s+feature[- ]?(?:gates?|flags?)?\s*[:.]?$/i.test(text)
  return edits.length === 0 && only ? gateEdits(text, true) : edits
}

function isCluster(rest: string): boolean {
  const found = cluster.exec(rest)
  if (found === null) return false
  const before = rest.slice(0, found.index)
  if (place.test(before) || before.length > 80) return false
  return !/\b(?:in|on|to|into|of|from)\s+(?:the|a|your|my|this)?\s*$|\b(?:in|on|to|into|of)\s+(?:the|your|our|my|this|that)\s+(?:(?!an?\b|the\b)[\w.-]{1,30}\s+){0,3}$/i.test(
    before,
  )
}

function toolIn(rest: string): StartInstruction['tool'] {
  if (/\bkind\b/i.test(rest)) return 'kind'
  return /\bkubeadm\b/i.test(rest) ? 'kubeadm' : undefined
}

function configIn(text: string): StartInstruction['config'] {
  if (
    /\b(?:above|previous|same)\s+(?:kind\s+)?(?:`?\w+`?\s+)?config(?:uration)?\b|\bconfig(?:uration)?\b[^.;]{0,30}\babove\b/i.test(
      text,
    )
  )
    return 'above'
  if (
    /\bconfig(?:uration|s)?\b[^.;]{0,40}\b(?:below|following)\b|\b(?:below|following)\b[^.;]{0,40}\bconfig(?:uration|s)?\b/i.test(
      text,
    )
  )
    return 'below'
  return undefined
}

function nodesIn(rest: string): Pick<StartInstruction, 'count' | 'atLeast'> {
  const found = nodeCountIn(rest)
  return { count: found?.count, ...(found?.atLeast === true && { atLeast: true }) }
}
