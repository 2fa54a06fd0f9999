// What a step's title claims about versions and gates.

import { minorOf } from '../component-base/minor.ts'
import { startsCommand } from './instructions/introduces.ts'

/** The release and gate values that a step's title states. */
export interface TitleClaims {
  /** `1.30`, or `1.31` with `orLater` for "v1.31+". */
  version: { release: string; orLater: boolean } | undefined
  gates: Record<string, boolean>
  /** How the title says that the gates got their values. */
  how: 'manual' | 'default' | undefined
}

/** Reads "Cluster Version v1.31+ `FEATURE_GATES=X=true` (manual setting)". */
export function titleClaims(title: string): TitleClaims {
  const named =
    /(?:clusters?\s+(?:of|with|at|on|using|running)(?=\s+v?1\.\d+(?!.*(?:\bto|->|→)\s*v?1\.))|cluster\s+version|version|kubernetes|k8s|release)[\s:`-]*v?(1\.\d+)(?:\.\d+)?\s*(\+|or\s+(?:later|newer|higher))?/i.exec(
      title,
    )
  const version =
    named === null
      ? (startedRelease(title) ?? clusterRelease(title) ?? bareRelease(title))
      : { release: named[1]!, orLater: named[2] !== undefined }
  const gates: Record<string, boolean> = {}
  const block = /(?:FEATURE_GATES|--?feature-gates)[="'\s]+([\w=,]+)/.exec(title)
  for (const [, name, value] of (block?.[1] ?? '').matchAll(/(\w+)=(true|false)/g))
    gates[name!] = value === 'true'
  const how = /\(?\bdefault\b/i.test(title) ? 'default' : /\bmanual/i.test(title) ? 'manual' : undefined
  return {
    version,
    gates,
    how,
  }
}

const onlyRelease = /^\W{0,9}v?(1\.\d\d)(?:\.\d+)?(\+?)\W{0,9}$/
/** "Cluster Version v1.31+ `FEATURE_GATES=X=true`": what it says is held against what runs. */
export const isTitle = (text: string): boolean =>
  /^\W{0,9}(?:cluster|kubernetes|k8s)\s+version\b/i.test(text) && titleClaims(text).version !== undefined

const ofStart =
  /^(?:an?|the|our|this|new|fresh|freshly|local|kubernetes|k8s|kind|minikube|kubeadm|clusters?|version|release|is|was|were|has|have|had|been|used|using|created|started|brought|set|up|launched|running|runs?|ready|at|of|on|by|with|from|means|in|via|start|begin|given|use|deployed|installed|prepared)$/
/** "A v1.32 cluster was created by kind:", and no more than that. */
const isStartTitle = (text: string): boolean =>
  text.length < 200 &&
  /(?<![\w.])v?1\.\d\d/.test(text) &&
  /\bcluster\b/i.test(text) &&
  (
    text
      .replace(/^\W*\d+[.)]\s/, '')
      .replace(/[`"]?(?:hack\/local-up-cluster\.sh|v?1\.\d\d(?:\.\d+)?)[`"]?/g, ' ')
      .toLowerCase()
      .match(/[a-z0-9-]+/g) ?? []
  ).every((word) => ofStart.test(word))

/** Whether a sentence only says of which release a cluster is that commands below it start. */
export const startedBelow = (text: string, commands: readonly string[]): boolean =>
  isStartTitle(text) && commands.some((command) => startsCommand.test(command))

/** "v1.31+", and nothing else. */
export const isBareRelease = (title: string): boolean => onlyRelease.test(title)
function bareRelease(title: string): TitleClaims['version'] {
  const found = onlyRelease.exec(title)
  return found === null ? undefined : { release: found[1]!, orLater: found[2] === '+' }
}

const doing = /\b(?:start|creat|bring|set|deploy|upgrad|updat|downgrad|roll)\w*\b/i
/** "Start a 1.33 kind cluster with …", "Given a 1.31 cluster", "Start with 1.32": what follows is of that release. */
function startedRelease(title: string): TitleClaims['version'] {
  const found =
    /^\W*(?:start|creat|bring\s+up|set\s+up|deploy|begin|given)\w*\s+(?:up\s+)?(?:(?:an?|the|new|local|kind|kubernetes|k8s)\s+)*(?:(?:with|at|on|from)\s+)?v?(1\.\d\d)(?:\.\d+)?(\+?)(?:\s+(?:(?:kind|local|kubernetes)\s+)*cluster\b|[\s.:;,]*$)/i.exec(
      title,
    )
  return found === null ? undefined : { release: found[1]!, orLater: found[2] === '+' }
}

/** "Upgrade to 1.34": without an object, all of it. */
const whole =
  /^\W*(?:(?:then|now|next|finally)\b,?\s+)?(?:upgrad|downgrad|roll(?:ed|ing)?[\s-]?back)\w*\s+(?:(?:again|back|everything|kubernetes|k8s)\s+)*to\s+v?1\.\d/i
const component = /\bkube(?:let|-\w+)\b|\bapi-?\s?server|\bcontroller|\bscheduler|\bnodes?\b|\bworkers?\b/i

/** "Start a 1.31 cluster", "Upgrade the cluster (1.31.0 -> 1.32.1)": what the whole cluster is then. */
function clusterRelease(text: string): TitleClaims['version'] {
  const title = text.split(/(?<=[.:;])\s/)[0]!
  const ofAll = whole.test(title) || (/\bcluster\b/i.test(title) && doing.test(title))
  if (!ofAll || component.test(title)) return undefined
  const all = [...title.matchAll(/(?<![\w.])v?(1\.\d\d)(?:\.\d+)?(\+?)(?![\w.]*\w)/g)]
  const last = all.at(-1)
  if (last === undefined) return undefined
  const before = title.slice(0, last.index)
  if (/\bfrom\s+$/i.test(before) || (all.length > 1 && !/(?:\bto|->|→)\s*$/i.test(before))) return undefined
  return { release: last[1]!, orLater: last[2] === '+' }
}

/** Whether a release (`1.31.0`) is the one that the title means. */
export function versionHolds(claim: { release: string; orLater: boolean }, release: string): boolean {
  const minor = minorOf(release)
  const claimed = minorOf(claim.release)
  return claim.orLater ? minor >= claimed : minor === claimed
}
