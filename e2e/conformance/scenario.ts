import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** An answer of a real server, and the releases that gave it. */
export interface Expected {
  releases: string[]
  status: number
  type: string
  warnings?: string[]
  headers?: Record<string, string | null>
  body?: unknown
}

/** A request. The README of the recordings explains each option. */
export interface Step {
  id: string
  setup?: boolean
  method: string
  path: string
  headers?: Record<string, string | null>
  body?: unknown
  raw?: string
  waitMs?: number
  stopAfter?: number
  stream?: boolean
  ignoreBody?: boolean
  grep?: string
  only?: string | string[]
  showHeaders?: string[]
}

/** Requests to one server, with the answers that real servers gave. `file`: where they are recorded. */
export interface Scenario {
  file: string
  category: string
  name: string
  flags?: string[]
  steps: (Step & { expect: Expected[] })[]
}

/** Requests to servers of several releases in turn, over one store. `file`: where they are recorded. */
export interface PathScenario {
  file: string
  name: string
  about: string
  phases: { release: string; flags?: string[]; steps: (Step & { expect: Omit<Expected, 'releases'> })[] }[]
}

function jsonFiles(dir: string): string[] {
  return readdirSync(dir)
    .sort()
    .flatMap((name) => {
      const path = join(dir, name)
      if (statSync(path).isDirectory()) return jsonFiles(path)
      return name.endsWith('.json') ? [path] : []
    })
}

const readRecording = <T>(file: string): T => ({ ...(JSON.parse(readFileSync(file, 'utf8')) as T), file })

/** `category/name`, by which a scenario is found and told of. */
export const scenarioName = ({ category, name }: Scenario): string => `${category}/${name}`

/** The recorded scenarios of a folder whose `category/name` contains `only`. */
export function loadScenarios(dir: string, only = ''): Scenario[] {
  return jsonFiles(dir)
    .map((file) => readRecording<Scenario>(file))
    .filter((s) => scenarioName(s).includes(only))
}

/** The scenarios of the recordings: those that come from outside, and those on how people extend the API. */
export const recordedScenarios = (golden: string, only = ''): Scenario[] =>
  ['conformance', 'extension'].flatMap((folder) => loadScenarios(join(golden, folder), only))

/** Those of the scenarios that the release answered. */
export const answeredBy = (release: string, scenarios: readonly Scenario[]): Scenario[] =>
  scenarios.filter((s) => s.steps.every((step) => step.expect.some((e) => e.releases.includes(release))))

/** The recorded paths of a folder whose names contain `only`. */
export function loadPaths(dir: string, only = ''): PathScenario[] {
  return jsonFiles(dir)
    .map((file) => readRecording<PathScenario>(file))
    .filter((p) => p.name.includes(only))
}
