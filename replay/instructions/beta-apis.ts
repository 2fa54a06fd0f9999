// The APIs that a document means by "the beta API": those that are not served by default, of the kinds that it names.
import { minorRelease } from '../../component-base/minor.ts'
import { recordedReleases, releaseFacts } from '../../component-base/release-facts.ts'
import type { InstructionWorld } from './world.ts'

/** @returns `storage.k8s.io/v1beta1`, of the objects that the document shows, else of the kinds that it names */
export function betaApis(text: string, world: InstructionWorld): string[] {
  const shown = shownApis(world)
  if (shown.length > 0) return shown
  const release = servedRelease(world)
  if (release === undefined) return []
  const words = wordsOf(text, world)
  const served = new Set(versionsOf(release, 'discovery').map(({ name }) => name))
  const stage = /\balpha\b/i.test(text) ? /alpha/ : /beta/
  return versionsOf(release, 'discovery-all')
    .filter(
      ({ name, words: named }) =>
        stage.test(name) && !served.has(name) && named.some((word) => words.has(word)),
    )
    .map(({ name }) => name)
}

function shownApis({ commands, blocks }: InstructionWorld): string[] {
  const found = new Set<string>()
  for (const { text } of [...blocks, ...commands])
    for (const [, api] of text.matchAll(/apiVersion"?:\s*"?([a-z0-9.-]+\/v\d+(?:alpha|beta)\d+)/g))
      if (!/\bconfig\.k8s\.io|^(?:kind\.x-k8s|kubeadm|kubelet|kubeproxy)/.test(api!)) found.add(api!)
  return [...found]
}

/** The recorded minor release that the server is of. */
function servedRelease({ machine }: InstructionWorld): string | undefined {
  const release = machine.cluster.records.get('kube-apiserver')?.release
  return release === undefined ? undefined : recordedReleases().find((one) => one === minorRelease(release))
}

interface Version {
  /** `storage.k8s.io/v1beta1` */
  name: string
  /** Kinds and names of its resources, in small letters. */
  words: string[]
}

const versionsOf = (release: string, facts: 'discovery' | 'discovery-all'): Version[] =>
  releaseFacts(release, facts).groupVersions.map(({ group, version, resources }) => ({
    name: `${group}/${version}`,
    words: resources.flatMap(({ name, kind, shortNames = [] }) =>
      [name, kind, ...shortNames].map((word) => word.toLowerCase()),
    ),
  }))

/** What the document says of kinds: its gates are often named after them. */
function wordsOf(text: string, { gates, commands, blocks }: InstructionWorld): Set<string> {
  const texts = [text, ...gates, ...commands.map((one) => one.text), ...blocks.map((one) => one.text)]
  return new Set(texts.flatMap((one) => one.toLowerCase().match(/[a-z][a-z0-9]{1,60}/g) ?? []))
}
