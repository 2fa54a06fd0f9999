// The release of a document whose commands name none: `git checkout master`, `kind create cluster` without an image,
// hack/local-up-cluster.sh where nothing is checked out.

import { minorOf, minorRelease } from '../component-base/minor.ts'
import type { Element } from './document.ts'
import {
  clusterInProse,
  gatesSetIn,
  kepMilestones,
  releaseInProse,
  releaseShown,
} from './document-release-texts.ts'
import type { GateFacts } from './runtime.ts'
import type { SelectedSection } from './select-sections.ts'
import { commandsOf, type Step } from './step.ts'
import { titleClaims } from './title.ts'

/** The release for a document's commands that name none, and the sentence of the report about it. */
export interface DocumentRelease {
  /** `1.31.0` */
  release: string
  /** A sentence: "master is taken as 1.31.0: step 2 says so in its title". */
  reason: string
  /** The document's own, which cannot be simulated, where another one is taken for it. */
  standsInFor?: string
  /** The author's checkout has the release's tag, so that what is built of it has that version. */
  tagged?: true
}

/** The section, the kep.yaml and the facts that a document's release is found by. */
export interface DocumentReleaseOptions extends SelectedSection {
  /** The text of the kep.yaml beside the document. */
  kepYaml?: string | undefined
  facts: GateFacts
  /** What stands under the headings that are above the section's. */
  above?: readonly Element[]
  /** The gates that the document is about: "this feature" is the only one. */
  gates?: readonly string[]
}

/** Undefined where every command names a release, or nothing tells one: then the newest release is as good as any. */
export function documentRelease(options: DocumentReleaseOptions): DocumentRelease | undefined {
  const { section, steps, facts } = options
  const unnamed = stepsWithoutName(steps, filesOf(steps))
  if (!unnamed.some((one) => one.unnamed || one.shown !== undefined)) return undefined
  const can = laterThanBranches(steps)
  const found =
    shownBy(unnamed) ??
    titled(unnamed, can) ??
    told(section.body, new Set(steps.map(({ line }) => line)), can) ??
    told(options.above ?? [], new Set(), can, clusterInProse)
  if (found !== undefined) return simulated(found, facts)
  const gates = gatesSetIn(codeIn(section.body), gatesTold(steps, options.gates ?? []))
  const settable = (release: string): boolean =>
    [...gates].every(([gate, value]) => canBeSet(gate, value, release, facts))
  return planned(options.kepYaml, settable, facts) ?? newestWith(gates, settable, facts)
}

/** What tells a release, and how, as a clause. */
interface Told {
  release: string
  how: string
  tagged?: true
}

const stepName = ({ number, line }: Step): string => (number === '' ? `line ${line}` : `step ${number}`)

interface OwnStep {
  step: Step
  /** What its commands print of a release that none of them names. */
  shown: string | undefined
  /** Whether a release is still named by none at its end. */
  unnamed: boolean
}

const namesRelease =
  /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|switch)\s(?:[^\n]*\s|[^\n]*\/)?(?:release-|v)1\.\d+|kindest\/node:v?1\.\d+|--kubernetes-version|\bupgrade\s+apply\b|\bkube(?:adm|let)[=-]['"]?v?1\.\d+/
const initOf = /\bkubeadm\s+init\b[^\n]*--kubernetes-version[= ]v?(1\.\d+\.\d+)\b/
const namesNone = /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|switch)\s/
const createsCluster = /\bkind\s+create\b/

function stepsWithoutName(steps: readonly Step[], files: string): OwnStep[] {
  const named = { now: false }
  return steps.map((step) => {
    let shown: string | undefined
    for (const { text, output } of commandsOf(step)) {
      // Its packages are of that release, where none were installed by their version.
      if (!named.now) shown ??= initOf.exec(text)?.[1]
      if (namesRelease.test(text) || (createsCluster.test(text) && namesRelease.test(files))) named.now = true
      else if (namesNone.test(text)) named.now = false
      if (!named.now) shown ??= releaseShown(text, output?.lines ?? [])
    }
    return { step, shown, unnamed: !named.now }
  })
}

const filesOf = (steps: readonly Step[]): string =>
  steps
    .flatMap(({ actions }) => actions.map((action) => (action.kind === 'file' ? action.content : '')))
    .join('\n')

function shownBy(steps: readonly OwnStep[]): Told | undefined {
  const first = steps.find(({ shown }) => shown !== undefined)
  if (first === undefined) return undefined
  const release = first.shown!
  const told = { release, how: `${stepName(first.step)} shows ${release}` }
  return showsTag(first.step, release) ? { ...told, tagged: true } : told
}

/** Whether an output has the release with nothing after it, as only a build of its tag has. */
function showsTag(step: Step, release: string): boolean {
  const whole = new RegExp(`(?<![\\w.])v${release.replaceAll('.', '\\.')}(?![-+.\\w])`)
  const shown = commandsOf(step).flatMap(({ output }) => output?.lines ?? [])
  return (
    /\.\d+\./.test(release) &&
    shown.some((line) => whole.test(line) && !/^(?:Client|Kustomize)/.test(line.trim()))
  )
}

