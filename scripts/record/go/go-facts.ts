// The facts of a release that its Go modules tell: each file, and which programs (programs/) are asked for it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { minorRelease } from '../../../component-base/minor.ts'
import { readFacts, recordedReleases } from '../../../component-base/release-facts.ts'
import { compact } from '../compact.mjs'
import { releaseModule } from '../published/modules.ts'
import { readFact, releasesFolder } from '../read-fact.ts'
import { RecordError } from '../record-error.ts'
import { componentFlagsFile, flagComponents, type PrintedFlag } from './component-flags.ts'
import { type GateLives, type GateSpecs, gateLives, gateLivesFile } from './gate-lives.ts'
import {
  gateComponents,
  gatesFile,
  type PrintedGates,
  type PrintedSpec,
  type Registrations,
} from './gates.ts'
import { internalPackages, type PrintedPackages, typesFile } from './go-types.ts'
import { documentedMetrics, type MetricNames, metricNamesFile, withMetrics } from './metric-names.ts'
import { flipsOf, type Patches, withFlips } from './patches.ts'
import { apiPackages, configPackages, packagesInside } from './type-packages.ts'
import { openWorkshop, type Workshop } from './workshop.ts'

/** What is asked for facts, and where those that are there already can be read. */
interface Asked {
  workshop: Workshop
  /** `1.29`. */
  release: string
  /** The folder that is written: releases/ or one like it. */
  to: string
  /** All that is recorded in this run. */
  files: readonly string[]
  say: (line: string) => void
}

type Component = PrintedGates & { flags: Record<string, PrintedFlag> }

/** Answers of programs that more than one file needs: each runs once. */
const answers = new WeakMap<Workshop, Map<string, Promise<unknown>>>()
function once<T>(workshop: Workshop, program: string, args: () => Promise<readonly string[]>): Promise<T> {
  const known = answers.get(workshop) ?? new Map<string, Promise<unknown>>()
  answers.set(workshop, known)
  const answer = known.get(program) ?? args().then((list) => workshop.run<T>(program, list))
  known.set(program, answer)
  return answer as Promise<T>
}
const ask = <T>(workshop: Workshop, program: string): Promise<T> => once(workshop, program, async () => [])

/** What the components register. Modules of some patches do not fit together: a component that does not compile is left out. */
async function registrations({ workshop, say }: Asked): Promise<Registrations> {
  const components: Registrations['components'] = {
    'kube-apiserver': await ask<Component>(workshop, 'kube-apiserver'),
  }
  for (const name of gateComponents)
    try {
      components[name] = await ask<Component>(workshop, name)
    } catch (error) {
      if (!(error instanceof RecordError)) throw error
      say(`${name} is not asked for its gates: ${error.message}`)
    }
  return { components, registrars: await ask<Record<string, PrintedGates>>(workshop, 'registrars') }
}

/** Where the modules of a patch do not fit together, a component is asked at the newest one before it whose modules do. */
async function askWhole({ workshop, say }: Asked, name: string): Promise<Component> {
  try {
    return await ask<Component>(workshop, name)
  } catch (error) {
    if (!(error instanceof RecordError) || workshop.whole === workshop.version) throw error
    say(`${name} is asked at ${workshop.whole}: ${error.message}`)
    return ask<Component>(await openWorkshop(workshop.whole), name)
  }
}

async function componentFlags(asked: Asked): Promise<string> {
  const flags: [string, Component['flags']][] = []
  for (const name of flagComponents) flags.push([name, (await askWhole(asked, name)).flags])
  return componentFlagsFile(Object.fromEntries(flags) as Parameters<typeof componentFlagsFile>[0])
}

async function apiTypes({ workshop, to, release }: Asked): Promise<PrintedPackages> {
  const folder = [to, releasesFolder].find((one) => existsSync(join(one, release, 'schemas.json')))
  if (folder === undefined) throw new RecordError(`there is no ${release}/schemas.json yet: record it first`)
  const schemas = Object.keys(readFacts(folder, release, 'schemas') as object)
  return workshop.run('types', await apiPackages(workshop.version, schemas))
}

