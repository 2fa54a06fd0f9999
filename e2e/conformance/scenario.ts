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

/** Requests to one server, with the answers that real servers gave. */
export interface Scenario {
  category: string
  name: string
  flags?: string[]
  steps: (Step & { expect: Expected[] })[]
}

/** Requests to servers of several releases in turn, over one store. */
export interface PathScenario {
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

/** Scenarios that the release answered, all of them or those whose `category/name` holds `only`. */
export function loadScenarios(dir: string, release: string, only = ''): Scenario[] {
  return jsonFiles(dir)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as Scenario)
    .filter((s) => `${s.category}/${s.name}`.includes(only))
    .filter((s) => s.steps.every((step) => step.expect.some((e) => e.releases.includes(release))))
}

/** The recorded paths of a folder whose names contain `only`. */
export function loadPaths(dir: string, only = ''): PathScenario[] {
  return jsonFiles(dir)
    .map((path) => JSON.parse(readFileSync(path, 'utf8')) as PathScenario)
    .filter((p) => p.name.includes(only))
}
