// The requests of all recorded answers, to a real kube-apiserver and a simulated one on an etcd each: what stands there then is the same.

import { afterEach, describe, expect, it } from 'vitest'
import { minorOf } from '../../component-base/minor.ts'
import { packageRoot } from '../../component-base/package-root.ts'
import { hasEtcd, startEtcd } from '../../server/storage/etcd/testing/etcd-process.ts'
import { storedCodecOf } from '../../server/storage/mvcc/stored-key-value.ts'
import { play, type Result } from '../conformance/play.ts'
import { answeredBy, loadScenarios, type Scenario, type Step } from '../conformance/scenario.ts'
import { type Server, serverFolder, startServerProcess } from '../conformance/server-process.ts'
import { storedDifferences } from '../stored-bytes/compare-stored.ts'
import { realVersions, startRealServer } from './real-server.ts'
import { storedKeys } from './stored-keys.ts'

// Nothing is deleted, and services ask for addresses that none may have been given before.
const manyAddresses = '--service-cluster-ip-range=10.0.0.0/16'
const toEnd: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of toEnd.splice(0).reverse()) await end()
})

const scenarios = loadScenarios(`${packageRoot}/e2e/golden/conformance`).filter(
  ({ flags = [] }) => flags.length === 0,
)

/** What a server keeps for itself, or draws the name of. */
const ofServers =
  /^\/registry\/(?:ranges|masterleases|peerserver(?:ip|leases)|ipaddresses|events|health|leases\/kube-system\/(?:kube-)?apiserver-)/
/** Whose bytes tell the address, the port or the certificates of one server; and what has a description, which is not simulated. */
const ofOneServer =
  /\/(?:priorityclasses\/system-[a-z-]+|default\/kubernetes|kube-system\/extension-apiserver-authentication|kube-system\/kube-apiserver-legacy-service-account-token-tracking)$/

/** Deletions would leave nothing to compare, and a watch takes seconds. */
const stays = ({ method, path }: Step): boolean => method !== 'DELETE' && !/[?&]watch=/.test(path)

type Played = Scenario['steps'][number]

/** What each step was answered: a status, and the message of a refusal. */
async function playAll(server: Server, all: readonly Scenario[]): Promise<Map<Played, string>> {
  const answered = new Map<Played, string>()
  for (const { steps } of all) {
    const kept = steps.filter(stays)
    const results = await play(
      server,
      kept.map(({ expect: _, waitMs: _wait, ...step }) => step),
    )
    for (const [i, step] of kept.entries()) answered.set(step, answerOf(results[i]!))
  }
  return answered
}

const answerOf = (result: Result): string =>
  'error' in result
    ? result.error
    : `${result.status} ${result.status < 400 ? '' : (JSON.stringify(result.body) ?? '')}`

/**
 * Steps that the real server refused for an address that is given back a moment before, other than when it was recorded: its repair
 * of addresses may put back one whose Service comes and goes this fast. The simulated one answers as recorded.
 */
const stillAllocated = (release: string, theirs: Map<Played, string>, ours: Map<Played, string>): Played[] =>
  [...theirs].flatMap(([step, answer]) => {
    const recorded = String(step.expect.find(({ releases }) => releases.includes(release))?.status)
    const refused = answer.startsWith('422') && answer.includes('provided IP is already allocated')
    return refused && recorded !== '422' && ours.get(step)!.startsWith(recorded) ? [step] : []
  })

const namespacesOf = (steps: readonly Played[]): Set<string> =>
  new Set(steps.map(({ path }) => /\/namespaces\/([^/]+)/.exec(path)![1]!))

/** A name of generateName, which is cut at 58 letters. */
const drawnName = /(?:-|\/[^/]{58})[bcdfghjklmnpqrstvwxz2456789]{5}$/
const compared = (objects: ReadonlyMap<string, Buffer>): string[] =>
  [...objects.keys()].filter((key) => !ofServers.test(key) && !drawnName.test(key))

describe.skipIf(!hasEtcd || realVersions.length === 0)('the requests of recorded answers', () => {
  it.each(realVersions)(
    'leave the same in the etcd of %s as in that of a simulated server',
    async (version) => {
      const release = `1.${minorOf(version)}`
      const folder = serverFolder()
      toEnd.push(() => folder.remove())
      const etcds = [await startEtcd(), await startEtcd()] as const
      for (const etcd of etcds) toEnd.push(() => etcd.stop())
      const real = await startRealServer(version, etcds[0].url, folder.dir, [manyAddresses])
      toEnd.push(() => real.stop())
      const flags = ['--etcd-servers', etcds[1].url, '--allow-privileged=true', manyAddresses]
      const simulated = await startServerProcess({ release, dir: folder.dir, flags })
      toEnd.push(() => simulated.stop())
      const all = answeredBy(release, scenarios)
      const [realAnswers, ourAnswers] = await Promise.all([playAll(real, all), playAll(simulated, all)])
      const forgetful = namespacesOf(stillAllocated(release, realAnswers, ourAnswers))

      const [theirs, ours] = await Promise.all(etcds.map(({ url }) => storedKeys(url)))
      const codec = storedCodecOf(release)
      const differ: Record<string, string[]> = {}
      for (const key of new Set([...compared(theirs!), ...compared(ours!)])) {
        const [a, b] = [theirs!.get(key), ours!.get(key)]
        if (forgetful.has(key.split('/').at(-2)!)) continue
        if (a === undefined || b === undefined)
          differ[key] = [`is only in the etcd of the ${a ? 'real' : 'simulated'}`]
        else if (!ofOneServer.test(key)) {
          const found = storedDifferences(codec, a, b)
          if (found.length > 0) differ[key] = found
        }
      }
      expect(differ).toEqual({})
      expect(forgetful.size).toBeLessThan(5)
      expect(compared(theirs!).length).toBeGreaterThan(500)
    },
    400_000,
  )
})