async function internalTypes(asked: Asked): Promise<string> {
  const { workshop } = asked
  const inside = await workshop.run<PrintedPackages>('types', await packagesInside(workshop.version))
  return typesFile(internalPackages(inside, await apiTypes(asked)))
}

async function metricNames({ workshop, to, release, say }: Asked): Promise<string> {
  const known = readFact<MetricNames>(to, 'metric-names.json', {})
  const kubernetes = await releaseModule('k8s.io/kubernetes', workshop.version)
  const list = join(kubernetes, 'test/instrumentation/documentation/documentation-list.yaml')
  if (!existsSync(list)) {
    say(`the sources hold no list of metrics: metric-names.json stays`)
    return metricNamesFile(known)
  }
  return metricNamesFile(withMetrics(known, release, documentedMetrics(readFileSync(list, 'utf8'))))
}

const specsIn = (gates: unknown): GateSpecs =>
  Object.fromEntries(
    Object.entries((gates as { gates: Record<string, { specs: PrintedSpec[] }> }).gates).map(
      ([gate, { specs }]) => [gate, specs],
    ),
  )

/** Of the releases that are simulated what their gates.json holds; of one that is not, what a program tells that compiles in seconds. */
async function lives(asked: Asked): Promise<string> {
  const { to, release, files, workshop } = asked
  const known = readFact<GateLives>(to, 'gate-lives.json', { releases: [], gates: {} })
  const asksGates = files.includes('gates.json')
  // Its folder is there already where a new release is recorded, its gates.json not yet.
  const others = recordedReleases().filter((one) => one !== release || !asksGates)
  const recorded = new Map<string, GateSpecs>(
    others.map((one) => [one, specsIn(readFact(to, join(one, 'gates.json')))]),
  )
  if (asksGates) recorded.set(release, specsIn(gatesFile(workshop.version, await registrations(asked))))
  else if (!recorded.has(release))
    recorded.set(release, (await ask<PrintedGates>(workshop, 'features')).gates)
  return gateLivesFile(gateLives(known, recorded))
}

async function patches({ workshop, to, release, say }: Asked): Promise<string> {
  const known = readFact<Patches>(to, 'patches.json')
  const version = workshop.version.slice(1)
  const answers = new Map<number, Promise<PrintedGates | undefined>>()
  const gatesOf = (patch: number): Promise<PrintedGates | undefined> => {
    const answer = answers.get(patch) ?? patchGates(`v${release}.${patch}`, say)
    answers.set(patch, answer)
    return answer
  }
  return compact(withFlips(known, version, await flipsOf(release, Number(version.split('.')[2]), gatesOf)))
}

async function patchGates(version: string, say: Asked['say']): Promise<PrintedGates | undefined> {
  try {
    return await (await openWorkshop(version)).run<PrintedGates>('features')
  } catch (error) {
    if (!(error instanceof RecordError)) throw error
    say(`${version} is not asked for its gates: ${error.message}`)
    return undefined
  }
}

/** File → its text. A path without a folder is of all releases, and the release's part of it is written. */
export const goFacts: Readonly<Record<string, (asked: Asked) => Promise<string>>> = {
  'gates.json': async (asked) => compact(gatesFile(asked.workshop.version, await registrations(asked))),
  'component-flags.json': componentFlags,
  'go-types.json': async (asked) => typesFile(await apiTypes(asked)),
  'internal-types.json': internalTypes,
  'component-config-types.json': async ({ workshop }) =>
    typesFile(await workshop.run('types', await configPackages(workshop.version))),
  '../metric-names.json': metricNames,
  '../gate-lives.json': lives,
  '../patches.json': patches,
}

/** The texts of the `files` asked for, of a release's version (`v1.29.15`): path from the release's folder → text. */
export async function recordGoFacts(
  version: string,
  files: readonly string[],
  to: string,
  say: (line: string) => void,
): Promise<Record<string, string>> {
  const asked = { workshop: await openWorkshop(version), release: minorRelease(version), to, files, say }
  const texts: Record<string, string> = {}
  for (const file of files) texts[file] = await goFacts[file]!(asked)
  return texts
}