/** Whether master can be of a release (`1.35`): once a branch of it is there, master is of a later one. */
function laterThanBranches(steps: readonly Step[]): (release: string) => boolean {
  const branches = steps
    .flatMap((step) => commandsOf(step))
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => /\bgit\s+(?:-C\s+\S+\s+)?(?:checkout|switch)\s/.test(line))
    .flatMap((line) => [...line.matchAll(/(?<=[\s/])release-(1\.\d+)\b/g)].map(([, branch]) => branch!))
  return (release) => branches.every((one) => minorOf(release) > minorOf(one))
}

/** @param can whether it can be the release that is looked for */
function titled(steps: readonly OwnStep[], can: (release: string) => boolean): Told | undefined {
  for (const { step, unnamed } of steps) {
    const release = titleClaims(step.title).version?.release ?? releaseInProse(step.title)
    if (unnamed && release !== undefined && can(release))
      return { release, how: `${stepName(step)} says ${release} in its title` }
  }
  return undefined
}

/** @param titles lines of what has been looked at already @param can whether it can be the release that is looked for */
function told(
  elements: readonly Element[],
  titles: ReadonlySet<number>,
  can: (release: string) => boolean,
  releaseIn = releaseInProse,
): Told | undefined {
  for (const element of elements) {
    if (element.kind === 'item') {
      const found = told(element.children, titles, can, releaseIn)
      if (found !== undefined) return found
    }
    if (element.kind !== 'prose' || titles.has(element.line)) continue
    const release = releaseIn(element.text)
    if (release !== undefined && can(release)) return { release, how: `line ${element.line} says ${release}` }
  }
  return undefined
}

function codeIn(elements: readonly Element[]): string {
  return elements
    .map((element) => {
      if (element.kind === 'item') return codeIn(element.children)
      return element.kind === 'code' ? element.lines.join('\n') : element.text
    })
    .join('\n')
}

/** Gates that sentences turn, and how. */
function gatesTold(steps: readonly Step[], own: readonly string[]): [gate: string, value: boolean][] {
  return steps
    .flatMap(({ actions }) => actions)
    .flatMap((action) => (action.kind === 'instruction' ? [action.instruction] : []))
    .flatMap((one) => (one.kind === 'start' || one.kind === 'change' ? one.edits : []))
    .flatMap((edit): [string, boolean][] => {
      if (edit.kind !== 'gate' || edit.value === undefined) return []
      const gate = edit.gate ?? (own.length === 1 ? own[0] : undefined)
      return gate === undefined ? [] : [[gate, edit.value]]
    })
}

function planned(
  kepYaml: string | undefined,
  settable: (release: string) => boolean,
  facts: GateFacts,
): DocumentRelease | undefined {
  const milestones = kepYaml === undefined ? [] : kepMilestones(kepYaml)
  for (const { release, of } of milestones) {
    const found = simulated({ release, how: `its kep.yaml has ${release} as ${of}` }, facts)
    if (settable(found.release)) return found
  }
  return undefined
}

/** Nothing is said of the newest one of all: it is what master stands for anyway. */
function newestWith(
  gates: ReadonlyMap<string, boolean>,
  settable: (release: string) => boolean,
  facts: GateFacts,
): DocumentRelease | undefined {
  const release = knownMinors(facts).find((minor) => settable(first(minor)))
  if (release === undefined || release === facts.newest || gates.size === 0 || settable(facts.newest))
    return undefined
  const set = [...gates].map(([gate, value]) => `${gate}=${value}`).join(', ')
  return {
    release: first(release),
    reason: `master is taken as ${first(release)}: it is the newest release that takes ${set}`,
  }
}

/** A gate that no release has is a mistake of the document, and tells nothing. */
function canBeSet(gate: string, value: boolean, release: string, facts: GateFacts): boolean {
  const state = facts.at(gate, release)
  if (state !== undefined) return !state.locked || state.default === value
  return knownMinors(facts).every((minor) => facts.at(gate, minor) === undefined)
}

/** Master, when a release was made of it, was its first patch release. */
const first = (minor: string): string => `${minor}.0`

/** The newest first. */
function knownMinors(facts: GateFacts): string[] {
  const minors: string[] = []
  for (let minor = minorOf(facts.newest); minor >= 0 && facts.known(`1.${minor}`); minor--)
    minors.push(`1.${minor}`)
  return minors
}

function simulated({ release, how, tagged }: Told, facts: GateFacts): DocumentRelease {
  const whole = release.split('.').length > 2 ? release : first(release)
  const taken = [whole, first(minorRelease(release))].find((one) => facts.known(one))
  if (taken !== undefined)
    return {
      release: taken,
      reason: `master is taken as ${taken}: ${how}`,
      ...(tagged === true && taken === release ? { tagged } : {}),
    }
  const known = knownMinors(facts)
  const nearest = known.findLast((minor) => minorOf(minor) >= minorOf(release)) ?? known[0]!
  const other = first(nearest)
  const reason = `master is taken as ${other}: ${how}, which cannot be simulated, and ${other} is the nearest that can`
  return { release: other, reason, standsInFor: whole }
}
